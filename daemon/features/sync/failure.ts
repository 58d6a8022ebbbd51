import { instantOf, type Clock } from '../../base/clock.ts';
import { reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import { backoff } from '../../base/loop.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { recordSyncFailure, syncRecord } from '../../mail/accounts/sync-status.ts';
import { ProviderError, type ProviderErrorReason } from '../../providers/provider.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';

/** A pass that failed: why, and when the next one may begin by itself; without `retryInMs` somebody has to ask. */
export type PassFailure = { ok: false; reason: ProviderErrorReason; error: string; retryInMs?: number };

export type FailureDeps = {
  read: ReadDb;
  write: WriteDb;
  clock: Clock;
  log: Log;
  /** Whether there is a network to reach the account's server over. */
  isReachable: () => boolean;
};

/** A server out of reach is knocked at once a minute: that costs it nothing, and a network may be back any moment. */
const maxOfflineRetryMs = 60_000;

/**
 * Servers that have taken a password do refuse it once in a while, when what they ask about it is down. People who are
 * told so change a password that is right. So it is sent once more after ten minutes before they are asked; two wrong
 * sign-ins lock nobody out.
 */
const secondSignInMs = 10 * 60_000;

/** Notes in the store that a pass failed, and says so in words. `wasPasswordAccepted` tells that the server did before. */
export function recordFailure(
  { read, write, clock, log, isReachable }: FailureDeps,
  { account, wasPasswordAccepted }: { account: Account; wasPasswordAccepted: boolean },
  failed: unknown,
): PassFailure {
  const reason = failed instanceof ProviderError ? failed.reason : 'protocol';
  const failures = (syncRecord(read, account.id)?.consecutive_failures ?? 0) + 1;
  const retryInMs = retryDelayMs(reason, failures, wasPasswordAccepted);
  const error = reason === 'auth' ? authText(failed, wasPasswordAccepted) : errorText(failed);
  // Without a network there is no such time: it is tried when there is one.
  const isTimed = retryInMs !== undefined && isReachable();
  const until = isTimed ? instantOf(new Date(clock.now().getTime() + retryInMs)) : null;
  recordSyncFailure(write, account.id, { error, reason, until });
  log.warn(
    { account: account.account_id, reason, err: failed instanceof ProviderError ? undefined : failed },
    'a sync pass failed',
  );
  return { ok: false, reason, error, ...(retryInMs !== undefined && { retryInMs }) };
}

function retryDelayMs(reason: ProviderErrorReason, failures: number, wasPasswordAccepted: boolean): number | undefined {
  if (reason === 'auth') return wasPasswordAccepted ? secondSignInMs : undefined;
  // A keychain may be unlocked any moment, and looking costs nothing either.
  return reason === 'offline' || reason === 'keychain'
    ? backoff(failures, { most: maxOfflineRetryMs })
    : backoff(failures);
}

function authText(failed: unknown, wasPasswordAccepted: boolean): string {
  const refusal = errorText(failed).replace(/(?<![.!?])$/, '.');
  return wasPasswordAccepted
    ? `${refusal} It took this password earlier, so Posthorn tries it once more in ten minutes.`
    : `${refusal} Posthorn does not sign in again by itself: put the password right, then sync.`;
}

function errorText(failed: unknown): string {
  return failed instanceof ProviderError ? failed.message : `Syncing failed: ${reasonOf(failed)}`;
}
