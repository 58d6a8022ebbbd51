import { createWakeSignal } from '../../base/wake-signal.ts';
import { instantOf } from '../../base/clock.ts';
import { diskProblemOf } from '../../base/disk-failure.ts';
import { backoff, runTogether, type Loop } from '../../base/loop.ts';
import {
  nextDueSend,
  nextSendAt,
  type OutboxRow,
  unknownSends,
  makeRetriesDue,
  unfinishedSends,
} from '../../mail/outbox/outbox.ts';
import { markInterruptedSendsUnknown } from '../../mail/outbox/unknown-sends.ts';
import { ProviderError } from '../../providers/provider.ts';
import { attemptSend, refuseSend } from './attempt.ts';
import { searchForUnknownSend } from './unknown-sends.ts';
import { finishSend } from './finish-send.ts';
import { checkBeforeSend } from './pre-send-checks.ts';
import { announceSendResult } from './announce-send-result.ts';
import { postponeUntilOnline } from './postpone.ts';
import type { AttemptDeps, SendLoopDeps } from './send-loop-deps.ts';

type SendLoop = Loop & {
  /** A message may be due, or the computer has slept. */
  notify(): void;
  /** The server is reachable, or a pass has read its content. */
  onReachable(): void;
};

/** The maximum wait for the next due message, in milliseconds: a change of the system clock causes no event. */
const maxWaitMs = 60_000;

/** Minimum milliseconds between two early retries of sends that wait for the connection. */
const retryIntervalMs = 60_000;

/**
 * The single send loop of an account, one message at a time: sends due messages, searches for sends with an unknown result,
 * and finishes sent messages: stores the copy in Sent, flags the answered message and deletes the draft, in this order.
 */
export function sendLoop(deps: SendLoopDeps): SendLoop {
  const { clock, account, db, disk } = deps;
  const dueSignal = createWakeSignal(clock);
  const sentSignal = createWakeSignal(clock);
  const announceResult = announceSendResult(deps);
  const onAttempted = (row: OutboxRow) => {
    announceResult(row);
    sentSignal.notify();
  };
  const attemptDeps = { ...deps, onAttempted };
  const finisher = createSentFinisher(deps, attemptDeps);
  let lastRetriedAtMs = 0;

  const retryNow = (codes: readonly string[]) => makeRetriesDue(db, account.id, instantOf(clock.now()), codes);

  const waitMs = (): number | undefined => {
    const next = nextSendAt(db, account.id);
    return next === undefined ? undefined : Math.min(maxWaitMs, Math.max(0, Date.parse(next) - clock.now().getTime()));
  };

  const notifyBoth = () => {
    dueSignal.notify();
    sentSignal.notify();
  };

  const sendDueLoop = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await disk.whenWritable(signal);
      await sendDue(deps, attemptDeps, signal);
      const ms = waitMs();
      // If more is due already, continue without waiting.
      if (ms !== 0) await dueSignal.wait(ms, signal);
    }
  };

  const finishLoop = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await disk.whenWritable(signal);
      await sentSignal.wait(await finisher.finishSent(signal), signal);
    }
  };

  return {
    name: `send ${account.key ?? account.account_id}`,
    notify: notifyBoth,
    onReachable() {
      finisher.searchAgain();
      const now = clock.now().getTime();
      if (now - lastRetriedAtMs >= retryIntervalMs) {
        lastRetriedAtMs = now;
        retryNow(['offline', 'keychain']);
      }
      notifyBoth();
    },
    async run(signal) {
      // An earlier run may have ended in the middle of a send.
      markInterruptedSendsUnknown(db, account.id);
      // The account's configuration may be fixed now.
      retryNow(['auth', 'keychain', 'offline', 'tls', 'protocol', 'stopped']);
      // The loops are independent: the mail server may be unreachable while the sending server is not.
      await runTogether([sendDueLoop, finishLoop], signal);
    },
  };
}

/** Sends the messages that are due, one after the other. */
async function sendDue(deps: SendLoopDeps, attemptDeps: AttemptDeps, signal: AbortSignal): Promise<void> {
  const { clock, account, db, disk, isReachable } = deps;
  for (;;) {
    await disk.whenWritable(signal);
    const now = clock.now();
    const next = nextDueSend(db, account.id, instantOf(now));
    if (!next || signal.aborted) return;
    const obstacle = checkBeforeSend(next, { ...deps, now });
    if (obstacle) refuseSend(attemptDeps, next, obstacle, instantOf(now));
    else if (!isReachable()) postponeUntilOnline(attemptDeps, next, now);
    else await attemptSend(attemptDeps, next, signal);
  }
}

/** Searches for sends with an unknown result, and finishes sent messages, while the mail server is reachable. */
function createSentFinisher(deps: SendLoopDeps, attemptDeps: AttemptDeps) {
  const { account, db, log } = deps;
  let needsSearch = true;
  let failures = 0;

  /** Returns the delay until the rest is retried; undefined if a wake signal decides. */
  const finishSent = async (signal: AbortSignal): Promise<number | undefined> => {
    const provider = deps.provider();
    if (signal.aborted || (!provider && account.sync_kind !== null)) return undefined;
    try {
      if (needsSearch && provider)
        for (const row of unknownSends(db, account.id))
          await searchForUnknownSend(attemptDeps, { row, provider }, signal);
      needsSearch = false;
      let hasFailed = false;
      for (const row of unfinishedSends(db, account.id))
        await finishSend(deps, { row, provider }, signal).catch((thrown: unknown) => {
          if (thrown instanceof ProviderError || diskProblemOf(thrown) !== undefined || signal.aborted) throw thrown;
          // A failure of one message does not stop the others.
          hasFailed = true;
          log.error({ err: thrown, account: account.account_id }, 'a sent message could not be finished');
        });
      failures = 0;
      return hasFailed ? maxWaitMs : undefined;
    } catch (thrown) {
      if (signal.aborted) return undefined;
      if (diskProblemOf(thrown) !== undefined) throw thrown;
      const isProviderError = thrown instanceof ProviderError;
      const reason = isProviderError ? thrown.reason : undefined;
      const what = 'a sent message couldn’t be finished yet';
      log[isProviderError ? 'info' : 'error'](
        { account: account.account_id, err: isProviderError ? undefined : thrown, reason },
        what,
      );
      return backoff(failures++, { most: maxWaitMs });
    }
  };

  return {
    finishSent,
    /** Makes the next run search for sends with an unknown result. */
    searchAgain() {
      needsSearch = true;
    },
  };
}
