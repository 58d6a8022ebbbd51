import { Failure } from '../../base/failure.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import { countAccountContents, isBeingRemoved } from '../../mail/accounts/removal.ts';
import { allAccounts } from '../../mail/accounts/accounts.ts';
import { configuredAccountId, refuseDuplicate } from '../../mail/accounts/configured-accounts.ts';
import type { ReadDb } from '../../store/db.ts';
import { nextDefaultWithout } from './default-account.ts';
import { formatNounCount, succeededStep, failedStep, accountOperationResult } from './operation-result.ts';
import {
  configuredAccount,
  ownReferences,
  withPasswordReferences,
  type ReferencedSetup,
} from './password-references.ts';
import { withImplicitTls } from './implicit-tls.ts';
import { validateSetup } from './setup-validation.ts';
import { ownTokenReferences, withTokenReference } from '../../mail/accounts/browser-account.ts';
import type { CompleteSession } from '../../oauth/authorization-session.ts';
import { authorizeAccount, demoAccounts } from './authorize-account.ts';
import { removePasswords, removeSignIns, storePasswords, type PasswordRollback } from './store-passwords.ts';
import type { AccountSetup, OperationResult } from '../../contract/account-setup.ts';
import { signIn, type SignInResult, type SignInDeps } from './sign-in.ts';
import { accountOf, accountEdits } from './account-config-edits.ts';
import { troubleOf } from './trouble.ts';

export type UpsertDeps = SignInDeps & {
  config: LiveConfig;
  wake: (account_id: string) => void;
  restartAccount: (account_id: string) => void;
};

/** Signs in to the servers of an account and reports the result. Stores nothing. Throws what `validateSetup` throws. */
export async function testAccount(deps: SignInDeps & Pick<UpsertDeps, 'config'>, setup: AccountSetup) {
  validateSetup(setup);
  const { accounts } = deps.config.current;
  const outcome = await signInToSetup(deps, await withReferences(setup, accounts));
  return accountOperationResult({ ...outcome, summary: summaryOf(outcome, `${setup.name} works.`) });
}

/**
 * Stores the passwords of an account, writes it into config.toml in one step, and then signs in to its servers. If the
 * passwords cannot be stored, nothing is written and the result reports it; if the file cannot be written, the passwords are
 * rolled back. Throws what `validateSetup`, `authorizationRequestOf` and `LiveConfig.edit` throw, and `Failure` conflict
 * `same_mailbox` and `being_removed`.
 */
export async function upsertAccount(deps: UpsertDeps, db: ReadDb, setup: AccountSetup): Promise<OperationResult> {
  validateSetup(setup);
  const { accounts } = deps.config.current;
  refuseDuplicate(setup, accounts);
  const authorized = await authorizeGmail(deps, db, setup);
  if (authorized && !authorized.ok) return authorized;
  const auth = authorized?.auth ?? null;
  const account_id = configuredAccountId(db, { ...accounts, [setup.key]: setup }, setup.key)!;
  if (isBeingRemoved(db, account_id)) throw beingRemovedFailure(setup);
  const referenced = await withReferences(setup, accounts);
  const storeResult = await tryStorePasswords(deps, referenced.passwords);
  if ('failed' in storeResult) return storeResult.failed;
  const existing = configuredAccount(accounts, setup.key);
  const previousId = configuredAccountId(db, accounts, setup.key);
  const previousRefs = ownReferences(accounts, setup.key);
  const previousTokenRefs = ownTokenReferences(accounts, setup.key);
  try {
    deps.config.edit([
      ...accountEdits(referenced.setup, deps.config.current),
      ...defaultAfterUpsert(setup, deps.config),
    ]);
  } catch (refused) {
    await storeResult.rollBack();
    throw refused;
  }
  const currentRefs = ownReferences(deps.config.current.accounts, setup.key);
  await removePasswords(
    deps,
    previousRefs.filter((ref) => !currentRefs.includes(ref)),
  );
  const currentTokenRefs = ownTokenReferences(deps.config.current.accounts, setup.key);
  await removeSignIns(
    deps,
    previousTokenRefs.filter((ref) => !currentTokenRefs.includes(ref)),
  );
  const save = succeededStep(`${setup.name} is saved.`);
  const previous = previousId === account_id ? undefined : existing;
  const keptMailNote = previous ? describeKeptMail(db, previous, previousId) : '';
  if (!setup.enabled)
    return accountOperationResult({ save, auth, summary: `${setup.name} is saved, and turned off.${keptMailNote}` });
  if (referenced.passwords.size > 0) deps.restartAccount(account_id);
  else deps.wake(account_id);
  const outcome = await signInToSetup(deps, referenced);
  const success = existing ? `${setup.name} is saved.` : `${setup.name} is set up.`;
  const summary = summaryOf(outcome, success, `${setup.name} is saved, but: `) + keptMailNote;
  return accountOperationResult({ ...outcome, save, auth, summary });
}

/** The setup with the names under which its passwords and its sign-in are stored. */
async function withReferences(setup: AccountSetup, accounts: LiveConfig['current']['accounts']) {
  const named = withTokenReference(await withImplicitTls(setup, accounts), accounts);
  return withPasswordReferences(named, accounts);
}

/**
 * A Gmail account is saved once it is signed in (wire-contract, section 11.3): if it is not, the result says where the user
 * signs in, and the account is saved when they have done so. Undefined for other accounts.
 */
async function authorizeGmail(deps: UpsertDeps, db: ReadDb, setup: AccountSetup): Promise<OperationResult | undefined> {
  if (setup.sync?.type !== 'gmail') return undefined;
  const complete: CompleteSession = async ({ tokenRef }, stored) => {
    await deps.browserSignIn?.signIns.set(tokenRef, stored);
    return (await upsertAccount(deps, db, setup)).summary;
  };
  return authorizeAccount(deps, db, { account: setup, reauthorize: false, complete });
}

/** Another address is another mailbox, so the mail of the previous address is not moved. */
function describeKeptMail(db: ReadDb, before: Pick<AccountSetup, 'email'>, previousId: string | undefined): string {
  const account = allAccounts(db).find(({ account_id }) => account_id === previousId);
  const { messages } = account ? countAccountContents(db, account) : { messages: 0 };
  if (messages === 0) return '';
  const verb = messages === 1 ? ['stays', 'that'] : ['stay', 'those'];
  return ` The ${formatNounCount(messages, 'message')} of ${before.email} ${verb[0]} here, as ${verb[1]} of an account that is set up no more.`;
}

function signInToSetup(
  deps: SignInDeps & Pick<UpsertDeps, 'config'>,
  { setup, passwords }: ReferencedSetup,
): Promise<SignInResult> {
  const known = configuredAccount(deps.config.current.accounts, setup.key);
  return signIn(deps, { key: setup.key, account: accountOf(setup, known), passwords });
}

/** The success message, or the first trouble. */
export function summaryOf({ troubles }: SignInResult, success: string, prefix = ''): string {
  const [first] = troubles;
  return first ? `${prefix}${first.message}` : success;
}

type StoreResult = { rollBack: PasswordRollback } | { failed: OperationResult };

/**
 * Stores passwords; if the store does not answer, the result reports it and nothing is done. Throws `Failure` refused
 * `demo_accounts` if there is no store.
 */
export async function tryStorePasswords(
  { secrets }: Pick<SignInDeps, 'secrets'>,
  passwords: ReadonlyMap<string, string>,
): Promise<StoreResult> {
  if (passwords.size === 0) return { rollBack: async () => undefined };
  if (!secrets) throw demoAccounts();
  try {
    return { rollBack: await storePasswords(secrets, passwords) };
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    const trouble = troubleOf(thrown, { where: 'save', host: null });
    const summary = `Nothing was saved, because the password can’t be stored safely. ${trouble.message}`;
    return { failed: accountOperationResult({ save: failedStep(trouble), summary, troubles: [trouble] }) };
  }
}

/** If the default account is disabled, another becomes the default. */
function defaultAfterUpsert({ key, enabled }: AccountSetup, { current }: LiveConfig) {
  return enabled ? [] : nextDefaultWithout(current, key).edits;
}

function beingRemovedFailure({ email }: AccountSetup): Failure {
  const message = `The mail of ${email} is still being deleted here. Try again in a moment.`;
  return new Failure('conflict', 'being_removed', message, { retryable: true });
}
