import { createWakeSignal } from '../../base/wake-signal.ts';
import { instantOf } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { backoff, runTogether, type Loop } from '../../base/loop.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { ActivityRecorder } from '../../mail/activity/recorder.ts';
import type { ApplyDeps, DeferredAuthorization } from '../../mail/mutations/apply.ts';
import {
  nextDueSend,
  nextSendAt,
  type OutboxRow,
  unknownSends,
  makeRetriesDue,
  unfinishedSends,
} from '../../mail/outbox/outbox.ts';
import type { SendingService } from '../../mail/outbox/sending-service.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';
import type { Sender } from '../../providers/sender.ts';
import { attemptSend, refuseSend } from './attempt.ts';
import { searchForUnknownSend } from './unknown-sends.ts';
import { finishSend } from './finish-send.ts';
import { checkBeforeSend } from './pre-send-checks.ts';
import { announceSendResult } from './announce-send-result.ts';
import { postponeUntilOnline } from './postpone.ts';

export type SendLoop = Loop & {
  /** Something may be due to be sent, or the computer has slept. */
  notify(): void;
  /** The server can be reached, or a pass has told what it has. */
  onReachable(): void;
};

export type SendLoopDeps = Pick<ApplyDeps, 'db' | 'clock'> &
  Pick<ActivityRecorder, 'recordDeferred'> & {
    log: Log;
    account: Account;
    sending: SendingService;
    authorizeDeferred: DeferredAuthorization;
    announce: (announcement: Announcement) => void;
    /** The account's line to where its mail lies, once it has one. */
    provider: () => Provider | undefined;
    /** Opens what sends its mail. */
    open: () => Promise<Sender>;
    isReachable: () => boolean;
    /** Asks for a sync pass, which brings the copy. */
    requestSync: () => void;
  };

/** The longest wait for something that is to go, in milliseconds: nobody says that a clock was put forward. */
const maxWaitMs = 60_000;

/** Milliseconds between two times that what waits for the line is tried before its time. */
const retryIntervalMs = 60_000;

/**
 * The one sender of an account, one message at a time: what is due goes, what is in doubt is looked for, and of what went
 * the copy is put into Sent, the answered message marked and the draft removed, in this order.
 */
export function sendLoop(deps: SendLoopDeps): SendLoop {
  const { clock, account, db, log, isReachable } = deps;
  const dueSignal = createWakeSignal(clock);
  const sentSignal = createWakeSignal(clock);
  const announceResult = announceSendResult(deps);
  const onAttempted = (row: OutboxRow) => {
    announceResult(row);
    sentSignal.notify();
  };
  const attemptDeps = { ...deps, onAttempted };
  let needsSearch = true;
  let failures = 0;
  let lastRetriedAtMs = 0;

  const retryNow = (codes: readonly string[]) => makeRetriesDue(db, account.id, instantOf(clock.now()), codes);

  const sendDue = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      const now = clock.now();
      const next = nextDueSend(db, account.id, instantOf(now));
      if (!next || signal.aborted) return;
      const obstacle = checkBeforeSend(next, { ...deps, now });
      if (obstacle) refuseSend(attemptDeps, next, obstacle, instantOf(now));
      else if (!isReachable()) postponeUntilOnline(attemptDeps, next, now);
      else await attemptSend(attemptDeps, next, signal);
    }
  };

  /** Gives after how long what is left is tried again; undefined where that is when somebody rings. */
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
          if (thrown instanceof ProviderError || signal.aborted) throw thrown;
          // What is wrong with one message keeps none of the others.
          hasFailed = true;
          log.error({ err: thrown, account: account.account_id }, 'what was sent could not be finished');
        });
      failures = 0;
      return hasFailed ? maxWaitMs : undefined;
    } catch (thrown) {
      if (signal.aborted) return undefined;
      const isProviderError = thrown instanceof ProviderError;
      const reason = isProviderError ? thrown.reason : undefined;
      const what = 'what was sent could not be seen to yet';
      log[isProviderError ? 'info' : 'error'](
        { account: account.account_id, err: isProviderError ? undefined : thrown, reason },
        what,
      );
      return backoff(failures++, { most: maxWaitMs });
    }
  };

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
      await sendDue(signal);
      const ms = waitMs();
      // What has become due meanwhile waits for nobody.
      if (ms !== 0) await dueSignal.wait(ms, signal);
    }
  };

  const finishLoop = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) await sentSignal.wait(await finishSent(signal), signal);
  };

  return {
    name: `send ${account.key ?? account.account_id}`,
    notify: notifyBoth,
    onReachable() {
      needsSearch = true;
      const now = clock.now().getTime();
      if (now - lastRetriedAtMs >= retryIntervalMs) {
        lastRetriedAtMs = now;
        retryNow(['offline', 'keychain']);
      }
      notifyBoth();
    },
    async run(signal) {
      // What the account was configured with may have been put right.
      retryNow(['auth', 'keychain', 'offline', 'tls', 'protocol', 'stopped']);
      // Neither waits for the other: where mail lies may be out of reach while what sends it is not.
      await runTogether([sendDueLoop, finishLoop], signal);
    },
  };
}
