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

type DemoServerOptions = {
  clock: Clock;
  /** Whether scripted mail arrives after the first sync of each account. */
  hasArrivals?: boolean;
  /** Receives each server when it is first opened, so that mail can be delivered to it. */
  onMailbox?: (key: string, provider: FakeProvider) => void;
};

/** The demo's mail servers. A server outlives its connections, so that changes survive a reconnect. */
export function demoOpener(count: number, { clock, hasArrivals = false, onMailbox }: DemoServerOptions): OpenProvider {
  const accounts = new Map(demoAccounts(count).map((account) => [account.key, account]));
  const servers = new Map<string, FakeProvider>();
  return async (key) => {
    const account = accounts.get(key);
    if (!account) throw new Failure('internal', 'unknown_demo_account', `The demo has no account "${key}".`);
    const opened = servers.get(key);
    const server = opened ?? demoServer(createFakeProvider({ ...account, clock }), hasArrivals);
    servers.set(key, server);
    if (!opened) onMailbox?.(key, server);
    return connectionTo(server);
  };
}

/** New mail arrives once everything that was there before has been reported, so that it counts as new. */
function demoServer(server: FakeProvider, hasArrivals: boolean): FakeProvider {
  let isDue = hasArrivals;
  return {
    ...server,
    async *changes(...request) {
      yield* server.changes(...request);
      if (isDue) server.control.deliverArrivals();
      isDue = false;
    },
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
