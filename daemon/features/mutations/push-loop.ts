import { diskProblemOf } from '../../base/disk-failure.ts';
import { reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import { backoff, type Loop } from '../../base/loop.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { setJobsWaiting } from '../../mail/mutations/completion.ts';
import { markSendingUnsure } from '../../mail/mutations/push/sync-passes.ts';
import { pushLabelColors } from '../../mail/mutations/push/push-label-colors.ts';
import { pushBatch } from '../../mail/mutations/push/push.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';
import type { DiskState } from '../../store/disk-state.ts';
import type { PushDeps } from '../../mail/mutations/push/push-deps.ts';

type PushLoop = Loop & {
  /** There may be operations to push. Does not shorten the retry delay of an unreachable server. */
  notify(): void;
  /** The server is reachable, or a pass has read its content. */
  onReachable(): void;
};

type PushLoopDeps = PushDeps & {
  log: Log;
  account: Account;
  /** The account's connection to its server, once there is one. */
  provider: () => Provider | undefined;
  disk: Pick<DiskState, 'whenWritable'>;
  /** Requests a sync pass, which reads the content of the server. */
  requestSync: () => void;
};

/** Retry an unreachable server at least once a minute. */
const maxRetryMs = 60_000;

/** Pushes the operations of one account to its server, in order, while it is reachable. */
export function pushLoop(deps: PushLoopDeps): PushLoop {
  const { account, provider, requestSync, clock, log, db, disk } = deps;
  const wakeSignal = createWakeSignal(clock);
  let failures = 0;
  let isBackingOff = false;
  let hasRequestedSync = false;
  /** An earlier push may have ended between a request to the server and the record of its outcome. */
  let isInterrupted = true;

  const pushAll = async (signal: AbortSignal): Promise<number | undefined> => {
    if (isInterrupted) markSendingUnsure(db, account.id);
    isInterrupted = false;
    for (;;) {
      const connected = provider();
      if (signal.aborted) return undefined;
      if (!connected) {
        setJobsWaiting(
          { db, clock },
          account.id,
          `${account.name} isn’t connected to its server. Posthorn reconnects automatically.`,
        );
        return undefined;
      }
      const pushed = await pushBatch(deps, { account, provider: connected }, signal);
      failures = 0;
      if (pushed === 'more') continue;
      // After the labels themselves.
      await pushLabelColors(deps, { account, provider: connected }, signal);
      if (pushed === 'unsure' && !hasRequestedSync) requestSync();
      hasRequestedSync = pushed === 'unsure';
      return undefined;
    }
  };

  const retryDelayAfter = (thrown: unknown): number => {
    isInterrupted = true;
    const isProviderError = thrown instanceof ProviderError;
    const isExpected = isProviderError || diskProblemOf(thrown) !== undefined;
    const reason = isExpected ? reasonOf(thrown) : 'Something went wrong in Posthorn. It will try again.';
    log[isProviderError ? 'info' : 'error'](
      {
        account: account.account_id,
        err: isProviderError ? undefined : thrown,
        reason: isProviderError ? thrown.reason : undefined,
      },
      'changes could not be pushed to the server yet',
    );
    setJobsWaiting({ db, clock }, account.id, reason);
    // A pass reports an unreachable server in the status of the account, before its interval is over.
    if (failures === 0 && isProviderError && thrown.reason === 'offline') requestSync();
    return backoff(failures++, { most: maxRetryMs });
  };

  return {
    name: `push ${account.key ?? account.account_id}`,
    notify: () => void (isBackingOff || wakeSignal.notify()),
    onReachable() {
      hasRequestedSync = false;
      wakeSignal.notify();
    },
    async run(signal) {
      while (!signal.aborted) {
        await disk.whenWritable(signal);
        const waitMs = await pushAll(signal).catch((thrown: unknown) =>
          signal.aborted ? undefined : retryDelayAfter(thrown),
        );
        isBackingOff = waitMs !== undefined;
        if (isBackingOff) wakeSignal.clear();
        await wakeSignal.wait(waitMs, signal);
        isBackingOff = false;
      }
    },
  };
}
