import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { Envelope } from '../../daemon/contract/fields.ts';
import { Button } from '../design/button.tsx';
import { Panel } from '../design/panel.tsx';
import { type LaterEntry, LaterPlace } from '../later/later-place.tsx';
import { momentShort, momentWords } from '../moments.ts';
import { useActs } from '../mutations/acts.ts';
import { useNow } from '../now.ts';
import { useParts } from '../parts.ts';
import { type MailDates, useMailDates } from '../settings/mail-dates.tsx';
import { strings } from '../strings.ts';
import { replyLaterQuery } from './queries.ts';

const words = strings.later;

/** What waits for an answer, most recently put there first. */
export function ReplyLaterPage() {
  const { api } = useParts();
  const { data, error, refetch } = useQuery(replyLaterQuery(api));
  const now = useNow();
  const dates = useMailDates();
  return (
    <LaterPlace
      list="reply-later"
      entries={data?.messages.map((each) => entryOf(each, now, dates))}
      error={error}
      retry={() => void refetch()}
      empty={<Panel scene="resting" title={words.replyEmpty} hint={words.replyEmptyHint} />}
    />
  );
}

function entryOf(envelope: Envelope, now: Date, dates: MailDates): LaterEntry {
  const { id, thread_id, from, subject, snippet, date, flags, has_attachments } = envelope;
  const at = new Date(date);
  return {
    key: id,
    threadId: thread_id,
    heading: words.flagged,
    who: from.name ?? from.email,
    subject,
    snippet,
    unread: !flags.split(' | ').includes('READ'),
    hasAttachments: has_attachments,
    when: { short: dates.short(at, momentShort(at, now)), full: dates.full(at, momentWords(at, now)) },
    acts: <DoneButton messageId={id} subject={subject || strings.list.noSubject} />,
  };
}

function DoneButton({ messageId, subject }: { messageId: string; subject: string }) {
  const acts = useActs();
  return (
    <Button
      look="quiet"
      aria-label={words.doneNamed({ subject })}
      onClick={() => void acts.replyLater(messageId, false)}
    >
      <Check />
      {words.done}
    </Button>
  );
}
