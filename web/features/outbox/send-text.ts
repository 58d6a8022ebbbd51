import { formatMoment } from '../../i18n/upcoming-dates.ts';
import { strings } from '../../i18n/strings.ts';
import type { MailDates } from '../../data/settings/mail-dates.tsx';
import { isLate, type Send } from '../../data/queries/outbox.ts';
import { formatList } from '../../i18n/formats.ts';

const t = strings.outbox;

/** The current state of a send; `dates` formats its times. */
export function describeState(send: Send, now: Date, dates: Pick<MailDates, 'full'>): string {
  const { state, timing, due_at, next_at, sent_at, recipients } = send;
  const at = (instant: string) => dates.full(instant, formatMoment(new Date(instant), now));
  switch (state) {
    case 'queued':
      if (send.trouble) return t.triedAgain({ when: at(next_at) });
      if (timing === 'held') return t.held({ seconds: secondsUntil(next_at, now) });
      return timing === 'scheduled' ? t.scheduled({ when: at(next_at) }) : t.waiting;
    case 'sending':
      return t.sending;
    case 'sent':
      return undeliveredOf(recipients).length > 0 ? t.sentPartly : t.sent({ when: at(sent_at ?? send.queued_at) });
    case 'failed':
      return isLate(send) ? t.late({ when: at(due_at) }) : t.failed;
    case 'unknown':
      return t.unknown;
    case 'cancelled':
      return t.cancelled;
  }
}

/** The recipients that it did not reach, or may not have reached, with the reasons. */
export function undeliveredOf(recipients: Send['recipients']): Send['recipients'] {
  return recipients.filter(({ state }) => state === 'refused' || state === 'bounced' || state === 'unknown');
}

export function describeRecipients({ recipients }: Pick<Send, 'recipients'>): string {
  return recipients.length > 0 ? t.to({ who: formatList(recipients.map(({ email }) => email)) }) : t.toNobody;
}

/** Whole seconds, at least zero. */
function secondsUntil(instant: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - now.getTime()) / 1000));
}
