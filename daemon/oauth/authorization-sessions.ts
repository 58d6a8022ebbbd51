import type { Clock } from '../base/clock.ts';
import { Failure } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import {
  isOver,
  isUnfinished,
  lifetimeMs,
  newSession,
  viewOf,
  type AuthorizationRequest,
  type AuthorizationSession,
  type CompleteSession,
  type Session,
} from './authorization-session.ts';
import { startDevice } from './device-flow.ts';
import type { IdentityClient } from './identity-client.ts';
import { startInstalled } from './installed-flow.ts';
import { OAuthError } from './oauth-error.ts';
import { isSameAddress } from './same-address.ts';
import type { StoredSignIn } from './stored-sign-in.ts';

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
  const flows = { installed: startInstalled, device: startDevice };

  return {
    async start(request, completeNow) {
      forgetExpired();
      for (const other of sessions.values())
        if (isOf(other, request.account.key) && other.completions.size === 0)
          end(other, 'Another sign-in for this account was started.');
      const session = newSession(request, { nowMs: clock.now().getTime(), completeNow });
      sessions.set(session.view.session_id, session);
      void clock.wait(lifetimeMs, session.ended.signal).then(() => forgetExpired());
      try {
        await flows[request.flow](session, {
          identity,
          authorize: (issued) => authorize(session, issued, { identity, log }),
        });
        if (session.view.state === 'starting') session.view.state = 'waiting_for_user';
      } catch (thrown) {
        fail(session, thrown, { identity, log });
      }
      return viewOf(session);
    },
    get: (session_id) => viewOf(require(session_id)),
    ofAccount(accountKey) {
      forgetExpired();
      const found = [...sessions.values()].find((each) => isOf(each, accountKey) && isUnfinished(each));
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

function isOf({ request }: Session, accountKey: string): boolean {
  return request.account.key === accountKey;
}

function end(session: Session, message: string): void {
  if (isOver(session)) return;
  Object.assign(session.view, { state: 'cancelled', message });
  delete session.signIn;
  session.ended.abort();
}

type StepDeps = Pick<SessionsDeps, 'identity' | 'log'>;

function fail(session: Session, thrown: unknown, { identity, log }: StepDeps): void {
  if (isOver(session) || session.ended.signal.aborted) return;
  const { code, message } = describe(thrown, session, log);
  const adminUrl = code === 'consent_required' ? adminConsentUrl(session, identity) : null;
  Object.assign(session.view, { state: 'failed', error: code, message, admin_consent_url: adminUrl });
  session.ended.abort();
}

/** Completes a session once for each kind. A completion that failed may be tried again. */
function complete(session: Session, kind: string, store: CompleteSession): Promise<void> {
  const known = session.completions.get(kind);
  if (known) return known;
  const run = async () => {
    const { request, signIn } = session;
    if (!signIn) throw notAuthorized(session);
    session.view.message = await store(request, signIn);
  };
  const running = run();
  session.completions.set(kind, running);
  running.catch(() => session.completions.delete(kind));
  return running;
}

/** Takes what the provider issued, unless the session was cancelled meanwhile. */
async function authorize(session: Session, issued: Promise<StoredSignIn>, deps: StepDeps): Promise<void> {
  try {
    const signIn = await issued;
    if (isOver(session)) return;
    checkAddress(session.request, signIn, deps.identity);
    session.signIn = signIn;
    if (session.completeNow) await complete(session, 'at once', session.completeNow);
    if (isOver(session)) return;
    session.view.message ??= `Signed in as ${signIn.email}.`;
    session.view.state = 'authorized';
    session.ended.abort();
  } catch (thrown) {
    fail(session, thrown, deps);
  }
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

/** The session is unknown or has expired. */
export function noSuchSession(): Failure {
  const message = 'There is no such sign-in: it has expired, or Posthorn was restarted. Start it again.';
  return new Failure('missing', 'no_such_session', message);
}

function alreadyCompleted(): Failure {
  return new Failure('conflict', 'already_completed', 'The sign-in is complete, so it can’t be cancelled any more.');
}

function notAuthorized({ view: { state, message } }: Session): Failure {
  const reasons: Record<AuthorizationSession['state'], string> = {
    starting: 'The sign-in has only begun. Wait until it is authorized.',
    waiting_for_user: 'The user hasn’t signed in yet. Wait until the session is authorized.',
    authorized: 'The sign-in was cancelled.',
    failed: `The sign-in has failed. ${message ?? ''}`.trim(),
    cancelled: 'The sign-in was cancelled. Start it again.',
  };
  return new Failure('conflict', 'not_authorized', reasons[state], { state });
}
