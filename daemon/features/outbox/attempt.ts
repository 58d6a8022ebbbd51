import type { Clock } from '../../base/clock.ts';
import { diskProblemOf } from '../../base/disk-failure.ts';
import { Failure } from '../../base/failure.ts';
import { markSendUnknown } from '../../mail/outbox/unknown-sends.ts';
import { transitionSend, outboxRow, type OutboxRow, type OutboxTrouble } from '../../mail/outbox/outbox.ts';
import { readDraftBlob } from '../../mail/drafts/blobs.ts';
import { ProviderError } from '../../providers/provider.ts';
import type { SendOutcome } from '../../providers/sender.ts';
import { ensureMessageBytes } from './message-bytes.ts';
import { decideOutcome } from './outcome.ts';
import { messageSize } from './store.ts';
import type { AttemptDeps } from './send-loop-deps.ts';

/**
 * Sends one message once. The result is stored in its row and announced; server and network failures are not thrown. The
 * message does not change between two attempts.
 */
export async function attemptSend(deps: AttemptDeps, { id, attempts }: OutboxRow, signal: AbortSignal): Promise<void> {
  const { db, clock, sending, onAttempted } = deps;
  if (!transitionSend(db, id, 'queued', 'sending', { attempts: attempts + 1, trouble: null })) return;
  const started = outboxRow(db, id)!;
  sending.announceChange(started);
  const outcome = await transmit(deps, started, signal);
  const decision = decideOutcome(started, outcome, { now: clock.now(), isStopping: signal.aborted });
  await onceWritable(deps, signal, () =>
    db.transaction(() => {
      const now = outboxRow(db, id);
      if (now?.state !== 'sending') throw new Error('a message was taken from its sender while it was being sent');
      if (decision.to === 'unknown') markSendUnknown(db, now, decision.trouble);
      else transitionSend(db, id, 'sending', decision.to, decision.change);
    }),
  );
  onAttempted(outboxRow(db, id)!);
}

/** Runs a write that must not be lost: while the disk cannot store anything, it waits until it can. */
async function onceWritable({ disk }: AttemptDeps, signal: AbortSignal, write: () => void): Promise<void> {
  for (;;) {
    try {
      return write();
    } catch (thrown) {
      if (diskProblemOf(thrown) === undefined || signal.aborted) throw thrown;
      await disk.whenWritable(signal);
    }
  }
}

async function transmit(deps: AttemptDeps, row: OutboxRow, signal: AbortSignal): Promise<SendOutcome> {
  const { db, clock, account, open, provider } = deps;
  let isCommitted = false;
  try {
    const mime = await ensureMessageBytes({ db, clock, account, provider: provider() }, row);
    const sender = await open();
    try {
      const waiting = row.recipients.filter(({ state }) => state === 'waiting').map(({ email }) => email);
      const message = { from: row.from_email, to: waiting, size: messageSize(db, mime), envelopeId: row.send_id };
      return await sender.send(
        { ...message, content: () => readDraftBlob(db, mime) },
        {
          signal: withStopGrace(signal, clock, () => isCommitted),
          beforeFinalBytes() {
            signal.throwIfAborted();
            // The point of no return: after a crash before this line the message is certainly not sent, after it the result
            // is unknown.
            isCommitted = transitionSend(db, row.id, 'sending', 'sending', { is_committed: true });
            if (!isCommitted) throw new Error('a message was taken from its sender while it was being sent');
          },
        },
      );
    } finally {
      await sender.close();
    }
  } catch (thrown) {
    return outcomeOf(deps, thrown, { isCommitted, isStopped: signal.aborted });
  }
}

/** The time in milliseconds that a server has to answer when Posthorn stops. */
const stopGraceMs = 1_000;

/** Aborts at once if the server cannot have accepted the message; else waits a moment longer for its answer. */
function withStopGrace(signal: AbortSignal, clock: Clock, isCommitted: () => boolean): AbortSignal {
  const ending = new AbortController();
  const end = async () => {
    if (isCommitted()) await clock.wait(stopGraceMs);
    ending.abort(signal.reason);
  };
  if (signal.aborted) void end();
  else signal.addEventListener('abort', () => void end(), { once: true });
  return ending.signal;
}

/** The outcome of an error thrown before or during the send. */
function outcomeOf(
  { log, account }: AttemptDeps,
  thrown: unknown,
  { isCommitted, isStopped }: { isCommitted: boolean; isStopped: boolean },
): SendOutcome {
  const isExpected = thrown instanceof ProviderError || thrown instanceof Failure || isStopped;
  if (!isExpected) log.error({ err: thrown, account: account.account_id }, 'a message could not be sent');
  const message =
    isExpected && thrown instanceof Error ? thrown.message : 'Something went wrong in Posthorn. It will try again.';
  if (isCommitted) return { state: 'unknown', message };
  const refused = { state: 'refused' as const, recipients: [], reply: null, message };
  if (isStopped) return { ...refused, reason: 'stopped', isTemporary: true };
  if (thrown instanceof ProviderError)
    return { ...refused, reason: thrown.reason, isTemporary: thrown.reason !== 'refused' };
  return {
    ...refused,
    reason: 'protocol',
    isTemporary: !(thrown instanceof Failure) || thrown.code === 'file_missing' || diskProblemOf(thrown) !== undefined,
  };
}

/** Fails a send that is no longer allowed. */
export function refuseSend(
  { db, onAttempted }: Pick<AttemptDeps, 'db' | 'onAttempted'>,
  { id, sent_at, recipients }: OutboxRow,
  trouble: OutboxTrouble,
  ended_at: string,
): void {
  const refused = recipients.map((each) =>
    each.state === 'waiting' ? { ...each, state: 'refused' as const, reason: trouble.message } : each,
  );
  const isDone =
    sent_at === null
      ? transitionSend(db, id, 'queued', 'failed', { trouble, ended_at })
      : transitionSend(db, id, 'queued', 'sent', { trouble, recipients: refused });
  if (isDone) onAttempted(outboxRow(db, id)!);
}
