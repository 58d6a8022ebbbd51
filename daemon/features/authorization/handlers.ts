import { Failure } from '../../base/failure.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import type { Dispatch, Handlers } from '../../handler-types.ts';
import { authorizationRequestOf, withPresentClient } from '../../mail/accounts/browser-account.ts';
import { accountConfigs } from '../../mail/accounts/runtime-accounts.ts';
import { completeSignIn, requireSameAddress } from '../../mail/accounts/complete-sign-in.ts';
import type { AuthorizationSession, CompleteSession } from '../../oauth/authorization-session.ts';
import { noSuchSession } from '../../oauth/authorization-sessions.ts';
import type { BrowserSignIn } from '../../oauth/browser-sign-in.ts';
import { isPerson } from '../../safety/policy.ts';
import type { authorizationRequests } from './contract.ts';

type AuthorizationDeps = {
  config: LiveConfig;
  /** Undefined in a demo, whose accounts need no sign-in. */
  browserSignIn: BrowserSignIn | undefined;
  restartAccount: (account_id: string) => void;
  runtimeAccountChanged: (key: string) => void;
  dispatch: Dispatch;
};

export function authorizationHandlers(deps: AuthorizationDeps): Handlers<typeof authorizationRequests> {
  const { config, restartAccount, runtimeAccountChanged, dispatch } = deps;
  const require = () => {
    if (deps.browserSignIn) return deps.browserSignIn;
    throw new Failure('refused', 'demo_accounts', 'A demo has accounts of its own. Leave the demo to add yours.');
  };
  /** A demo has no sessions, so each id is unknown. */
  const withSessions = () => {
    if (deps.browserSignIn) return deps.browserSignIn;
    throw noSuchSession();
  };
  return {
    async start({ account: setup, reauthorize, flow }, { db }) {
      const browserSignIn = require();
      const accounts = accountConfigs(db, config);
      if (reauthorize) requireSameAddress(accounts, setup);
      const account = reauthorize ? withPresentClient(setup, accounts) : setup;
      const request = await authorizationRequestOf(account, { browserSignIn, accounts }, flow);
      const { signIns, sessions } = browserSignIn;
      // The account exists, so nothing is left for the client to decide.
      const complete = reauthorize
        ? completeSignIn({ config, signIns, restartAccount, runtimeAccountChanged }, db)
        : undefined;
      return { session: await sessions.start(request, complete) };
    },
    get: ({ session_id }, { caller }) => {
      const session = withSessions().sessions.get(session_id);
      return { session: isPerson(caller) ? session : withoutLinks(session) };
    },
    cancel: ({ session_id }) => ({ session: withSessions().sessions.cancel(session_id) }),
    async complete({ session_id, save_account }, { db, caller }) {
      const { signIns, sessions } = withSessions();
      const complete: CompleteSession = (request, signIn) => {
        const save = async () => {
          const { result } = (await dispatch('accounts.upsert', request.account, caller)) as UpsertReply;
          return result.summary;
        };
        return completeSignIn(
          { config, signIns, restartAccount, runtimeAccountChanged },
          db,
          save_account ? save : undefined,
        )(request, signIn);
      };
      return { session: await sessions.complete(session_id, save_account ? 'account' : 'sign-in', complete) };
    },
  };
}

type UpsertReply = { result: { summary: string } };

/** Who may not sign in for the owner gets no page on which they could. */
function withoutLinks(session: AuthorizationSession): AuthorizationSession {
  return { ...session, auth_url: null, verification_uri: null, user_code: null, admin_consent_url: null };
}
