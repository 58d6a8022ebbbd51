import { Panel } from '../design/panel.tsx';
import { strings } from '../strings.ts';

/** The reader of a wide window while no conversation is chosen. */
export function NothingOpen() {
  return <Panel scene="resting" title={strings.reader.nothingOpen} hint={strings.reader.nothingOpenHint} />;
}
