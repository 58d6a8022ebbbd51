import { untilAborted } from '../../base/abort.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { AccountLoop } from '../../account-loops.ts';

/** In the place of an account's loop where it only sends, so that no server is to be kept in step with. */
export function unsyncedLoop(account: Account): AccountLoop {
  const noop = () => undefined;
  return {
    name: `unsynced ${account.key ?? account.account_id}`,
    account,
    run: untilAborted,
    wake: noop,
    resume: noop,
    networkChanged: noop,
    provider: noop,
  };
}
