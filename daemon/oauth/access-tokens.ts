import type { Clock } from '../base/clock.ts';
import { orRejectOnAbort } from '../base/abort.ts';
import { Failure } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import { isSecretLocked } from '../config/secrets/secret-store.ts';
import type { SignInStore } from '../config/secrets/sign-ins.ts';
import type { AccessTokens } from '../providers/access-token.ts';
import { ProviderError, type ProviderErrorReason } from '../providers/provider.ts';
import type { IdentityClient } from './identity-client.ts';
import { OAuthError, type OAuthErrorCode } from './oauth-error.ts';
import { readSignIn, type StoredSignIn } from './stored-sign-in.ts';

/** The sign-ins of all accounts, and their access tokens. */
export type SignIns = {
  /** The tokens of the sign-in under this name, for the account that is shown as `accountName`. */
  tokensOf(ref: string, accountName: string): AccessTokens;
  /** The stored sign-in; undefined if there is none. Throws what the store throws. */
  get(ref: string): Promise<StoredSignIn | undefined>;
  /** Replaces a sign-in after the user signed in again. */
  set(ref: string, signIn: StoredSignIn): Promise<void>;
  remove(ref: string): Promise<void>;
  /** Forgets the tokens in memory, as when their vault is locked. Renewed ones that could not be stored yet are kept until then. */
  forget(): void;
};

type SignInsDeps = {
  store: Pick<SignInStore, 'get' | 'set' | 'remove'>;
  identity: Pick<IdentityClient, 'refresh' | 'providerOf'>;
  clock: Clock;
  log: Log;
};

/** An access token that is valid for less than this is refreshed before it expires, in milliseconds. */
const earlyRefreshMs = 5 * 60_000;
/** A token that is valid for less than this is not given to a caller. */
const minValidityMs = 60_000;

/**
 * Keeps access tokens fresh. Requests for one sign-in share one refresh. New tokens are stored before a caller gets them,
 * because a provider may accept each refresh token once (RFC 6749, section 10.4): if they cannot be stored, they are kept in
 * memory and stored by the next request. A refresh that the provider refused is not repeated until the user signed in again.
 */
export function createSignIns({ store, identity, clock, log }: SignInsDeps): SignIns {
  const entries = new Map<string, Entry>();
  const entryOf = (ref: string): Entry => {
    const entry = entries.get(ref) ?? { version: 0 };
    entries.set(ref, entry);
    return entry;
  };

  const load = async (ref: string, entry: Entry): Promise<StoredSignIn | undefined> =>
    (entry.signIn ??= await readSignIn(store, ref));

  const save = async (ref: string, entry: Entry, signIn: StoredSignIn) => {
    entry.unsaved = signIn;
    await store.set(ref, signIn);
    delete entry.unsaved;
    entry.signIn = signIn;
  };

  /** The current sign-in, refreshed where necessary. */
  const renew = async (ref: string, accountName: string): Promise<StoredSignIn> => {
    const entry = entryOf(ref);
    const { version } = entry;
    if (entry.unsaved) await save(ref, entry, entry.unsaved);
    const signIn = await load(ref, entry);
    if (!signIn) throw noSignIn(accountName);
    const leftMs = signIn.expires_at - clock.now().getTime();
    const isInvalid = entry.invalidToken === signIn.access_token;
    if (!isInvalid && leftMs > earlyRefreshMs) return signIn;
    if (entry.refusal) throw entry.refusal;
    try {
      const renewed = await identity.refresh(signIn);
      // The user signed in again meanwhile.
      if (entry.version !== version) return (await load(ref, entryOf(ref))) ?? signIn;
      delete entry.invalidToken;
      await save(ref, entry, renewed);
      return renewed;
    } catch (thrown) {
      if (!(thrown instanceof OAuthError)) throw thrown;
      const refused = providerErrorOf(thrown, accountName);
      if (refused.reason === 'auth' && entry.version === version) entry.refusal = refused;
      if (refused.reason !== 'auth' && !isInvalid && leftMs > minValidityMs) {
        log.info({ reason: thrown.code }, 'an access token could not be refreshed ahead of its expiry');
        return signIn;
      }
      throw refused;
    }
  };

  const current = (ref: string, accountName: string): Promise<StoredSignIn> => {
    const entry = entryOf(ref);
    entry.renewing ??= renew(ref, accountName).finally(() => delete entry.renewing);
    return entry.renewing;
  };

  return {
    tokensOf: (ref, accountName) => ({
      get: (signal) => accessTokenOf(current(ref, accountName), signal),
      invalidate(token) {
        const entry = entryOf(ref);
        if (entry.signIn?.access_token === token) entry.invalidToken = token;
      },
    }),
    get: async (ref) => load(ref, entryOf(ref)),
    async set(ref, signIn) {
      const entry = entryOf(ref);
      entry.version += 1;
      await store.set(ref, signIn);
      entries.set(ref, { version: entry.version, signIn });
    },
    async remove(ref) {
      entryOf(ref).version += 1;
      entries.delete(ref);
      await store.remove(ref);
    },
    forget: () => [...entries.values()].forEach(forgetTokens),
  };
}

function forgetTokens(entry: Entry): void {
  delete entry.signIn;
  delete entry.invalidToken;
}

async function accessTokenOf(signIn: Promise<StoredSignIn>, signal: AbortSignal | undefined): Promise<string> {
  const current = signIn.catch(throwProviderError);
  const { access_token } = await (signal ? orRejectOnAbort(current, signal) : current);
  return access_token;
}

type Entry = {
  /** Counts the times that the user signed in. */
  version: number;
  signIn?: StoredSignIn;
  /** Renewed tokens that are not stored yet. */
  unsaved?: StoredSignIn;
  renewing?: Promise<StoredSignIn>;
  /** An access token that the server refused. */
  invalidToken?: string;
  /** Why the provider refuses to refresh. */
  refusal?: ProviderError;
};

const reasons: Record<OAuthErrorCode, ProviderErrorReason> = {
  denied: 'auth',
  expired_sign_in: 'auth',
  wrong_account: 'auth',
  consent_required: 'auth',
  client_refused: 'auth',
  code_expired: 'auth',
  offline: 'offline',
  busy: 'busy',
  protocol: 'protocol',
};

function providerErrorOf(error: OAuthError, accountName: string): ProviderError {
  const reason = reasons[error.code];
  const message = error.code === 'expired_sign_in' ? expiredMessage(accountName) : error.message;
  return new ProviderError(reason, message, {
    ...(reason === 'auth' && { kind: 'expired_sign_in' as const }),
    cause: error.cause,
  });
}

function throwProviderError(thrown: unknown): never {
  if (!(thrown instanceof Failure)) throw thrown;
  if (thrown.code === 'sign_in_unreadable')
    throw new ProviderError('auth', thrown.message, { kind: 'expired_sign_in', cause: thrown });
  const reason = isSecretLocked(thrown) ? 'keychain' : 'protocol';
  throw new ProviderError(reason, thrown.message, { cause: thrown });
}

function expiredMessage(accountName: string): string {
  return `The sign-in of ${accountName} has ended. Sign in again to continue syncing.`;
}

function noSignIn(accountName: string): ProviderError {
  return new ProviderError('auth', `${accountName} isn’t signed in. Sign in to sync its mail.`, {
    kind: 'expired_sign_in',
  });
}
