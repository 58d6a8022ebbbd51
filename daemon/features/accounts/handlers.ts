import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { LiveConfig } from '../../config/live.ts';
import type { SecretStore } from '../../config/secrets.ts';
import type { Handlers } from '../../handling.ts';
import type { Account } from '../../mail/accounts.ts';
import type { SyncProgress } from '../../mail/sync-state.ts';
import type { OutgoingFetch } from '../../outgoing/outgoing-fetch.ts';
import type { Capabilities } from '../../providers/provider.ts';
import { isPerson } from '../../safety/policy.ts';
import { add, addressesFor, remove, setPrimary, type OnTurned } from './addresses.ts';
import type { accountsRequests } from './contract.ts';
import { discoveryAsked } from './discovery/asking.ts';
import type { MailResolver } from './discovery/mail-resolver.ts';
import { removeAccount } from './removal.ts';
import { repairAccount } from './repair.ts';
import { shownAccounts } from './shown.ts';
import { disable, enable, makeDefault } from './switching.ts';
import { tryAccount, upsertAccount } from './upsert.ts';
import { accountSummary } from './wire.ts';

export type AccountsParts = {
  clock: Clock;
  log: Log;
  config: LiveConfig;
  /** Where passwords are kept; undefined in a demo, which has none. */
  secrets: SecretStore | undefined;
  fetch: OutgoingFetch;
  /** Name servers that are asked instead of this computer's. */
  resolver?: MailResolver | undefined;
  progress: SyncProgress;
  /** What the account's server can do; undefined before it has been asked. */
  capabilitiesOf: (account: Account) => Capabilities | undefined;
  /** Has an account look at its server now. */
  wake: (account_id: string) => void;
  /** Ends what an account is at, and has it sign in anew: another password is stored for it. */
  beginAnew: (account_id: string) => void;
  /** Mail of a removed account waits to be deleted. */
  onRemoval: () => void;
  /** Mail has changed sides: what was received was sent by the owner, or the other way round. */
  onTurned: OnTurned;
};

const ack = { kind: 'Ack' } as const;
const operation = 'AccountOperation';

export function accountsHandlers(parts: AccountsParts): Handlers<typeof accountsRequests> {
  const { progress, capabilitiesOf, config, secrets, onTurned } = parts;
  return {
    list: (_input, { db, accounts }) => ({
      accounts: accounts.map((account) =>
        accountSummary(db, account, { progress, capabilities: capabilitiesOf(account) }),
      ),
    }),
    async config(_input, { caller, accounts }) {
      const own = new Set(accounts.map(({ key }) => key));
      const isShown = (key: string) => isPerson(caller) || own.has(key);
      return { kind: 'AccountsConfig', accounts: await shownAccounts(config.current, secrets, isShown) };
    },
    discover: discoveryAsked({ ...parts, isDemo: secrets === undefined }),
    test: async (setup) => ({ result: await tryAccount(parts, setup) }),
    upsert: async (setup, { db }) => ({ result: await upsertAccount(parts, db, setup) }),
    repair: async (setup) => ({ kind: operation, result: await repairAccount(parts, setup) }),
    setDefault: ({ key }) => ({ result: makeDefault(parts, key) }),
    disable: ({ key }) => ({ kind: operation, result: disable(parts, key) }),
    enable: ({ key }) => ({ kind: operation, result: enable(parts, key) }),
    remove: async (removal, { db, caller, accounts }) => ({
      kind: operation,
      result: await removeAccount(parts, { db, accounts, isOwner: isPerson(caller) }, removal),
    }),
    addresses: ({ account_id }, call) => ({
      kind: 'AccountAddresses',
      addresses: addressesFor(call, account_id).map((address) => ({ account_id, ...address })),
    }),
    addAddress(input, call) {
      add(call, input, onTurned);
      return ack;
    },
    removeAddress(input, call) {
      remove(call, input, onTurned);
      return ack;
    },
    setPrimaryAddress(input, call) {
      setPrimary(call, input);
      return ack;
    },
  };
}
