import { Failure } from '../base/failure.ts';
import type { Clock } from '../base/clock.ts';
import { keyPath } from '../config/toml/keys.ts';
import type { LiveConfig } from '../config/live-config.ts';
import { configSchema, type Config } from '../config/schema/schema.ts';
import { demoAccounts } from './accounts.ts';
import { createFakeProvider, type FakeProvider } from '../providers/fake/provider.ts';
import type { OpenProvider } from '../providers/open-provider.ts';
import type { Provider } from '../providers/provider.ts';

/** A configuration with the accounts of the demo; all other settings follow the owner's file, even while the demo runs. */
export function demoConfig(config: LiveConfig, count: number): LiveConfig {
  const { accounts } = configSchema.parse({
    accounts: Object.fromEntries(
      demoAccounts(count).map(({ key, name, email }) => [
        key,
        { name, email, sync: { type: 'fake' }, send: { type: 'fake' } },
      ]),
    ),
  });
  const withDemo = (owners: Config): Config => ({ ...owners, accounts });
  return {
    file: config.file,
    get current() {
      return withDemo(config.current);
    },
    get notes() {
      return config.notes;
    },
    get explicit() {
      return config.explicit;
    },
    get trouble() {
      return config.trouble;
    },
    get isRestorable() {
      return config.isRestorable;
    },
    get etag() {
      return config.etag;
    },
    onChange: (listener) => config.onChange((before) => listener(withDemo(before))),
    change(key, value, options) {
      if (keyPath(key)?.[0] === 'accounts') throw fixedAccounts();
      config.change(key, value, options);
    },
    edit(edits) {
      if (edits.some((edit) => ('set' in edit ? edit.set : edit.drop)[0] === 'accounts')) throw fixedAccounts();
      config.edit(edits);
    },
    repair: (how) => config.repair(how),
    close: () => config.close(),
  };
}

function fixedAccounts(): Failure {
  const message = 'The demo has its own accounts, which can’t be changed. Start Posthorn without --demo.';
  return new Failure('refused', 'demo_accounts', message);
}

/**
 * The demo's mail servers. A server outlives its connections, so that changes survive a reconnect. `onMailbox` receives each
 * server when it is first opened, so that a test can deliver mail to it.
 */
export function demoOpener(
  count: number,
  clock: Clock,
  onMailbox?: (key: string, provider: FakeProvider) => void,
): OpenProvider {
  const accounts = new Map(demoAccounts(count).map((account) => [account.key, account]));
  const servers = new Map<string, FakeProvider>();
  return async (key) => {
    const account = accounts.get(key);
    if (!account) throw new Failure('internal', 'unknown_demo_account', `The demo has no account "${key}".`);
    const opened = servers.get(key);
    const server = opened ?? createFakeProvider({ ...account, clock });
    servers.set(key, server);
    if (!opened) onMailbox?.(key, server);
    return connectionTo(server);
  };
}

/** A connection that can be closed without closing the server. */
function connectionTo(server: FakeProvider): Provider {
  const closing = new AbortController();
  return {
    ...server,
    watch: (signal) => server.watch(AbortSignal.any([signal, closing.signal])),
    close: async () => closing.abort(),
  };
}
