import { instantOf, type Clock } from '../../base/clock.ts';
import { diskProblemOf } from '../../base/disk-failure.ts';
import { reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import { backoff } from '../../base/loop.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { unexpectedErrorText } from '../../mail/accounts/unexpected-error.ts';
import { recordSyncFailure, syncRecord } from '../../mail/accounts/sync-status.ts';
import { ProviderError, type ProviderErrorReason } from '../../providers/provider.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';

/** Why a pass failed: what the server did, or that the disk could not store its mail. */
export type PassFailureReason = ProviderErrorReason | 'disk';

/** A failed pass: the reason, and when the next pass may start by itself; without `retryInMs` the user has to request it. */
export type PassFailure = { ok: false; reason: PassFailureReason; error: string; retryInMs?: number };

export type FailureDeps = {
  read: ReadDb;
  write: WriteDb;
  clock: Clock;
  log: Log;
  /** Whether the network allows reaching the account's server. */
  isReachable: () => boolean;
};

/**
 * An unreachable server is retried at least once a minute: that costs it nothing, and the network may come back at any
 * moment.
 */
const maxOfflineRetryMs = 60_000;

/**
 * A server may refuse a correct password while its authentication backend is down, and a user who is asked then would change
 * a correct password. So a password that was accepted before is tried once more after ten minutes before the user is asked;
 * two failed sign-ins do not lock an account.
 */
const secondSignInMs = 10 * 60_000;

/** The pass that failed. */
type FailedPass = {
  account: Account;
  /** The server accepted the password before. */
  wasPasswordAccepted: boolean;
  /** It has stored new mail, so the server is well: the delays begin with the shortest again. */
  hasStoredMail?: boolean;
};

/** Logs that a pass failed, and stores it unless the disk prevents that. */
export function recordFailure(
  { read, write, clock, log, isReachable }: FailureDeps,
  { account, wasPasswordAccepted, hasStoredMail = false }: FailedPass,
  failed: unknown,
): PassFailure {
  const reason = reasonFor(failed);
  const failures = hasStoredMail ? 1 : (syncRecord(read, account.id)?.consecutive_failures ?? 0) + 1;
  const isSecondTry = wasPasswordAccepted && !isSignInOver(failed);
  const retryInMs = serverDelayMs(failed, clock) ?? retryDelayMs(reason, failures, isSecondTry);
  const error = reason === 'auth' ? authText(failed, isSecondTry) : errorText(failed);
  // Without a network there is no retry time: the retry follows the network.
  const isTimed = retryInMs !== undefined && isReachable();
  const until = isTimed ? instantOf(new Date(clock.now().getTime() + retryInMs)) : null;
  try {
    recordSyncFailure(write, account.id, { error, reason, until, failures });
  } catch (thrown) {
    if (diskProblemOf(thrown) === undefined) throw thrown;
    log.warn({ account: account.account_id, err: thrown }, 'the failure of a sync pass could not be stored');
  }
  log.warn(
    { account: account.account_id, reason, err: failed instanceof ProviderError ? undefined : failed },
    'a sync pass failed',
  );
  return { ok: false, reason, error, ...(retryInMs !== undefined && { retryInMs }) };
}

/** Only the user can go on: the identity provider has ended the sign-in in the browser. */
function isSignInOver(failed: unknown): boolean {
  return failed instanceof ProviderError && failed.kind === 'expired_sign_in';
}

function reasonFor(failed: unknown): PassFailureReason {
  if (failed instanceof ProviderError) return failed.reason;
  return diskProblemOf(failed) === undefined ? 'protocol' : 'disk';
}

/** The delay that the server asks for. */
function serverDelayMs(failed: unknown, clock: Clock): number | undefined {
  const retryAt = failed instanceof ProviderError ? failed.retryAt : undefined;
  return retryAt && Math.max(0, retryAt.getTime() - clock.now().getTime());
}

function retryDelayMs(reason: PassFailureReason, failures: number, wasPasswordAccepted: boolean): number | undefined {
  if (reason === 'auth') return wasPasswordAccepted ? secondSignInMs : undefined;
  // A keychain may be unlocked at any moment, and checking it costs nothing.
  return reason === 'offline' || reason === 'keychain'
    ? backoff(failures, { most: maxOfflineRetryMs })
    : backoff(failures);
}

function authText(failed: unknown, wasPasswordAccepted: boolean): string {
  const refusal = errorText(failed).replace(/(?<![.!?])$/, '.');
  if (isSignInOver(failed)) return refusal;
  if (failed instanceof ProviderError && failed.kind === 'refused_token')
    return wasPasswordAccepted ? `${refusal} Posthorn tries once more in ten minutes.` : refusal;
  return wasPasswordAccepted
    ? `${refusal} The password worked before, so Posthorn will try it once more in ten minutes.`
    : `${refusal} Posthorn doesn’t retry this automatically: correct the password, then sync.`;
}

function errorText(failed: unknown): string {
  const isSentence = failed instanceof ProviderError || diskProblemOf(failed) !== undefined;
  return isSentence ? reasonOf(failed) : unexpectedErrorText(failed);
}
