import { Failure } from '../../base/failure.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import type { AccountSetup, OperationResult } from '../../contract/account-setup.ts';
import { authorizationRequestOf, browserSideOf, tokenReferenceOf } from '../../mail/accounts/browser-account.ts';
import type { AuthorizationSession, CompleteSession } from '../../oauth/authorization-session.ts';
import type { BrowserSignIn } from '../../oauth/browser-sign-in.ts';
import { accountConfigs, type AccountConfigs } from '../../mail/accounts/runtime-accounts.ts';
import type { ReadDb } from '../../store/db.ts';
import { isSameAddress } from '../../oauth/same-address.ts';
import { accountOperationResult, failedStep, succeededStep } from './operation-result.ts';

type AuthorizeDeps = { config: LiveConfig; browserSignIn: BrowserSignIn | undefined };

/**
 * Signs an account in to its provider. With a stored sign-in of the address there is nothing to do, unless `reauthorize` asks
 * for a new one. Otherwise the result is not ok and says where the user signs in: `device_code_url`, with
 * `device_code_user_code` for Outlook. `complete` is called once the user has done so; asking again then gives an ok result.
 * Throws what `authorizationRequestOf` throws, and `Failure` refused `demo_accounts`.
 */
export async function authorizeAccount(
  { config, browserSignIn }: AuthorizeDeps,
  db: ReadDb,
  { account, reauthorize, complete }: { account: AccountSetup; reauthorize: boolean; complete: CompleteSession },
): Promise<OperationResult> {
  if (!browserSignIn) throw demoAccounts();
  const { sessions, providers } = browserSignIn;
  const accounts = accountConfigs(db, config);
  const type = browserSideOf(account)?.type;
  const flow = type !== undefined && providers[type].hasDeviceFlow ? 'device' : 'installed';
  const request = await authorizationRequestOf(account, { browserSignIn, accounts }, flow);
  const email = reauthorize ? undefined : await signedInAddress(browserSignIn, account, accounts);
  if (email !== undefined) {
    const auth = succeededStep(`Signed in as ${email}.`);
    return accountOperationResult({ summary: auth.detail, auth });
  }
  const waiting = reauthorize ? undefined : sessions.ofAccount(account.key);
  return pendingResult(waiting ?? (await sessions.start(request, complete)), providers[request.type].name);
}

/** Throws `Failure` refused `demo_accounts` where no account signs in with the browser. */
export function requireSignIns({ browserSignIn }: Pick<AuthorizeDeps, 'browserSignIn'>): BrowserSignIn['signIns'] {
  if (!browserSignIn) throw demoAccounts();
  return browserSignIn.signIns;
}

/** The address of the stored sign-in, if it is that of the account. Throws what the store throws. */
async function signedInAddress(
  { signIns }: Pick<BrowserSignIn, 'signIns'>,
  account: AccountSetup,
  accounts: AccountConfigs,
): Promise<string | undefined> {
  const stored = await signIns.get(tokenReferenceOf(account, accounts));
  const isOwn = stored?.type === browserSideOf(account)?.type && isSameAddress(stored?.email ?? '', account.email);
  return isOwn ? stored?.email : undefined;
}

function pendingResult(session: AuthorizationSession, provider: string): OperationResult {
  const { state, message, auth_url, verification_uri, user_code } = session;
  if (state === 'failed' || state === 'cancelled') {
    const auth = failedStep({ message: message ?? `Couldn’t sign in to ${provider}.` });
    return accountOperationResult({ summary: auth.detail, auth });
  }
  const summary =
    user_code === null
      ? `Open the link on this computer and sign in to ${provider}.`
      : `Open ${verification_uri} on any device and enter the code ${user_code}.`;
  return accountOperationResult({
    summary,
    auth: failedStep({ message: `Waiting for you to sign in to ${provider}.` }),
    device_code_url: verification_uri ?? auth_url,
    device_code_user_code: user_code,
  });
}

export function demoAccounts(): Failure {
  const message = 'A demo has accounts of its own, and keeps no passwords. Leave the demo to set up yours.';
  return new Failure('refused', 'demo_accounts', message);
}
