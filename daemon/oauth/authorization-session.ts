import type { AccountSetup } from '../contract/account-setup.ts';
import { randomId } from '../base/ids.ts';
import type { IdentityRequest } from './identity-client.ts';
import type { StoredSignIn } from './stored-sign-in.ts';

/** A sign-in in the browser, from its start until the account has its tokens. */
export type AuthorizationRequest = IdentityRequest & {
  /** The account as it was given. Its address has to be signed in. */
  account: AccountSetup;
  /** The name under which the sign-in is stored. */
  tokenRef: string;
  flow: 'installed' | 'device';
};

/** How a client sees a session (wire-contract, section 14.10). It contains no token. */
export type AuthorizationSession = {
  session_id: string;
  account_key: string;
  flow: 'installed' | 'device';
  state: 'starting' | 'waiting_for_user' | 'authorized' | 'failed' | 'cancelled';
  /** The page of the provider, for the user's browser. */
  auth_url: string | null;
  /** Where the user types `user_code`. */
  verification_uri: string | null;
  user_code: string | null;
  poll_interval_secs: number | null;
  expires_at_unix: number;
  /** Why it failed, for programs. */
  error: string | null;
  /** What happened, as a sentence. */
  message: string | null;
  /** The page on which an administrator allows Posthorn for the organization. */
  admin_consent_url: string | null;
};

/** Stores the sign-in of a session, and what else belongs to its completion. Returns a sentence for the user. */
export type CompleteSession = (request: AuthorizationRequest, signIn: StoredSignIn) => Promise<string>;

/** How long a session lives, in milliseconds. */
export const lifetimeMs = 15 * 60_000;

/** A session with what is not shown of it. */
export type Session = {
  request: AuthorizationRequest;
  view: AuthorizationSession;
  expiresAtMs: number;
  /** Aborts when the session is cancelled, replaced or expired. */
  ended: AbortController;
  completeNow: CompleteSession | undefined;
  signIn?: StoredSignIn;
  completions: Map<string, Promise<void>>;
};

export function newSession(
  request: AuthorizationRequest,
  { nowMs, completeNow }: { nowMs: number; completeNow: CompleteSession | undefined },
): Session {
  const expiresAtMs = nowMs + lifetimeMs;
  return {
    request,
    expiresAtMs,
    ended: new AbortController(),
    completeNow,
    completions: new Map(),
    view: {
      session_id: randomId(),
      account_key: request.account.key,
      flow: request.flow,
      state: 'starting',
      auth_url: null,
      verification_uri: null,
      user_code: null,
      poll_interval_secs: null,
      expires_at_unix: Math.floor(expiresAtMs / 1000),
      error: null,
      message: null,
      admin_consent_url: null,
    },
  };
}

/** A page that the user no longer needs, and its code, are not shown. */
export function viewOf(session: Session): AuthorizationSession {
  const { view } = session;
  return isUnfinished(session) ? { ...view } : { ...view, auth_url: null, verification_uri: null, user_code: null };
}

export function isUnfinished({ view: { state } }: Session): boolean {
  return state === 'starting' || state === 'waiting_for_user';
}

/** A session that was cancelled or has failed; an authorized one can still be cancelled. */
export function isOver({ view }: Session): boolean {
  return view.state === 'failed' || view.state === 'cancelled';
}
