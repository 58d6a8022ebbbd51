import { Paperclip, Star } from 'lucide-react';
import { memo } from 'react';
import type { MessageRow } from '../../daemon/contract/fields.ts';
import { labelColour } from '../design/label-colour.ts';
import { useMailDates } from '../settings/mail-dates.tsx';
import { FoundSnippet, FoundSubject } from '../search/found-text.tsx';
import { strings } from '../strings.ts';
import styles from './row-face.module.css';
import { type Mark, marksOf } from './rows.ts';
import { joinSenders } from './senders.ts';
import { number } from '../words/formats.ts';

type RowFaceProps = {
  row: MessageRow;
  /** The label one is looking at. */
  shownLabel: string | undefined;
};

/** What a row says of its conversation: who, when, subject, snippet and at most three marks. */
export const RowFace = memo(function RowFace({ row, shownLabel }: RowFaceProps) {
  const senders = joinSenders(row.senders, row.sender);
  const subject = row.subject || strings.list.noSubject;
  const marks = marksOf(row, shownLabel);
  const dates = useMailDates();
  return (
    <>
      {row.unread && (
        <span className={styles['dot']}>
          <span className="visually-hidden">{strings.list.unread} </span>
        </span>
      )}
      <span className={styles['line']}>
        <span className={styles['sender']} dir="auto" title={row.senders?.join(', ') ?? row.sender_detail ?? senders}>
          {senders}
        </span>
        {row.message_count !== undefined && row.message_count > 1 && <Count count={row.message_count} />}
        {marks.map((mark) => mark.kind === 'label' && <LabelChip key={mark.id} mark={mark} />)}
        <time className={styles['when']} dateTime={row.date} title={dates.full(row.date, row.date_full)}>
          {dates.short(row.date, row.date_label)}
        </time>
      </span>
      <span className={styles['line']}>
        <span className={styles['subject']} dir="auto" title={subject}>
          <FoundSubject row={row}>{subject}</FoundSubject>
        </span>
        <span className={styles['marks']}>
          {marks.map((mark) => (
            <IconMark key={mark.kind} mark={mark} />
          ))}
        </span>
      </span>
      <span className={styles['snippet']} dir="auto">
        <FoundSnippet row={row} />
      </span>
    </>
  );
});

function Count({ count }: { count: number }) {
  return (
    <span className={styles['count']}>
      <span aria-hidden="true">{number(count)}</span>
      <span className="visually-hidden">{strings.list.messages({ count })}</span>
    </span>
  );
}

function LabelChip({ mark }: { mark: Extract<Mark, { kind: 'label' }> }) {
  return (
    <span className={styles['label']} style={{ '--dot': labelColour(mark) }} title={mark.name}>
      <span dir="auto">{mark.name}</span>
    </span>
  );
}

function IconMark({ mark }: { mark: Mark }) {
  if (mark.kind === 'attachment') return <Paperclip role="img" aria-label={strings.list.attachment} />;
  if (mark.kind === 'star') {
    return <Star className={styles['star']} fill="currentColor" role="img" aria-label={strings.list.starred} />;
  }
  return null;
}
