import type { Handlers } from '../../handling.ts';
import type { Account } from '../../mail/accounts.ts';
import type { SyncProgress } from '../../mail/sync-state.ts';
import type { Capabilities } from '../../providers/provider.ts';
import type { accountsRequests } from './contract.ts';
import { accountSummary } from './wire.ts';

export type AccountsParts = {
  progress: SyncProgress;
  /** What the account's server can do; undefined before it has been asked. */
  capabilitiesOf: (account: Account) => Capabilities | undefined;
};

export function accountsHandlers({ progress, capabilitiesOf }: AccountsParts): Handlers<typeof accountsRequests> {
  return {
    list: (_input, { db, accounts }) => ({
      accounts: accounts.map((account) =>
        accountSummary(db, account, { progress, capabilities: capabilitiesOf(account) }),
      ),
    }),
  };
}
