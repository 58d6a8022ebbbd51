import { EmptyState } from '../../design/empty-state.tsx';
import { strings } from '../../i18n/strings.ts';

/** The reader of a wide window while no conversation is chosen. */
export function NoThreadOpen() {
  return <EmptyState illustration="resting" title={strings.reader.nothingOpen} hint={strings.reader.nothingOpenHint} />;
}
