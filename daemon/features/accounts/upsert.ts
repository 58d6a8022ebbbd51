import { Failure } from '../../base/failure.ts';
import type { LiveConfig } from '../../config/live.ts';
import { holdingsOf, isBeingRemoved } from '../../mail/account-removal.ts';
import { accountIdOf, allAccounts } from '../../mail/accounts.ts';
import type { ReadDb } from '../../store/db.ts';
import { defaultAfter } from './default-account.ts';
import { counted, done, failed, operationOf } from './operation.ts';
import { configured, ownReferences, withReferences, type Named } from './references.ts';
import { refuseUnusable } from './refusals.ts';
import { forgetAll, storeAll, type TakeBack } from './secret-writing.ts';
import type { AccountSetup, OperationResult } from './setup.ts';
import { signIn, type SignedIn, type SignInParts } from './sign-in.ts';
import { accountOf, writing } from './stored.ts';
import { troubleOf } from './trouble.ts';

export type UpsertParts = SignInParts & {
  config: LiveConfig;
  wake: (account_id: string) => void;
  beginAnew: (account_id: string) => void;
};

/** Signs in to the servers of an account and says what came of it. Stores nothing. Throws what `refuseUnusable` throws. */
export async function tryAccount(parts: SignInParts & Pick<UpsertParts, 'config'>, given: AccountSetup) {
  refuseUnusable(given);
  const named = withReferences(given, parts.config.current.accounts);
  const outcome = await signedInTo(parts, named);
  return operationOf({ ...outcome, summary: summaryOf(outcome, `${given.name} works.`) });
}

/**
 * Stores the passwords of an account, writes it into config.toml in one step, and then signs in to its servers. Where
 * the passwords cannot be stored, nothing is written and the answer says so; where the file cannot be written, the
 * passwords are taken back. Throws what `refuseUnusable` and `LiveConfig.edit` throw, and `Failure` conflict
 * `same_mailbox` and `being_removed`.
 */
export async function upsertAccount(parts: UpsertParts, db: ReadDb, given: AccountSetup): Promise<OperationResult> {
  refuseUnusable(given);
  const { accounts } = parts.config.current;
  refuseTwice(given, accounts);
  const account_id = identityOf(given);
  if (isBeingRemoved(db, account_id)) throw beingRemoved(given);
  const named = withReferences(given, accounts);
  const takeBack = await stored(parts, named.passwords);
  if ('failed' in takeBack) return takeBack.failed;
  const known = configured(accounts, given.key);
  const before = ownReferences(accounts, given.key);
  try {
    parts.config.edit([...writing(named.setup, parts.config.current), ...defaultAfterUpsert(given, parts.config)]);
  } catch (refused) {
    await takeBack.takeBack();
    throw refused;
  }
  const now = ownReferences(parts.config.current.accounts, given.key);
  await forgetAll(
    parts,
    before.filter((ref) => !now.includes(ref)),
  );
  const save = done(`${given.name} is saved.`);
  const stays = known && identityOf(known) !== account_id ? stayingWords(db, known) : '';
  if (!given.enabled) return operationOf({ save, summary: `${given.name} is saved, and switched off.${stays}` });
  if (named.passwords.size > 0) parts.beginAnew(account_id);
  else parts.wake(account_id);
  const outcome = await signedInTo(parts, named);
  const welcome = known ? `${given.name} is saved.` : `${given.name} is set up.`;
  const summary = summaryOf(outcome, welcome, `${given.name} is saved, but: `) + stays;
  return operationOf({ ...outcome, save, summary });
}

/** Another address is another mailbox, so what came from the one before does not go with it. */
function stayingWords(db: ReadDb, before: Mailbox): string {
  const account = allAccounts(db).find(({ account_id }) => account_id === identityOf(before));
  const { messages } = account ? holdingsOf(db, account) : { messages: 0 };
  if (messages === 0) return '';
  const words = messages === 1 ? ['stays', 'that'] : ['stay', 'those'];
  return ` The ${counted(messages, 'message')} of ${before.email} ${words[0]} here, as ${words[1]} of an account that is set up no more.`;
}

function signedInTo(parts: SignInParts & Pick<UpsertParts, 'config'>, { setup, passwords }: Named): Promise<SignedIn> {
  const known = configured(parts.config.current.accounts, setup.key);
  return signIn(parts, { key: setup.key, account: accountOf(setup, known), passwords });
}

/** What is good, or the first thing that is not. */
export function summaryOf({ troubles }: SignedIn, good: string, before = ''): string {
  const [first] = troubles;
  return first ? `${before}${first.message}` : good;
}

type Stored = { takeBack: TakeBack } | { failed: OperationResult };

/**
 * Puts passwords where they are kept; where that place does not answer, it is said and nothing is done. Throws `Failure`
 * refused `demo_accounts` where there is no such place.
 */
export async function stored(
  { secrets }: Pick<SignInParts, 'secrets'>,
  passwords: ReadonlyMap<string, string>,
): Promise<Stored> {
  if (passwords.size === 0) return { takeBack: async () => undefined };
  if (!secrets) throw demoAccounts();
  try {
    return { takeBack: await storeAll(secrets, passwords) };
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    const trouble = troubleOf(thrown, { where: 'save', host: null });
    const summary = `Nothing was saved, for the password cannot be kept safe. ${trouble.message}`;
    return { failed: operationOf({ save: failed(trouble), summary, troubles: [trouble] }) };
  }
}

/** A default that is switched off makes room for another. */
function defaultAfterUpsert({ key, enabled }: AccountSetup, { current }: LiveConfig) {
  return enabled ? [] : defaultAfter(current, key).edits;
}

type Mailbox = {
  email: string;
  sync?: { type: string } | null | undefined;
  send?: { type: string } | null | undefined;
};

function identityOf({ sync, send, email }: Mailbox): string {
  return accountIdOf({ provider_kind: sync?.type ?? send?.type ?? 'none', email });
}

function refuseTwice(setup: AccountSetup, accounts: LiveConfig['current']['accounts']): void {
  const account_id = identityOf(setup);
  const twin = Object.entries(accounts).find(
    ([key, account]) => key !== setup.key && identityOf(account) === account_id,
  );
  if (!twin) return;
  const [key, { name, email }] = twin;
  const message = `${email} is set up already, as ${name} [accounts.${key}]. Change that one, or remove it first.`;
  throw new Failure('conflict', 'same_mailbox', message, { key });
}

function demoAccounts(): Failure {
  const message = 'A demo has accounts of its own, and keeps no passwords. Leave the demo to set up yours.';
  return new Failure('refused', 'demo_accounts', message);
}

function beingRemoved({ email }: AccountSetup): Failure {
  const message = `The mail of ${email} is still being deleted here. Try again in a moment.`;
  return new Failure('conflict', 'being_removed', message, { retryable: true });
}
