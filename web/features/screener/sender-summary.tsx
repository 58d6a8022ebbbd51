import type { QueueEntry } from '../../data/queries/screener.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './screener-page.module.css';
import { SenderMark } from './sender-mark.tsx';
import { nameOf } from './use-decide.ts';

/** An unknown sender in a list: the name, and the subject of the newest message. */
export function SenderSummary({ entry }: { entry: QueueEntry }) {
  return (
    <>
      <SenderMark name={nameOf(entry)} />
      <span className={styles['waitingWords']}>
        <span className={styles['waitingName']} dir="auto">
          {nameOf(entry)}
        </span>
        <span className={styles['waitingSubject']} dir="auto">
          {entry.latest_subject || strings.list.noSubject}
        </span>
      </span>
    </>
  );
}
