import type { MessageBody } from '../../daemon/contract/body.ts';
import { strings } from '../strings.ts';
import { trackersOf } from '../trust/tracker-names.ts';
import { partsOf } from './quotes.ts';
import styles from './text-body.module.css';
import { useViews } from './view-store.ts';

const words = strings.views;

/** What reading is spared, in one line. */
export function ReaderStats({ body }: { body: MessageBody }) {
  const { showsStats } = useViews();
  if (!showsStats) return null;
  const parts = partsOf(body.text_plain ?? '', body.text_blocks);
  const count = (kind: string) => parts.filter((part) => part.kind === kind).length;
  const trackers = trackersOf(body);
  const [quotes, signatures] = [count('quote'), count('signature')];
  const facts = [
    ...(quotes > 0 ? [words.quotes({ count: quotes })] : []),
    ...(signatures > 0 ? [words.signatures({ count: signatures })] : []),
    ...(trackers.count > 0 ? [words.trackers(trackers)] : []),
  ];
  return facts.length > 0 && <p className={styles['stats']}>{words.stats({ facts })}</p>;
}
