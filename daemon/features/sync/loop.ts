import type { Clock } from '../../base/clock.ts';
import { reasonOf } from '../../base/failure.ts';
import { backoff, type Loop } from '../../base/loop.ts';
import type { Account } from '../../mail/accounts.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';
import { syncPass, type PassParts } from './pass.ts';

export type AccountLoopParts = PassParts & {
  account: Account;
  /** Opens the account's provider; throws ProviderError where its settings do not allow it. */
  open: () => Promise<Provider>;
  intervalMs: () => number;
};

/** An account's loop, and the way to ask it for a pass. */
export type AccountLoop = Loop & {
  account: Account;
  /** Asks for a pass now; one under way is joined. */
  wake(): void;
  provider(): Provider | undefined;
};

/**
 * Keeps one account in sync: a pass at start, when the server says something changed, when somebody asks, and every
 * interval; after a failure later each time. Independent of every other account's.
 */
export function accountLoop(parts: AccountLoopParts): AccountLoop {
  const { account, open, intervalMs, clock } = parts;
  const bell = bellWith(clock);
  let provider: Provider | undefined;
  let watching: Promise<void> | undefined;
  let isRunning = false;

  async function pass(signal: AbortSignal): Promise<number> {
    isRunning = true;
    const opened = async () => {
      provider ??= await open();
      watching ??= watch(parts, provider, { onChange: bell.ring, signal });
      return provider;
    };
    const result = await syncPass(parts, account, opened, signal);
    isRunning = false;
    return result.ok ? intervalMs() : result.retryInMs;
  }

  return {
    name: `sync ${account.key ?? account.account_id}`,
    account,
    async run(signal) {
      try {
        while (!signal.aborted) await bell.wait(await pass(signal), signal);
      } finally {
        isRunning = false;
        await provider?.close();
        await watching;
        provider = watching = undefined;
      }
    },
    wake() {
      if (!isRunning) bell.ring();
    },
    provider: () => provider,
  };
}

/** Listens for what the server announces; a lost line is taken up again, and the interval covers the gap. */
async function watch(
  { account, clock, log }: AccountLoopParts,
  provider: Provider,
  { onChange, signal }: { onChange: () => void; signal: AbortSignal },
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      for await (const _ of provider.watch(signal)) {
        failures = 0;
        onChange();
      }
    } catch (lost) {
      if (signal.aborted) return;
      const level = lost instanceof ProviderError ? 'debug' : 'error';
      log[level]({ account: account.account_id, reason: reasonOf(lost) }, 'the line that announces new mail was lost');
    }
    await clock.wait(backoff(failures), signal);
  }
}

/** A wait that can be cut short; a ring that comes before the wait counts for it. */
function bellWith(clock: Clock) {
  let rung = new AbortController();
  return {
    ring: () => rung.abort(),
    async wait(ms: number, signal: AbortSignal): Promise<void> {
      await clock.wait(ms, AbortSignal.any([rung.signal, signal]));
      rung = new AbortController();
    },
  };
}
