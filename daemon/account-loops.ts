import type { Clock } from './base/clock.ts';
import type { Log } from './base/log.ts';
import { startLoops, type Loop, type RunningLoop } from './base/loop.ts';
import type { Account } from './mail/accounts/accounts.ts';
import { type Provider } from './providers/provider.ts';

/** An account's loop, which also tells its server what is done here. */
export type AccountSyncLoop = AccountLoop & {
  /** There is something to tell. */
  notifyPush(): void;
  /** There may be drafts to bring to its server, or to take away there. */
  notifyDrafts(): void;
  /** Something may be due to be sent. */
  notifySend(): void;
  /** The network of this computer is another one. */
  notifySendReachable(): void;
};

export type AccountLoops = Loop & {
  /** Has exactly these accounts synced from now on. One that is configured anew begins anew, the others go on as they are. */
  setAccounts(accounts: readonly Account[]): void;
  /** The loops that run now. */
  current(): AccountSyncLoop[];
  ofAccount(account_id: string): AccountSyncLoop | undefined;
};

type Entry = { loop: AccountSyncLoop; settings: string; running: RunningLoop };

/**
 * The loop in which the accounts' own loops run, each started and stopped as its account comes, changes and goes.
 * `settingsOf` says what an account's loop depends on.
 */
export function accountLoops(
  { clock, log }: { clock: Clock; log: Log },
  { make, settingsOf }: { make: (account: Account) => AccountSyncLoop; settingsOf: (account: Account) => string },
): AccountLoops {
  const entries = new Map<string, Entry>();
  let configured: readonly Account[] = [];
  let accountsChanged = Promise.withResolvers<void>();

  const end = async (account_id: string, { running }: Entry) => {
    entries.delete(account_id);
    await running.stop();
  };

  const begin = (account: Account) => {
    const loop = make(account);
    const running = startLoops([loop], { clock, log });
    entries.set(account.account_id, { loop, settings: settingsOf(account), running });
  };

  /** Ends what is not wanted as it is, then starts what is missing. */
  const reconcile = async (signal: AbortSignal) => {
    const settings = new Map(configured.map((account) => [account.account_id, settingsOf(account)]));
    const outdated = [...entries].filter(([id, entry]) => settings.get(id) !== entry.settings);
    if (outdated.length > 0) await Promise.all(outdated.map(([id, entry]) => end(id, entry)));
    for (const account of configured) if (!signal.aborted && !entries.has(account.account_id)) begin(account);
  };

  return {
    name: 'accounts',
    setAccounts(accounts) {
      configured = accounts;
      accountsChanged.resolve();
    },
    current: () => [...entries.values()].map(({ loop }) => loop),
    ofAccount: (account_id) => entries.get(account_id)?.loop,
    async run(signal) {
      const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      while (!signal.aborted) {
        accountsChanged = Promise.withResolvers();
        await reconcile(signal);
        await Promise.race([accountsChanged.promise, stopped]);
      }
      await Promise.all([...entries].map(([id, entry]) => end(id, entry)));
    },
  };
}

/** An account's loop, and the way to ask it for a pass. */
export type AccountLoop = Loop & {
  account: Account;
  /** Asks for a pass now; one under way is joined. */
  wake(): void;
  /** The computer has slept: connections are dropped as dead, and a pass follows after the delay. */
  resume(delayMs: number): void;
  /** The computer's network came, went or is another one: who waits for it tries again after the delay. */
  networkChanged(delayMs: number): void;
  provider(): Provider | undefined;
};
