import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { isUuid } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { LiveConfig } from '../../config/live.ts';
import type { SecretStore } from '../../config/secrets.ts';
import { beginRemoval, endRemoval, holdingsOf, type Holdings } from '../../mail/account-removal.ts';
import { localKind, type Account } from '../../mail/accounts.ts';
import type { WriteDb } from '../../store/db.ts';
import { defaultAfter } from './default-account.ts';
import { counted, done, failed, operationOf } from './operation.ts';
import { configured, ownReferences } from './references.ts';
import { forgetAll } from './secret-writing.ts';
import type { OperationResult } from './setup.ts';
import { noSuchAccount } from './switching.ts';

export type RemovalParts = {
  clock: Clock;
  log: Log;
  config: LiveConfig;
  secrets: SecretStore | undefined;
  /** Mail waits to be deleted. */
  onRemoval: () => void;
};

export type Removal = { key: string; purge_local_data: boolean; dry_run: boolean };

/** An account that is to go: its key in config.toml, and what there is of it here. Either may be missing. */
type Leaving = { key: string | undefined; name: string; account: Account | undefined };

/**
 * Removes an account from config.toml, with its passwords; and its mail here, where that is wanted: then it is deleted
 * bit by bit from now on. Throws `Failure` missing `no_such_account`, conflict `sends_waiting` and `only_copy`, and what
 * `LiveConfig.edit` throws.
 */
export async function removeAccount(
  parts: RemovalParts,
  { db, accounts, isOwner }: { db: WriteDb; accounts: readonly Account[]; isOwner: boolean },
  { key, purge_local_data: isPurge, dry_run }: Removal,
): Promise<OperationResult> {
  const leaving = leavingAs(parts, { accounts, isOwner }, key);
  const { account } = leaving;
  if (isPurge && account?.provider_kind === localKind) throw onlyCopy(leaving);
  const holdings = account ? holdingsOf(db, account) : nothingHeld;
  const refs = leaving.key === undefined ? [] : ownReferences(parts.config.current.accounts, leaving.key);
  const words = wordsFor({ ...leaving, holdings, isPurge, dry_run, passwords: refs.length });
  const next = leaving.key === undefined ? undefined : defaultAfter(parts.config.current, leaving.key);
  if (holdings.waiting > 0) {
    if (!dry_run) throw sendsWaiting(leaving, holdings);
    return operationOf({
      summary: sendsWaiting(leaving, holdings).message,
      save: failed(sendsWaiting(leaving, holdings)),
    });
  }
  if (dry_run) return operationOf({ summary: words });
  if (account && isPurge) beginRemoval(db, account, instantOf(parts.clock.now()));
  try {
    if (leaving.key !== undefined) parts.config.edit([{ drop: ['accounts', leaving.key] }, ...(next?.edits ?? [])]);
  } catch (refused) {
    if (account) endRemoval(db, account);
    throw refused;
  }
  if (isPurge) parts.onRemoval();
  const troubles = await forgetAll(parts, refs);
  const summary = [words, next?.words, ...troubles.map(({ message }) => message)].filter(Boolean).join(' ');
  return operationOf({ summary, save: done(words), troubles });
}

const nothingHeld: Holdings = { messages: 0, drafts: 0, waiting: 0 };

/** By its key; by its id, where it has no key any more and only its mail is left. */
function leavingAs(
  { config }: Pick<RemovalParts, 'config'>,
  { accounts, isOwner }: { accounts: readonly Account[]; isOwner: boolean },
  key: string,
): Leaving {
  const entry = configured(config.current.accounts, key);
  const account = accounts.find((each) => each.key === key);
  // Of an account that the table does not have, as the second key of a mailbox, only the owner knows.
  if (entry && (account || isOwner)) return { key, name: entry.name, account };
  const left = isUuid(key)
    ? accounts.find((each) => each.key === null && each.account_id === key.toLowerCase())
    : undefined;
  if (!left) throw noSuchAccount(key);
  return { key: undefined, name: left.name, account: left };
}

type Plan = Leaving & { holdings: Holdings; isPurge: boolean; dry_run: boolean; passwords: number };

/** What happens, or would happen, in sentences with numbers. */
function wordsFor({ key, name, holdings, isPurge, dry_run, passwords }: Plan): string {
  const { messages, drafts } = holdings;
  const first = dry_run ? `${name} would be removed` : `${name} is removed`;
  const settings =
    passwords > 0 ? `with its settings and ${counted(passwords, 'stored password')}` : 'with its settings';
  const mail = isPurge
    ? `Its ${counted(messages, 'message')} here ${dry_run ? 'would be' : 'are being'} deleted; what its server has stays there.`
    : `Its ${counted(messages, 'message')} here stay${messages === 1 ? 's' : ''} readable.`;
  const beginning = key === undefined ? `${name} is set up no more.` : `${first}, ${settings}.`;
  const draftWords = drafts === 0 ? '' : `${capital(counted(drafts, 'draft'))} of it stay${drafts === 1 ? 's' : ''}.`;
  return [beginning, messages === 0 ? 'It has no mail here.' : mail, draftWords].filter(Boolean).join(' ');
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function sendsWaiting({ name }: Leaving, { waiting }: Holdings): Failure {
  const isOne = waiting === 1;
  const message =
    `${name} cannot be removed yet: ${counted(waiting, 'message')} of it ${isOne ? 'is' : 'are'} on ${isOne ? 'its' : 'their'} ` +
    'way out, or nobody knows whether that was sent. Wait, take it back, or say what became of it, in the outbox.';
  return new Failure('conflict', 'sends_waiting', message, { waiting });
}

function onlyCopy({ name }: Leaving): Failure {
  const message = `${name} is on no server, so it is not deleted as a whole. Delete its messages one by one.`;
  return new Failure('conflict', 'only_copy', message);
}
