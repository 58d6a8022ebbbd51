import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
    demoAccounts(count).map(({ key, name, email }) => [key, { name, email, sync: { type: 'fake' }, send: { type: 'fake' } }]),
  );
  return { ...config, current: { ...config.current, accounts: configSchema.parse({ accounts }).accounts } };
}

/** The demo's mailboxes. `made` hands each out as it is opened, so that a test can have mail arrive in it. */
export function demoOpener(count: number, clock: Clock, made?: (key: string, provider: FakeProvider) => void): OpenProvider {
  const accounts = new Map(demoAccounts(count).map((account) => [account.key, account]));
  return async (key) => {
    const account = accounts.get(key);
    if (!account) throw new Failure('internal', 'unknown_demo_account', `The demo has no account "${key}".`);
    const provider = createFakeProvider({ ...account, clock });
    made?.(key, provider);
    return provider;
  };
}

const demoFiles = ['mail.db', 'index.db', 'activity.db'].flatMap((name) => [name, `${name}-wal`, `${name}-shm`]);

/**
 * A demo starts new each time, so what an earlier one left in `dataDir` is removed. Throws Failure `not_a_demo` for a
 * folder that holds a mailbox no demo made. Call it with the instance lock held.
 */
export function clearDemo(dataDir: string): void {
  const mark = join(dataDir, 'demo');
  if (existsSync(join(dataDir, 'mail.db')) && !existsSync(mark)) {
    throw new Failure(
      'refused',
      'not_a_demo',
      `${dataDir} holds a mailbox that is not a demo's, and a demo would replace it. Name another folder with SVC_DATA_DIR.`,
    );
  }
  writeFileSync(mark, 'The mailbox in this folder is a demo. It is made anew at every start.\n', { mode: 0o600 });
  for (const name of readdirSync(dataDir)) {
    if (demoFiles.includes(name) || name.startsWith('mail.db.before-')) rmSync(join(dataDir, name), { force: true });
  }
  rmSync(join(dataDir, 'blobs'), { recursive: true, force: true });
}
