import { momentWords } from '../moments.ts';
import { strings } from '../strings.ts';
import type { MailDates } from '../settings/mail-dates.tsx';
import type { Send } from './queries.ts';
import { list } from '../words/formats.ts';

const words = strings.outbox;

/** What has become of a send, as it is at this moment; its moments are written as `dates` has it. */
export function stateWords(send: Send, now: Date, dates: Pick<MailDates, 'full'>): string {
  const { state, timing, next_at, sent_at, recipients } = send;
  const at = (instant: string) => dates.full(instant, momentWords(new Date(instant), now));
  switch (state) {
    case 'queued':
      if (send.trouble) return words.triedAgain({ when: at(next_at) });
      if (timing === 'held') return words.held({ seconds: secondsUntil(next_at, now) });
      return timing === 'scheduled' ? words.scheduled({ when: at(next_at) }) : words.waiting;
    case 'sending':
      return words.sending;
    case 'sent':
      return missed(recipients).length > 0 ? words.sentPartly : words.sent({ when: at(sent_at ?? send.queued_at) });
    case 'failed':
      return words.failed;
    case 'unknown':
      return words.unknown;
    case 'cancelled':
      return words.cancelled;
  }
}

/** Those it did not reach, or may not have, with why. */
export function missed(recipients: Send['recipients']): Send['recipients'] {
  return recipients.filter(({ state }) => state === 'refused' || state === 'bounced' || state === 'unknown');
}

export function recipientWords({ recipients }: Pick<Send, 'recipients'>): string {
  return recipients.length > 0 ? words.to({ who: list(recipients.map(({ email }) => email)) }) : words.toNobody;
}

/** Whole seconds, never less than none. */
export function secondsUntil(instant: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - now.getTime()) / 1000));
}
