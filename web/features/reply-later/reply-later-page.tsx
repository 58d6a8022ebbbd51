import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { Envelope } from '../../../daemon/contract/fields.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { type LaterEntry, LaterListPage } from '../../data/thread-list/page/later-list-page.tsx';
import { formatMomentShort, formatMoment } from '../../i18n/upcoming-dates.ts';
import { useNow } from '../../design/use-now.ts';
import { useServices, useMailActions } from '../../data/services.ts';
import { type MailDates, useMailDates } from '../../data/settings/mail-dates.tsx';
import { strings } from '../../i18n/strings.ts';
import { replyLaterQuery } from '../../data/queries/reply-later.ts';

const t = strings.later;

/** The conversations marked for a later reply, most recently marked first. */
export function ReplyLaterPage() {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(replyLaterQuery(api));
  const now = useNow();
  const dates = useMailDates();
  return (
    <LaterListPage
      list="reply-later"
      entries={data?.messages.map((each) => entryOf(each, now, dates))}
      error={error}
      retry={() => void refetch()}
      empty={<EmptyState illustration="resting" title={t.replyEmpty} hint={t.replyEmptyHint} />}
    />
  );
}

function entryOf(envelope: Envelope, now: Date, dates: MailDates): LaterEntry {
  const { id, thread_id, from, subject, snippet, date, flags, has_attachments } = envelope;
  const at = new Date(date);
  return {
    key: id,
    threadId: thread_id,
    correspondent: from.name ?? from.email,
    subject,
    snippet,
    unread: !flags.split(' | ').includes('READ'),
    hasAttachments: has_attachments,
    when: { short: dates.short(at, formatMomentShort(at, now)), full: dates.full(at, formatMoment(at, now)) },
    actions: <DoneButton messageId={id} subject={subject || strings.list.noSubject} />,
  };
}

function DoneButton({ messageId, subject }: { messageId: string; subject: string }) {
  const mailActions = useMailActions();
  return (
    <Button
      look="quiet"
      aria-label={t.doneNamed({ subject })}
      onClick={() => void mailActions.replyLater(messageId, false)}
    >
      <Check />
      {t.done}
    </Button>
  );
}
