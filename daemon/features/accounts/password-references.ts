import { Failure } from '../../base/failure.ts';
import type { AccountConfig, Config } from '../../config/schema/schema.ts';
import { isPasswordServer } from './setup-validation.ts';
import type { AccountSetup } from '../../contract/account-setup.ts';

type Accounts = Config['accounts'];

/** A setup whose servers refer to passwords by name, and the passwords of the request, by name. */
export type ReferencedSetup = { setup: AccountSetup; passwords: ReadonlyMap<string, string> };

/** An account of config.toml by its key. */
export function configuredAccount(accounts: Accounts, key: string): AccountConfig | undefined {
  return Object.hasOwn(accounts, key) ? accounts[key] : undefined;
}

/**
 * Gives each server of a setup the name under which its password is stored: the name in the setup, else the current name,
 * else a name made from the key. Throws `Failure` invalid `foreign_password` if the name belongs to another account, because
 * its password would be sent to the wrong server.
 */
export function withPasswordReferences(setup: AccountSetup, accounts: Accounts): ReferencedSetup {
  const others = referencesOfOthers(accounts, setup.key);
  const known = configuredAccount(accounts, setup.key);
  const sync = withReference(setup.sync, { known: known?.sync, fallback: `${setup.key}-imap`, others });
  const send = withReference(setup.send, { known: known?.send, fallback: `${setup.key}-smtp`, others });
  // Two passwords cannot be stored under one name.
  if (isPasswordServer(sync) && isPasswordServer(send) && havePasswordConflict(sync, send))
    send.password_ref = unusedReference(`${setup.key}-smtp`, new Set([...others, sync.password_ref]));
  const passwordServers = [sync, send].filter(isPasswordServer).filter(({ auth_required }) => auth_required);
  const passwords = new Map(
    passwordServers.flatMap(({ password_ref, password }) => (password ? [[password_ref, password]] : [])),
  );
  return { setup: { ...setup, sync, send }, passwords };
}

type Server = { password_ref: string; password?: string | null | undefined };

function havePasswordConflict(sync: Server, send: Server): boolean {
  return (
    sync.password_ref === send.password_ref &&
    Boolean(sync.password) &&
    Boolean(send.password) &&
    sync.password !== send.password
  );
}

type ReferenceOptions = {
  known: AccountConfig['sync'] | AccountConfig['send'];
  fallback: string;
  others: ReadonlySet<string>;
};

function withReference<Side extends AccountSetup['sync'] | AccountSetup['send']>(
  side: Side,
  options: ReferenceOptions,
): Side {
  if (!isPasswordServer(side)) return side;
  const requested = side.password_ref.trim();
  if (options.others.has(requested)) throw foreignPassword(requested);
  const password_ref = requested || ownReference(options);
  return { ...side, password_ref: side.auth_required ? password_ref : requested };
}

function ownReference({ known, fallback, others }: ReferenceOptions): string {
  const own = known && 'password_ref' in known ? known.password_ref : '';
  return own !== '' && !others.has(own) ? own : unusedReference(fallback, others);
}

function unusedReference(base: string, taken: ReadonlySet<string>): string {
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base}-${number}`;
  return name;
}

/** The password names of all accounts except one. */
function referencesOfOthers(accounts: Accounts, key: string): Set<string> {
  return new Set(
    Object.entries(accounts)
      .filter(([other]) => other !== key)
      .flatMap(([, account]) => passwordReferencesOf(account)),
  );
}

/** The names under which the passwords of an account are stored. */
function passwordReferencesOf({ sync, send }: Pick<AccountConfig, 'sync' | 'send'>): string[] {
  const references = [sync, send].flatMap((side) => (side && 'password_ref' in side ? [side.password_ref] : []));
  return [...new Set(references)].filter((ref) => ref !== '');
}

/** The password names that only this account uses, so that its passwords can be removed with it. */
export function ownReferences(accounts: Accounts, key: string): string[] {
  const own = configuredAccount(accounts, key);
  const others = referencesOfOthers(accounts, key);
  return own ? passwordReferencesOf(own).filter((ref) => !others.has(ref)) : [];
}

function foreignPassword(ref: string): Failure {
  const message =
    `The password "${ref}" belongs to another account, so it isn’t sent to this one’s servers. Give the password ` +
    'itself, or leave password_ref out.';
  return new Failure('invalid', 'foreign_password', message, { password_ref: ref });
}
