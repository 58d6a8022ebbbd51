import { instantOf } from '../../base/clock.ts';
import type {
  transitionSend,
  OutboxRecipient,
  OutboxRow,
  OutboxState,
  OutboxTrouble,
} from '../../mail/outbox/outbox.ts';
import type { RecipientOutcome, SendOutcome } from '../../providers/sender.ts';
import { explainReply } from '../../providers/smtp/reply-explanations.ts';
import { nextSignInAt, nextRetryAt, tooLate } from './retry-schedule.ts';

/** The next state of a message after an attempt. */
type Decision =
  | { to: Exclude<OutboxState, 'unknown'>; change: Parameters<typeof transitionSend>[4] }
  | { to: 'unknown'; trouble: OutboxTrouble };

type Refused = Extract<SendOutcome, { state: 'refused' }>;

type Circumstances = {
  now: Date;
  /** Whether the send loop ends. */
  isStopping: boolean;
};

/** Decides from the server's answer, or its absence. */
export function decideOutcome(row: OutboxRow, outcome: SendOutcome, { now, isStopping }: Circumstances): Decision {
  switch (outcome.state) {
    case 'unknown':
      return {
        to: 'unknown',
        trouble: { code: 'line_broke', message: unknownOutcomeText(outcome.message), retryable: false },
      };
    case 'accepted':
      return afterAccepted(row, withOutcomes(row, outcome.recipients), now);
    case 'refused':
      return afterRefused(row, outcome, { now, isStopping });
  }
}

/** Recipients with a temporary refusal are retried alone. */
function afterAccepted(row: OutboxRow, recipients: OutboxRecipient[], now: Date): Decision {
  const sent_at = row.sent_at ?? instantOf(now);
  const waiting = recipients.filter(({ state }) => state === 'waiting');
  if (waiting.length > 0) {
    const trouble: OutboxTrouble = { code: 'partly_waiting', message: listReasons(waiting), retryable: true };
    return retryOrFail(row, { recipients, sent_at, trouble, next_at: nextRetryAt(row.attempts, now) }, now);
  }
  return { to: 'sent', change: { recipients, sent_at, trouble: troubleOf(recipients) } };
}

function afterRefused(row: OutboxRow, outcome: Refused, { now, isStopping }: Circumstances): Decision {
  const recipients = withOutcomes(row, outcome.recipients);
  // The send loop ended before the attempt began, so the next start sends it. If only the sender was closed, it is retried later.
  if (outcome.reason === 'stopped' && isStopping)
    return { to: 'queued', change: { is_committed: false, attempts: Math.max(0, row.attempts - 1) } };
  const trouble: OutboxTrouble = {
    code: outcome.reason,
    message: reasonTextOf(outcome, recipients),
    retryable: outcome.isTemporary,
  };
  const waits = recipients.some(({ state }) => state === 'waiting');
  const isTemporary =
    outcome.isTemporary || outcome.recipients.some((each) => each.state === 'refused' && each.isTemporary);
  if (outcome.reason === 'auth') return retryOrFail(row, { recipients, trouble, next_at: nextSignInAt(now) }, now);
  if (isTemporary && waits)
    return retryOrFail(row, { recipients, trouble, next_at: nextRetryAt(row.attempts, now) }, now);
  return failSend(row, { recipients, trouble }, now);
}

type RetryChange = { recipients: OutboxRecipient[]; trouble: OutboxTrouble; next_at: string; sent_at?: string };

function retryOrFail(row: OutboxRow, change: RetryChange, now: Date): Decision {
  const late = tooLate(row, now);
  if (!late) return { to: 'queued', change: { ...change, is_committed: false } };
  const message = `${change.trouble.message} ${late.message}`;
  return failSend(
    { ...row, sent_at: change.sent_at ?? row.sent_at },
    { ...change, trouble: { ...late, message } },
    now,
  );
}

/** If other recipients have it already, it failed for these recipients only. */
function failSend(row: OutboxRow, { recipients, trouble }: Omit<RetryChange, 'next_at'>, now: Date): Decision {
  const refused = recipients.map((each): OutboxRecipient =>
    each.state === 'waiting' ? { ...each, state: 'refused', reason: each.reason ?? trouble.message } : each,
  );
  if (row.sent_at !== null)
    return { to: 'sent', change: { recipients: refused, sent_at: row.sent_at, trouble: troubleOf(refused) } };
  return { to: 'failed', change: { recipients: refused, trouble, is_committed: false, ended_at: instantOf(now) } };
}

/** The state of each recipient after an answer for some of them. */
function withOutcomes({ recipients }: OutboxRow, outcomes: readonly RecipientOutcome[]): OutboxRecipient[] {
  const outcomeByEmail = new Map(outcomes.map((outcome) => [outcome.email.toLowerCase(), outcome]));
  return recipients.map(({ email, kind, ...known }): OutboxRecipient => {
    const outcome = known.state === 'waiting' ? outcomeByEmail.get(email.toLowerCase()) : undefined;
    if (!outcome) return { email, kind, ...known };
    if (outcome.state === 'accepted') return { email, kind, state: 'accepted' };
    const state = outcome.isTemporary ? 'waiting' : 'refused';
    return { email, kind, state, reason: explainReply(outcome.reply, email) };
  });
}

function troubleOf(recipients: readonly OutboxRecipient[]): OutboxTrouble | null {
  const missed = recipients.filter(({ state }) => state === 'refused');
  return missed.length === 0 ? null : { code: 'partly_refused', message: listReasons(missed), retryable: false };
}

/** The reasons of single recipients are more specific than the reason for all. */
function reasonTextOf({ message }: Refused, recipients: readonly OutboxRecipient[]): string {
  const known = recipients.filter(({ reason }) => reason !== undefined);
  return known.length === 0 ? message : listReasons(known);
}

const maxListed = 5;

function listReasons(recipients: readonly OutboxRecipient[]): string {
  const lines = recipients.slice(0, maxListed).map(({ email, reason = '' }) => `${email}: ${reason}`);
  const more = recipients.length - lines.length;
  return `It didn’t go to ${lines.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`;
}

function unknownOutcomeText(message: string): string {
  return `${message} We couldn’t confirm that this message was sent. Check whether it arrived before you send it again.`;
}
