import { Failure } from '../../base/failure.ts';
import type { AccountConfig, Config } from '../../config/schema.ts';
import { isPasswordServer } from './refusals.ts';
import type { AccountSetup } from './setup.ts';

type Accounts = Config['accounts'];

/** A setup whose servers name the passwords they are signed in to with, and the passwords that came with it, by name. */
export type Named = { setup: AccountSetup; passwords: ReadonlyMap<string, string> };

/** An account of config.toml by its key. */
export function configured(accounts: Accounts, key: string): AccountConfig | undefined {
  return Object.hasOwn(accounts, key) ? accounts[key] : undefined;
}

/**
 * Gives each server of a setup the name its password is stored under: the one that is given, else the one it has, else
 * one made of the key. Throws `Failure` invalid `foreign_password` where that is the password of another account, which
 * would then be sent to a server it is not for.
 */
export function withReferences(setup: AccountSetup, accounts: Accounts): Named {
  const others = othersReferences(accounts, setup.key);
  const known = configured(accounts, setup.key);
  const sync = named(setup.sync, { known: known?.sync, made: `${setup.key}-imap`, others });
  const send = named(setup.send, { known: known?.send, made: `${setup.key}-smtp`, others });
  // Two passwords cannot be kept under one name.
  if (isPasswordServer(sync) && isPasswordServer(send) && areApart(sync, send))
    send.password_ref = free(`${setup.key}-smtp`, new Set([...others, sync.password_ref]));
  const given = [sync, send].filter(isPasswordServer).filter(({ auth_required }) => auth_required);
  const passwords = new Map(
    given.flatMap(({ password_ref, password }) => (password ? [[password_ref, password]] : [])),
  );
  return { setup: { ...setup, sync, send }, passwords };
}

type Server = { password_ref: string; password?: string | null | undefined };

function areApart(sync: Server, send: Server): boolean {
  return (
    sync.password_ref === send.password_ref &&
    Boolean(sync.password) &&
    Boolean(send.password) &&
    sync.password !== send.password
  );
}

type Naming = { known: AccountConfig['sync'] | AccountConfig['send']; made: string; others: ReadonlySet<string> };

function named<Side extends AccountSetup['sync'] | AccountSetup['send']>(side: Side, naming: Naming): Side {
  if (!isPasswordServer(side)) return side;
  const given = side.password_ref.trim();
  if (naming.others.has(given)) throw foreign(given);
  const password_ref = given || ownReference(naming);
  return { ...side, password_ref: side.auth_required ? password_ref : given };
}

function ownReference({ known, made, others }: Naming): string {
  const own = known && 'password_ref' in known ? known.password_ref : '';
  return own !== '' && !others.has(own) ? own : free(made, others);
}

function free(made: string, taken: ReadonlySet<string>): string {
  let name = made;
  for (let number = 2; taken.has(name); number++) name = `${made}-${number}`;
  return name;
}

/** The names of the passwords of all accounts but one. */
function othersReferences(accounts: Accounts, key: string): Set<string> {
  return new Set(
    Object.entries(accounts)
      .filter(([other]) => other !== key)
      .flatMap(([, account]) => referencesOf(account)),
  );
}

/** The names under which the passwords of an account are stored. */
export function referencesOf({ sync, send }: Pick<AccountConfig, 'sync' | 'send'>): string[] {
  const named = [sync, send].flatMap((side) => (side && 'password_ref' in side ? [side.password_ref] : []));
  return [...new Set(named)].filter((ref) => ref !== '');
}

/** The names that are those of one account alone, so that its passwords may go with it. */
export function ownReferences(accounts: Accounts, key: string): string[] {
  const own = configured(accounts, key);
  const others = othersReferences(accounts, key);
  return own ? referencesOf(own).filter((ref) => !others.has(ref)) : [];
}

function foreign(ref: string): Failure {
  const message =
    `The password "${ref}" is that of another account, and is not sent to the servers of this one. Give the password ` +
    'itself, or leave password_ref out.';
  return new Failure('invalid', 'foreign_password', message, { password_ref: ref });
}
