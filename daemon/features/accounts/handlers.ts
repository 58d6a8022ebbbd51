import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import type { Handlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { SyncProgress } from '../../mail/accounts/sync-progress.ts';
import type { OutgoingFetch } from '../../outgoing/outgoing-fetch.ts';
import type { Capabilities } from '../../providers/provider.ts';
import { isPerson } from '../../safety/policy.ts';
import {
  addAccountAddress,
  addressesFor,
  removeAccountAddress,
  setPrimaryAddress,
  type OnReclassified,
} from './addresses.ts';
import type { accountsRequests } from './contract.ts';
import { discoveryHandler } from './discovery/discovery-handler.ts';
import type { MailResolver } from '../../providers/mail-resolver.ts';
import { removeAccount } from './remove-account.ts';
import { withPresentClient } from '../../mail/accounts/browser-account.ts';
import { completeSignIn, requireSameAddress } from '../../mail/accounts/complete-sign-in.ts';
import { accountConfigs, isRuntimeAccount } from '../../mail/accounts/runtime-accounts.ts';
import { authorizeAccount, requireSignIns } from './authorize-account.ts';
import type { BrowserSignIn } from '../../oauth/browser-sign-in.ts';
import { repairAccount } from './repair-account.ts';
import { accountConfigRecords } from './accounts-config.ts';
import { disableAccount, enableAccount, makeDefaultAccount } from './account-state.ts';
import { testAccount, upsertAccount } from './upsert-account.ts';
import { accountSummary } from './account-summary.ts';
import type { SecretStore } from '../../config/secrets/secret-store.ts';

type AccountsDeps = {
  clock: Clock;
  log: Log;
  config: LiveConfig;
  /** The secret store for passwords; undefined in a demo, which has none. */
  secrets: SecretStore | undefined;
  /** Undefined in a demo, whose accounts need no sign-in. */
  browserSignIn: BrowserSignIn | undefined;
  fetch: OutgoingFetch;
  /** Replaces the name servers of this computer. */
  resolver?: MailResolver | undefined;
  progress: SyncProgress;
  /** The capabilities of the account's server; undefined before the first connection. */
  capabilitiesOf: (account: Account) => Capabilities | undefined;
  /** Starts a sync pass of an account now. */
  wake: (account_id: string) => void;
  /** Aborts the work of an account and signs in again, because another password was stored. */
  restartAccount: (account_id: string) => void;
  /** Called when a runtime account has come, gone or changed. */
  runtimeAccountChanged: (key: string) => void;
  /** Called when mail of a removed account has to be deleted. */
  onRemoval: () => void;
  /** Called when mail changed between sent and received. */
  onReclassified: OnReclassified;
};

const ack = { kind: 'Ack' } as const;
const operationKind = 'AccountOperation';

export function accountsHandlers(deps: AccountsDeps): Handlers<typeof accountsRequests> {
  const { progress, capabilitiesOf, config, secrets, browserSignIn, onReclassified } = deps;
  return {
    list: (_input, { db, accounts }) => ({
      accounts: accounts.map((account) =>
        accountSummary(db, account, {
          progress,
          capabilities: capabilitiesOf(account),
          isRuntime: account.key !== null && isRuntimeAccount(db, config, account.key),
        }),
      ),
    }),
    async config(_input, { caller, accounts }) {
      const own = new Set(accounts.map(({ key }) => key));
      const isVisible = (key: string) => isPerson(caller) || own.has(key);
      return {
        kind: 'AccountsConfig',
        accounts: await accountConfigRecords(config.current, { secrets, browserSignIn }, isVisible),
      };
    },
    discover: discoveryHandler({ ...deps, isDemo: secrets === undefined }),
    test: async (setup) => ({ result: await testAccount(deps, setup) }),
    upsert: async (setup, { db }) => ({ result: await upsertAccount(deps, db, setup) }),
    async authorize({ account: setup, reauthorize }, { db }) {
      const known = accountConfigs(db, config);
      if (reauthorize) requireSameAddress(known, setup);
      const account = reauthorize ? withPresentClient(setup, known) : setup;
      const complete = completeSignIn({ ...deps, signIns: requireSignIns(deps) }, db);
      return { kind: operationKind, result: await authorizeAccount(deps, db, { account, reauthorize, complete }) };
    },
    repair: async (setup, { db }) => ({ kind: operationKind, result: await repairAccount(deps, db, setup) }),
    setDefault: ({ key }, { db }) => ({ result: makeDefaultAccount(deps, db, key) }),
    disable: ({ key }, { db }) => ({ kind: operationKind, result: disableAccount(deps, db, key) }),
    enable: ({ key }, { db }) => ({ kind: operationKind, result: enableAccount(deps, db, key) }),
    remove: async (removal, { db, caller, accounts }) => ({
      kind: operationKind,
      result: await removeAccount(deps, { db, accounts, isOwner: isPerson(caller) }, removal),
    }),
    addresses: ({ account_id }, call) => ({
      kind: 'AccountAddresses',
      addresses: addressesFor(call, account_id).map((address) => ({ account_id, ...address })),
    }),
    addAddress(input, call) {
      addAccountAddress(call, input, onReclassified);
      return ack;
    },
    removeAddress(input, call) {
      removeAccountAddress(call, input, onReclassified);
      return ack;
    },
    setPrimaryAddress(input, call) {
      setPrimaryAddress(call, input);
      return ack;
    },
  };
}
