import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { strings } from '../../../i18n/strings.ts';

/** The reader of a wide window without an open conversation. */
export function NoThreadOpen() {
  return <EmptyState illustration="resting" title={strings.reader.nothingOpen} hint={strings.reader.nothingOpenHint} />;
}
