import { runTogether, startLoops, staggeredDelays, type Loop, type LoopDeps, type RunningLoop } from './base/loop.ts';
import type { Account } from './mail/accounts/accounts.ts';
import type { Provider, ServerQuery } from './providers/provider.ts';

/** The loop that syncs one account. */
export type AccountLoop = Loop & {
  account: Account;
  /** Requests a sync pass now; a running pass is joined. */
  wake(): void;
  /** The computer has slept: connections are dropped as dead, and a pass follows after the delay. */
  resume(delayMs: number): void;
  /** The computer's network has changed: a loop that waits for it tries again after the delay. */
  networkChanged(delayMs: number): void;
  /** The connection to the account's server, once there is one. */
  provider(): Provider | undefined;
  /**
   * Searches on the server, and stores up to `most` of the newest hits that no sync has reached yet; `onFetched` is called with
   * the number of each piece. Undefined where the account has no server that can search. Throws ProviderError, and what `signal`
   * aborts with; what was stored until then stays.
   */
  fetchFromServer(search: {
    query: ServerQuery;
    most: number;
    onFetched: (count: number) => void;
    signal: AbortSignal;
  }): Promise<{ remaining: number } | undefined>;
};

/** What else runs for an account beside its sync loop. */
export type AccountPart = {
  kind: AccountPartKind;
  loop: Loop;
  /** There may be something to do. */
  notify(): void;
  /** The server can be reached. */
  onReachable?(): void;
  /** A sync pass has ended; `unreadableFolders` could not be read. */
  onPassEnd?(pass: number, unreadableFolders: readonly string[]): void;
  /** The computer's network has changed. */
  onNetworkChange?(): void;
  /** The computer has slept. */
  onResume?(): void;
};

/** Changes of mail, drafts and sends that are carried to the account's server. */
type AccountPartKind = 'push' | 'drafts' | 'send';

/** The loops of one account. */
export type AccountLoopGroup = AccountLoop & { parts: readonly AccountPart[] };

type AccountLoops = Loop & {
  /** Runs exactly these accounts from now on. An account with other settings is restarted; the others go on. */
  setAccounts(accounts: readonly Account[]): void;
  ofAccount(account_id: string): AccountLoop | undefined;
  /** A part of an account may have something to do. */
  notify(account_id: string, kind: AccountPartKind): void;
  /** The computer has slept: every account reconnects, a few at a time. */
  resume(): void;
  networkChanged(): void;
};

type Entry = { group: AccountLoopGroup; settings: string; running: RunningLoop };

type AccountLoopsOptions = {
  /** Creates the loops of an account. */
  make: (account: Account) => AccountLoopGroup;
  /** What an account's loops depend on: a change of it restarts them. */
  settingsOf: (account: Account) => string;
};

/** The loop in which the accounts' own loops run, each started and stopped as its account comes, changes and goes. */
export function accountLoops(deps: LoopDeps, { make, settingsOf }: AccountLoopsOptions): AccountLoops {
  const entries = new Map<string, Entry>();
  let configured: readonly Account[] = [];
  let accountsChanged = Promise.withResolvers<void>();

  const end = async (account_id: string, { running }: Entry) => {
    entries.delete(account_id);
    await running.stop();
  };

  const begin = (account: Account) => {
    const group = make(account);
    const running = startLoops([groupLoop(group)], deps);
    entries.set(account.account_id, { group, settings: settingsOf(account), running });
  };

  /** Ends loops whose account has gone or has other settings, then starts what is missing. */
  const reconcile = async (signal: AbortSignal) => {
    const settings = new Map(configured.map((account) => [account.account_id, settingsOf(account)]));
    const outdated = [...entries].filter(([id, entry]) => settings.get(id) !== entry.settings);
    if (outdated.length > 0) await Promise.all(outdated.map(([id, entry]) => end(id, entry)));
    for (const account of configured) if (!signal.aborted && !entries.has(account.account_id)) begin(account);
  };

  /** Not all accounts reconnect in one instant. */
  const forEachStaggered = (act: (group: AccountLoopGroup, delayMs: number) => void) => {
    const groups = [...entries.values()].map(({ group }) => group);
    const delays = staggeredDelays(groups.length);
    for (const [index, group] of groups.entries()) act(group, delays[index] ?? 0);
  };

  return {
    name: 'accounts',
    setAccounts(accounts) {
      configured = accounts;
      accountsChanged.resolve();
    },
    ofAccount: (account_id) => entries.get(account_id)?.group,
    notify(account_id, kind) {
      entries
        .get(account_id)
        ?.group.parts.find((part) => part.kind === kind)
        ?.notify();
    },
    resume() {
      forEachStaggered((group, delayMs) => group.resume(delayMs));
      for (const { group } of entries.values()) for (const part of group.parts) part.onResume?.();
    },
    networkChanged: () =>
      forEachStaggered((group, delayMs) => {
        group.networkChanged(delayMs);
        for (const part of group.parts) part.onNetworkChange?.();
      }),
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

function groupLoop(group: AccountLoopGroup): Loop {
  const loops = [group, ...group.parts.map(({ loop }) => loop)];
  return {
    name: group.name,
    run: (signal) =>
      runTogether(
        loops.map((loop) => (anyAbort) => loop.run(anyAbort)),
        signal,
      ),
  };
}
