import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Paperclip, Star } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { MessageRow } from '../../daemon/contract/fields.ts';
import { labelColour } from '../design/label-colour.ts';
import { threadLink } from '../lens-paths.ts';
import { useParts } from '../parts.ts';
import { type Lens, threadQuery } from '../queries.ts';
import { number, strings } from '../strings.ts';
import { type Mark, marksOf } from './rows.ts';
import { joinSenders } from './senders.ts';
import styles from './thread-row.module.css';

type ThreadRowProps = {
  row: MessageRow;
  lens: Lens;
  isOpen: boolean;
  /** Holds the list's one place in the tab order. */
  isCurrent: boolean;
  /** Set by the list when its keys moved the cursor: the row it moved to takes the focus. */
  wantsFocus: RefObject<boolean>;
  onFocus: (threadId: string) => void;
};

/** One conversation: who, when, subject, snippet and at most three marks. */
export function ThreadRow({ row, lens, isOpen, isCurrent, wantsFocus, onFocus }: ThreadRowProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const { api } = useParts();
  const client = useQueryClient();
  useEffect(() => {
    if (!isCurrent || !wantsFocus.current) return;
    wantsFocus.current = false;
    link.current?.focus({ preventScroll: true });
  });
  const senders = joinSenders(row.senders, row.sender);
  const subject = row.subject || strings.list.noSubject;
  const marks = marksOf(row, lens.kind === 'label' ? lens.labelId : undefined);
  const fetchAhead = () => void client.prefetchQuery(threadQuery(api, row.thread_id));
  return (
    <Link
      {...threadLink(lens, row.thread_id)}
      ref={link}
      className={styles['row']}
      data-open={isOpen || undefined}
      data-unread={row.unread || undefined}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => onFocus(row.thread_id)}
      onPointerDown={fetchAhead}
    >
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
        <time className={styles['when']} dateTime={row.date} title={row.date_full}>
          {row.date_label}
        </time>
      </span>
      <span className={styles['line']}>
        <span className={styles['subject']} dir="auto" title={subject}>
          {subject}
        </span>
        <span className={styles['marks']}>
          {marks.map((mark) => (
            <IconMark key={mark.kind} mark={mark} />
          ))}
        </span>
      </span>
      <span className={styles['snippet']} dir="auto">
        {row.snippet}
      </span>
    </Link>
  );
}

function Count({ count }: { count: number }) {
  return (
    <span className={styles['count']}>
      <span aria-hidden="true">{number(count)}</span>
      <span className="visually-hidden">{strings.list.messages(count)}</span>
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
