import { Failure } from './base/failure.ts';
import type { Clock } from './base/clock.ts';
import type { ConfigSource } from './config/file.ts';
import { configSchema } from './config/schema.ts';
import { demoAccounts } from './providers/fake/demo.ts';
import { createFakeProvider, type FakeProvider } from './providers/fake/provider.ts';
import type { OpenProvider } from './providers/open.ts';

/** A configuration whose accounts are the demo's; everything else is as the owner set it. */
export function demoConfig(config: ConfigSource, count: number): ConfigSource {
  const accounts = Object.fromEntries(
    demoAccounts(count).map(({ key, name, email }) => [
      key,
      { name, email, sync: { type: 'fake' }, send: { type: 'fake' } },
    ]),
  );
  return { ...config, current: { ...config.current, accounts: configSchema.parse({ accounts }).accounts } };
}

/** The demo's mailboxes. `made` hands each out as it is opened, so that a test can have mail arrive in it. */
export function demoOpener(
  count: number,
  clock: Clock,
  made?: (key: string, provider: FakeProvider) => void,
): OpenProvider {
  const accounts = new Map(demoAccounts(count).map((account) => [account.key, account]));
  return async (key) => {
    const account = accounts.get(key);
    if (!account) throw new Failure('internal', 'unknown_demo_account', `The demo has no account "${key}".`);
    const provider = createFakeProvider({ ...account, clock });
    made?.(key, provider);
    return provider;
  };
}
