import type { MessageBody } from '../../daemon/contract/body.ts';
import { strings } from '../strings.ts';
import { trackersOf } from '../trust/tracker-names.ts';
import { partsOf } from './quotes.ts';
import styles from './text-body.module.css';
import { useViews } from './view-store.ts';

/** What reading is spared, in one line. */
export function ReaderStats({ body }: { body: MessageBody }) {
  const { showsStats } = useViews();
  if (!showsStats) return null;
  const parts = partsOf(body.text_plain ?? '', body.text_blocks);
  const count = (kind: string) => parts.filter((part) => part.kind === kind).length;
  const trackers = trackersOf(body);
  const facts = strings.views.stats({ quotes: count('quote'), signatures: count('signature'), ...trackers });
  return facts && <p className={styles['stats']}>{facts}</p>;
}
