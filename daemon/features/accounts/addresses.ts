import { Failure } from '../../base/failure.ts';
import {
  accountAddresses,
  addAddress,
  addressIn,
  makePrimary,
  removeAddress,
  type AccountAddress,
} from '../../mail/account-addresses.ts';
import type { Account } from '../../mail/accounts.ts';
import type { Turned } from '../../mail/direction.ts';
import { syncedAccount } from '../../mail/sync-state.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';

type Asked = { account_id: string; email: string };
type Asking<Db> = { db: Db; accounts: readonly Account[] };

/** Told of mail that changed sides, by internal ids. */
export type OnTurned = (turned: readonly Turned[]) => void;

export function addressesFor({ db, accounts }: Asking<ReadDb>, account_id: string): AccountAddress[] {
  return accountAddresses(db, syncedAccount(accounts, account_id));
}

/** Adds an address to an account; one that it has already is left as it is. */
export function add(
  { db, accounts }: Asking<WriteDb>,
  { account_id, email, primary }: Asked & { primary: boolean },
  onTurned: OnTurned,
): void {
  const account = syncedAccount(accounts, account_id);
  const turned = db.transaction(() => {
    const claimed = addAddress(db, account, email);
    if (primary) makePrimary(db, account, email);
    return claimed;
  });
  onTurned(turned);
}

/** Throws `Failure` missing `no_such_address`, conflict `primary_address`. */
export function remove({ db, accounts }: Asking<WriteDb>, asked: Asked, onTurned: OnTurned): void {
  const account = syncedAccount(accounts, asked.account_id);
  const { email, is_primary } = known(db, account, asked.email);
  if (is_primary) throw needed(`${email} is the main address of ${account.name}. Make another one the main one first.`);
  // The configuration would bring it back with the next start.
  if (account.email.toLowerCase() === email.toLowerCase())
    throw needed(`${email} is the address that ${account.name} is set up with, which it cannot be without.`);
  onTurned(db.transaction(() => removeAddress(db, account, email)));
}

/** Throws `Failure` missing `no_such_address`. */
export function setPrimary({ db, accounts }: Asking<WriteDb>, { account_id, email }: Asked): void {
  const account = syncedAccount(accounts, account_id);
  const found = known(db, account, email);
  db.transaction(() => makePrimary(db, account, found.email));
}

function known(db: ReadDb, account: Account, email: string): AccountAddress {
  const found = addressIn(db, account, email);
  if (!found) throw new Failure('missing', 'no_such_address', `${email} is no address of ${account.name}.`, { email });
  return found;
}

function needed(message: string): Failure {
  return new Failure('conflict', 'primary_address', message);
}
