import { Failure } from '../../base/failure.ts';
import {
  accountAddresses,
  addAddress,
  findAccountAddress,
  savePrimaryAddress,
  removeAddress,
  type AccountAddress,
} from '../../mail/accounts/addresses.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { ReclassifiedMessage } from '../../mail/accounts/message-direction.ts';
import { requireAccount } from '../../mail/accounts/sync-status.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';

type AddressRequest = { account_id: string; email: string };
type AddressContext<Db> = { db: Db; accounts: readonly Account[] };

/** Called with the internal ids of mail that changed between sent and received. */
export type OnReclassified = (turned: readonly ReclassifiedMessage[]) => void;

export function addressesFor({ db, accounts }: AddressContext<ReadDb>, account_id: string): AccountAddress[] {
  return accountAddresses(db, requireAccount(accounts, account_id));
}

/** Adds an address to an account; an address that the account already has is left as it is. */
export function addAccountAddress(
  { db, accounts }: AddressContext<WriteDb>,
  { account_id, email, primary }: AddressRequest & { primary: boolean },
  onReclassified: OnReclassified,
): void {
  const account = requireAccount(accounts, account_id);
  const reclassified = db.transaction(() => {
    const added = addAddress(db, account, email);
    if (primary) savePrimaryAddress(db, account, email);
    return added;
  });
  onReclassified(reclassified);
}

/** Throws `Failure` missing `no_such_address`, conflict `primary_address`. */
export function removeAccountAddress(
  { db, accounts }: AddressContext<WriteDb>,
  request: AddressRequest,
  onReclassified: OnReclassified,
): void {
  const account = requireAccount(accounts, request.account_id);
  const { email, is_primary } = requireAddress(db, account, request.email);
  if (is_primary)
    throw primaryAddressFailure(
      `${email} is the main address of ${account.name}. Make another address the main one first.`,
    );
  // The configuration would restore it at the next start.
  if (account.email.toLowerCase() === email.toLowerCase())
    throw primaryAddressFailure(`${email} is the address that ${account.name} is set up with, so it can’t be removed.`);
  onReclassified(db.transaction(() => removeAddress(db, account, email)));
}

/** Throws `Failure` missing `no_such_address`. */
export function setPrimaryAddress(
  { db, accounts }: AddressContext<WriteDb>,
  { account_id, email }: AddressRequest,
): void {
  const account = requireAccount(accounts, account_id);
  const found = requireAddress(db, account, email);
  db.transaction(() => savePrimaryAddress(db, account, found.email));
}

function requireAddress(db: ReadDb, account: Account, email: string): AccountAddress {
  const found = findAccountAddress(db, account, email);
  if (!found)
    throw new Failure('missing', 'no_such_address', `${email} isn’t an address of ${account.name}.`, { email });
  return found;
}

function primaryAddressFailure(message: string): Failure {
  return new Failure('conflict', 'primary_address', message);
}
