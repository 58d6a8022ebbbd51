import type { Clock } from '../base/clock.ts';
import { Failure } from '../base/failure.ts';
import type { AccountSetup } from '../contract/account-setup.ts';
import { randomId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import type { IdentityClient, IdentityRequest } from './identity-client.ts';
import { openLoopbackListener, type ExpectedState } from './loopback-listener.ts';
import { OAuthError } from './oauth-error.ts';
import type { ResultText } from './result-page.ts';
import { isSameAddress } from './same-address.ts';
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

export type AuthorizationSessions = {
  /**
   * Starts a sign-in, and replaces an earlier one for the same account. With `complete` it is completed as soon as the user
   * has signed in. Resolves once the user can act, or once it has failed.
   */
  start(request: AuthorizationRequest, complete?: CompleteSession): Promise<AuthorizationSession>;
  /** Throws `Failure` missing `no_such_session` for an unknown and for an expired session, as do all that take an id. */
  get(session_id: string): AuthorizationSession;
  /** The unfinished session of an account. */
  ofAccount(accountKey: string): AuthorizationSession | undefined;
  /** Ends a session. A redirect that comes later changes nothing. Throws `Failure` conflict `already_completed`. */
  cancel(session_id: string): AuthorizationSession;
  /**
   * Completes an authorized session once for each `kind`; a repeat gets the same answer. Throws `Failure` conflict
   * `not_authorized`, and what `complete` throws.
   */
  complete(session_id: string, kind: string, complete: CompleteSession): Promise<AuthorizationSession>;
  close(): void;
};

type SessionsDeps = { identity: IdentityClient; clock: Clock; log: Log };

/** How long a session lives, in milliseconds. */
const lifetimeMs = 15 * 60_000;

type Session = {
  request: AuthorizationRequest;
  view: AuthorizationSession;
  expiresAtMs: number;
  /** Aborts when the session is cancelled, replaced or expired. */
  ended: AbortController;
  completeNow: CompleteSession | undefined;
  signIn?: StoredSignIn;
  completions: Map<string, Promise<void>>;
};

/** The sign-ins that are under way. They are in memory only: a daemon that ends forgets them, and none is half stored. */
export function createAuthorizationSessions({ identity, clock, log }: SessionsDeps): AuthorizationSessions {
  const sessions = new Map<string, Session>();

  const forgetExpired = () => {
    const now = clock.now().getTime();
    for (const [id, session] of sessions) {
      if (session.expiresAtMs > now) continue;
      session.ended.abort();
      sessions.delete(id);
    }
  };
  const require = (session_id: string): Session => {
    forgetExpired();
    const session = sessions.get(session_id);
    if (!session) throw noSuchSession();
    return session;
  };
  const end = (session: Session, message: string) => {
    if (isOver(session)) return;
    Object.assign(session.view, { state: 'cancelled', message });
    delete session.signIn;
    session.ended.abort();
  };
  const fail = (session: Session, thrown: unknown) => {
    if (isOver(session) || session.ended.signal.aborted) return;
    const { code, message } = describe(thrown, session, log);
    const adminUrl = code === 'consent_required' ? adminConsentUrl(session, identity) : null;
    Object.assign(session.view, { state: 'failed', error: code, message, admin_consent_url: adminUrl });
    session.ended.abort();
  };
  const complete = (session: Session, kind: string, store: CompleteSession): Promise<void> => {
    const running =
      session.completions.get(kind) ??
      (async () => {
        const { request, signIn } = session;
        if (!signIn) throw notAuthorized(session);
        session.view.message = await store(request, signIn);
      })();
    session.completions.set(kind, running);
    // A completion that failed may be tried again.
    running.catch(() => session.completions.delete(kind));
    return running;
  };
  /** Takes what the provider issued, unless the session was cancelled meanwhile. */
  const authorize = async (session: Session, issued: Promise<StoredSignIn>): Promise<void> => {
    try {
      const signIn = await issued;
      if (isOver(session)) return;
      checkAddress(session.request, signIn, identity);
      session.signIn = signIn;
      if (session.completeNow) await complete(session, 'at once', session.completeNow);
      if (isOver(session)) return;
      session.view.message ??= `Signed in as ${signIn.email}.`;
      session.view.state = 'authorized';
      session.ended.abort();
    } catch (thrown) {
      fail(session, thrown);
    }
  };
  const flows = { installed: startInstalled, device: startDevice };

  return {
    async start(request, completeNow) {
      forgetExpired();
      for (const other of sessions.values())
        if (other.request.account.key === request.account.key && other.completions.size === 0)
          end(other, 'Another sign-in for this account was started.');
      const session = newSession(request, { nowMs: clock.now().getTime(), completeNow });
      sessions.set(session.view.session_id, session);
      void clock.wait(lifetimeMs, session.ended.signal).then(() => forgetExpired());
      try {
        await flows[request.flow](session, { identity, authorize: (issued) => authorize(session, issued) });
        if (session.view.state === 'starting') session.view.state = 'waiting_for_user';
      } catch (thrown) {
        fail(session, thrown);
      }
      return viewOf(session);
    },
    get: (session_id) => viewOf(require(session_id)),
    ofAccount(accountKey) {
      forgetExpired();
      const found = [...sessions.values()].find((each) => each.request.account.key === accountKey && !isOver(each));
      return found && viewOf(found);
    },
    cancel(session_id) {
      const session = require(session_id);
      if (session.completions.size > 0) throw alreadyCompleted();
      end(session, 'The sign-in was cancelled.');
      return viewOf(session);
    },
    async complete(session_id, kind, store) {
      const session = require(session_id);
      if (session.view.state !== 'authorized') throw notAuthorized(session);
      if (!session.completeNow) await complete(session, kind, store);
      return viewOf(session);
    },
    close() {
      for (const session of sessions.values()) session.ended.abort();
      sessions.clear();
    },
  };
}

type FlowDeps = { identity: IdentityClient; authorize: (issued: Promise<StoredSignIn>) => Promise<void> };

/** The authorization code flow with a redirect to this computer. */
async function startInstalled(session: Session, { identity, authorize }: FlowDeps): Promise<void> {
  const { request, view, ended } = session;
  const { redirectHost: host, name } = identity.providerOf(request.type);
  const state: ExpectedState = { value: undefined };
  let redeem: ((redirected: URL) => Promise<StoredSignIn>) | undefined;
  const listener = await openLoopbackListener(state, {
    host,
    async onRedirect(redirected) {
      if (redeem) await authorize(redeem(redirected));
      return resultText(view, name);
    },
  });
  const close = () => listener.close();
  if (ended.signal.aborted) return close();
  ended.signal.addEventListener('abort', close, { once: true });
  const link = await identity.authorizationLink(request, {
    redirectUri: listener.redirectUri,
    email: request.account.email,
  });
  if (ended.signal.aborted) return;
  redeem = (redirected) => identity.redeem(request, link, redirected);
  state.value = link.state;
  view.auth_url = link.url.href;
}

/** The device flow: the user types a code on a page of the provider, on any device. */
async function startDevice(session: Session, { identity, authorize }: FlowDeps): Promise<void> {
  const { request, view, ended } = session;
  const link = await identity.deviceLink(request);
  if (ended.signal.aborted) return;
  session.expiresAtMs = Math.min(session.expiresAtMs, session.expiresAtMs - lifetimeMs + link.expires_in * 1000);
  view.expires_at_unix = Math.floor(session.expiresAtMs / 1000);
  view.verification_uri = link.verification_uri;
  view.user_code = link.user_code;
  view.poll_interval_secs = link.interval;
  void authorize(link.poll(ended.signal));
}

function newSession(
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
function viewOf({ view }: Session): AuthorizationSession {
  const isUsable = view.state === 'starting' || view.state === 'waiting_for_user';
  return isUsable ? { ...view } : { ...view, auth_url: null, verification_uri: null, user_code: null };
}

/** A session that was cancelled or has failed; an authorized one can still be cancelled. */
function isOver({ view }: Session): boolean {
  return view.state === 'failed' || view.state === 'cancelled';
}

function checkAddress(
  { type, account: { email, name: accountName } }: AuthorizationRequest,
  signIn: StoredSignIn,
  identity: IdentityClient,
): void {
  if (isSameAddress(signIn.email, email)) return;
  const { name } = identity.providerOf(type);
  const message = `You signed in to ${name} as ${signIn.email}, but ${accountName} is ${email}. Sign in as ${email}, or add ${signIn.email} as another account.`;
  throw new OAuthError('wrong_account', message);
}

function adminConsentUrl({ request: { type, client } }: Session, identity: IdentityClient): string | null {
  return identity.providerOf(type).adminConsentUrl?.(client.client_id) ?? null;
}

function describe(thrown: unknown, { request }: Session, log: Log): { code: string; message: string } {
  if (thrown instanceof OAuthError || thrown instanceof Failure) {
    log.info({ account: request.account.key, reason: thrown.code }, 'a sign-in in the browser has failed');
    return { code: thrown.code, message: thrown.message };
  }
  log.error({ account: request.account.key, err: thrown }, 'a sign-in in the browser has failed unexpectedly');
  return { code: 'internal', message: 'Couldn’t sign in, because of an error in Posthorn. The log has the details.' };
}

function resultText({ state, message }: AuthorizationSession, provider: string): ResultText {
  switch (state) {
    case 'authorized':
      return { title: 'You’re signed in', text: 'You can close this window and go back to Posthorn.', isError: false };
    case 'failed':
      return {
        title: 'Couldn’t sign in',
        text: `${message ?? ''} You can close this window and go back to Posthorn.`.trim(),
        isError: true,
      };
    default:
      return {
        title: 'The sign-in was cancelled',
        text: `Nothing from ${provider} was stored. You can close this window.`,
        isError: true,
      };
  }
}

function noSuchSession(): Failure {
  const message = 'There is no such sign-in: it has expired, or Posthorn was restarted. Start it again.';
  return new Failure('missing', 'no_such_session', message);
}

function alreadyCompleted(): Failure {
  return new Failure('conflict', 'already_completed', 'The sign-in is complete, so it can’t be cancelled any more.');
}

function notAuthorized({ view: { state, message } }: Session): Failure {
  const reasons: Record<AuthorizationSession['state'], string> = {
    starting: 'The sign-in has only begun. Wait until it is authorized.',
    waiting_for_user: 'The user has not signed in yet. Wait until the session is authorized.',
    authorized: 'The sign-in was cancelled.',
    failed: `The sign-in has failed. ${message ?? ''}`.trim(),
    cancelled: 'The sign-in was cancelled. Start it again.',
  };
  return new Failure('conflict', 'not_authorized', reasons[state], { state });
}
