import { untilAborted } from '../../base/abort.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { AccountLoop } from '../../account-loops.ts';

/** Replaces the loop of an account that only sends, which has no server to sync with. */
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
    fetchFromServer: async () => undefined,
  };
}
