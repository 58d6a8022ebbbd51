import type { MessageBody } from '../../../daemon/contract/body.ts';
import { strings } from '../../i18n/strings.ts';
import { trackersOf } from './trust/tracker-names.ts';
import { textPartsOf } from './body/quotes.ts';
import styles from './body/text-body.module.css';
import { useViews } from './view-context.ts';

const t = strings.views;

/** The numbers of collapsed quotes, collapsed signatures and blocked trackers, in one line. */
export function ReaderStats({ body }: { body: MessageBody }) {
  const { showsStats } = useViews();
  if (!showsStats) return null;
  const parts = textPartsOf(body.text_plain ?? '', body.text_blocks);
  const count = (kind: string) => parts.filter((part) => part.kind === kind).length;
  const trackers = trackersOf(body);
  const [quotes, signatures] = [count('quote'), count('signature')];
  const facts = [
    ...(quotes > 0 ? [t.quotes({ count: quotes })] : []),
    ...(signatures > 0 ? [t.signatures({ count: signatures })] : []),
    ...(trackers.count > 0 ? [t.trackers(trackers)] : []),
  ];
  return facts.length > 0 && <p className={styles['stats']}>{t.stats({ facts })}</p>;
}
