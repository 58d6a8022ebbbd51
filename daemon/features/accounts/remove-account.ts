import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { isUuid } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import { beginRemoval, endRemoval, countAccountContents, type AccountContents } from '../../mail/accounts/removal.ts';
import { localProviderKind, type Account } from '../../mail/accounts/accounts.ts';
import type { WriteDb } from '../../store/db.ts';
import { nextDefaultWithout } from './default-account.ts';
import { formatNounCount, succeededStep, failedStep, accountOperationResult } from './operation-result.ts';
import { configuredAccount, ownReferences } from './password-references.ts';
import {
  accountConfigs,
  isRuntimeAccount,
  removeRuntimeAccount,
  type AccountConfigs,
} from '../../mail/accounts/runtime-accounts.ts';
import { ownTokenReferences } from '../../mail/accounts/browser-account.ts';
import type { BrowserSignIn } from '../../oauth/browser-sign-in.ts';
import { removePasswords, removeSignIns } from './store-passwords.ts';
import type { OperationResult } from '../../contract/account-setup.ts';
import { noSuchAccount } from './account-state.ts';
import type { SecretStore } from '../../config/secrets/secret-store.ts';

type RemovalDeps = {
  clock: Clock;
  log: Log;
  config: LiveConfig;
  secrets: SecretStore | undefined;
  browserSignIn: BrowserSignIn | undefined;
  runtimeAccountChanged: (key: string) => void;
  /** Called when mail has to be deleted. */
  onRemoval: () => void;
};

type RemovalRequest = { key: string; purge_local_data: boolean; dry_run: boolean };

/** The account to remove: its key in config.toml, and its local data. Either may be missing. */
type RemovalTarget = { key: string | undefined; name: string; account: Account | undefined };

/**
 * Removes an account from config.toml, with its passwords, and optionally its local mail, which is deleted in small steps by
 * a loop. Throws `Failure` missing `no_such_account`, conflict `sends_waiting` and `only_copy`, and what `LiveConfig.edit`
 * throws.
 */
export async function removeAccount(
  deps: RemovalDeps,
  { db, accounts, isOwner }: { db: WriteDb; accounts: readonly Account[]; isOwner: boolean },
  { key, purge_local_data: isPurge, dry_run }: RemovalRequest,
): Promise<OperationResult> {
  const configs = accountConfigs(db, deps.config);
  const target = removalTargetOf(configs, { accounts, isOwner }, key);
  const { account } = target;
  if (isPurge && account?.provider_kind === localProviderKind) throw onlyCopyFailure(target);
  const holdings = account ? countAccountContents(db, account) : noHoldings;
  const refs = target.key === undefined ? [] : ownReferences(configs, target.key);
  const tokenRefs = target.key === undefined ? [] : ownTokenReferences(configs, target.key);
  const description = describeRemoval({ ...target, holdings, isPurge, dry_run, passwords: refs.length });
  const nextDefault = target.key === undefined ? undefined : nextDefaultWithout(deps.config.current, target.key);
  if (holdings.waiting > 0) {
    if (!dry_run) throw sendsWaitingFailure(target, holdings);
    return accountOperationResult({
      summary: sendsWaitingFailure(target, holdings).message,
      save: failedStep(sendsWaitingFailure(target, holdings)),
    });
  }
  if (dry_run) return accountOperationResult({ summary: description });
  if (account && isPurge) beginRemoval(db, account, instantOf(deps.clock.now()));
  try {
    if (target.key !== undefined && isRuntimeAccount(db, deps.config, target.key)) {
      removeRuntimeAccount(db, target.key);
      deps.runtimeAccountChanged(target.key);
    } else if (target.key !== undefined)
      deps.config.edit([{ drop: ['accounts', target.key] }, ...(nextDefault?.edits ?? [])]);
  } catch (refused) {
    if (account) endRemoval(db, account);
    throw refused;
  }
  if (isPurge) deps.onRemoval();
  const troubles = await removePasswords(deps, refs);
  await removeSignIns(deps, tokenRefs);
  const summary = [description, nextDefault?.message, ...troubles.map(({ message }) => message)]
    .filter(Boolean)
    .join(' ');
  return accountOperationResult({ summary, save: succeededStep(description), troubles });
}

const noHoldings: AccountContents = { messages: 0, drafts: 0, waiting: 0 };

/** The account by its key, or by its id if it has no key any more and only its mail is left. */
function removalTargetOf(
  configs: AccountConfigs,
  { accounts, isOwner }: { accounts: readonly Account[]; isOwner: boolean },
  key: string,
): RemovalTarget {
  const entry = configuredAccount(configs, key);
  const account = accounts.find((each) => each.key === key);
  // Only the user may see an account that the table does not have, such as the second key of a mailbox.
  if (entry && (account || isOwner)) return { key, name: entry.name, account };
  const unconfigured = isUuid(key)
    ? accounts.find((each) => each.key === null && each.account_id === key.toLowerCase())
    : undefined;
  if (!unconfigured) throw noSuchAccount(key);
  return { key: undefined, name: unconfigured.name, account: unconfigured };
}

type RemovalPlan = RemovalTarget & { holdings: AccountContents; isPurge: boolean; dry_run: boolean; passwords: number };

/** Sentences with counts of what happens, or would happen. */
function describeRemoval({ key, name, holdings, isPurge, dry_run, passwords }: RemovalPlan): string {
  const { messages, drafts } = holdings;
  const opening = dry_run ? `${name} would be removed` : `${name} is removed`;
  const settingsPhrase =
    passwords > 0 ? `with its settings and ${formatNounCount(passwords, 'stored password')}` : 'with its settings';
  const mailSentence = isPurge
    ? `Its ${formatNounCount(messages, 'message')} here ${dry_run ? 'would be' : 'are being'} deleted; what its server has stays there.`
    : `Its ${formatNounCount(messages, 'message')} here stay${messages === 1 ? 's' : ''} readable.`;
  const settingsSentence = key === undefined ? `${name} is no longer set up.` : `${opening}, ${settingsPhrase}.`;
  const draftSentence =
    drafts === 0 ? '' : `${capitalize(formatNounCount(drafts, 'draft'))} of it stay${drafts === 1 ? 's' : ''}.`;
  return [settingsSentence, messages === 0 ? 'It has no mail here.' : mailSentence, draftSentence]
    .filter(Boolean)
    .join(' ');
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sendsWaitingFailure({ name }: RemovalTarget, { waiting }: AccountContents): Failure {
  const isOne = waiting === 1;
  const message =
    `${name} can’t be removed yet: ${formatNounCount(waiting, 'message')} of it ${isOne ? 'is' : 'are'} on ${isOne ? 'its' : 'their'} ` +
    'way out or unconfirmed. Wait, cancel sending, or resolve it in the outbox.';
  return new Failure('conflict', 'sends_waiting', message, { waiting });
}

function onlyCopyFailure({ name }: RemovalTarget): Failure {
  const message = `${name} has mail that’s on no server, so it can’t be deleted all at once. Delete its messages one by one.`;
  return new Failure('conflict', 'only_copy', message);
}
