import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { doubtSend } from '../../mail/outbox-doubts.ts';
import { moveSend, outboxRow, type OutboxRow, type OutboxTrouble } from '../../mail/outbox.ts';
import { keptBytes } from '../../mail/kept-files.ts';
import { ProviderError } from '../../providers/provider.ts';
import type { SendOutcome } from '../../providers/sender.ts';
import { writtenMessage } from './message-bytes.ts';
import { decide } from './outcome.ts';
import type { SendLoopParts } from './send-loop.ts';
import { keptSize } from './store.ts';

export type AttemptParts = Pick<SendLoopParts, 'db' | 'clock' | 'log' | 'account' | 'open' | 'provider' | 'sending'> & {
  /** Told what came of a try, once that is stored. */
  onTried: (row: OutboxRow) => void;
};

/**
 * Hands one message over, once. What came of it stands in its row, which says so to the clients; nothing is thrown for what
 * servers or lines do. Between two tries nothing of the message changes.
 */
export async function attempt(parts: AttemptParts, { id, attempts }: OutboxRow, signal: AbortSignal): Promise<void> {
  const { db, clock, sending, onTried } = parts;
  if (!moveSend(db, id, 'queued', 'sending', { attempts: attempts + 1, trouble: null })) return;
  const begun = outboxRow(db, id)!;
  sending.changed(begun);
  const outcome = await handOver(parts, begun, signal);
  const decision = decide(begun, outcome, clock.now());
  db.transaction(() => {
    const now = outboxRow(db, id);
    if (now?.state !== 'sending') throw new Error('a message was taken from its sender while it was being sent');
    if (decision.to === 'unknown') doubtSend(db, now, decision.trouble);
    else moveSend(db, id, 'sending', decision.to, decision.change);
  });
  onTried(outboxRow(db, id)!);
}

async function handOver(parts: AttemptParts, row: OutboxRow, signal: AbortSignal): Promise<SendOutcome> {
  const { db, clock, account, open, provider } = parts;
  let isCommitted = false;
  try {
    const mime = await writtenMessage({ db, clock, account, line: provider() }, row);
    const sender = await open();
    try {
      const waiting = row.recipients.filter(({ state }) => state === 'waiting').map(({ email }) => email);
      const message = { from: row.from_email, to: waiting, size: keptSize(db, mime), envelopeId: row.send_id };
      return await sender.send(
        { ...message, content: () => keptBytes(db, mime) },
        {
          signal: untilPatienceEnds(signal, clock, () => isCommitted),
          beforeLast() {
            signal.throwIfAborted();
            // The point of no return: a crash before this line is a message nobody has, one after it a message in doubt.
            isCommitted = moveSend(db, row.id, 'sending', 'sending', { is_committed: true });
            if (!isCommitted) throw new Error('a message was taken from its sender while it was being sent');
          },
        },
      );
    } finally {
      await sender.close();
    }
  } catch (thrown) {
    return outcomeOf(parts, thrown, { isCommitted, isStopped: signal.aborted });
  }
}

/** Milliseconds in which a server may still answer when Posthorn stops. */
const patience = 1_000;

/** What nobody can have taken is broken off at once; of what may have been taken the answer is waited for a moment longer. */
function untilPatienceEnds(signal: AbortSignal, clock: Clock, isCommitted: () => boolean): AbortSignal {
  const ending = new AbortController();
  const end = async () => {
    if (isCommitted()) await clock.wait(patience);
    ending.abort(signal.reason);
  };
  if (signal.aborted) void end();
  else signal.addEventListener('abort', () => void end(), { once: true });
  return ending.signal;
}

/** What a failure before or beside the sender's own verb comes to. */
function outcomeOf(
  { log, account }: AttemptParts,
  thrown: unknown,
  { isCommitted, isStopped }: { isCommitted: boolean; isStopped: boolean },
): SendOutcome {
  const isExpected = thrown instanceof ProviderError || thrown instanceof Failure || isStopped;
  if (!isExpected) log.error({ err: thrown, account: account.account_id }, 'a message could not be handed over');
  const message = isExpected && thrown instanceof Error ? thrown.message : 'Posthorn made a mistake; it tries again.';
  if (isCommitted) return { state: 'unknown', message };
  const refused = { state: 'refused' as const, recipients: [], reply: null, message };
  if (isStopped) return { ...refused, reason: 'stopped', isTemporary: true };
  if (thrown instanceof ProviderError)
    return { ...refused, reason: thrown.reason, isTemporary: thrown.reason !== 'refused' };
  return {
    ...refused,
    reason: 'protocol',
    isTemporary: !(thrown instanceof Failure) || thrown.code === 'file_missing',
  };
}

/** What was to go and may not. */
export function refuse(
  { db, onTried }: Pick<AttemptParts, 'db' | 'onTried'>,
  { id, sent_at, recipients }: OutboxRow,
  trouble: OutboxTrouble,
  ended_at: string,
): void {
  const refused = recipients.map((each) =>
    each.state === 'waiting' ? { ...each, state: 'refused' as const, reason: trouble.message } : each,
  );
  const isDone =
    sent_at === null
      ? moveSend(db, id, 'queued', 'failed', { trouble, ended_at })
      : moveSend(db, id, 'queued', 'sent', { trouble, recipients: refused });
  if (isDone) onTried(outboxRow(db, id)!);
}
