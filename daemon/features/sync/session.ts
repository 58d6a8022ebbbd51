import type { Clock } from '../../base/clock.ts';
import { reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import { backoff } from '../../base/loop.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';

/** A provider and its watch on the server, from open to close. */
export type Session = {
  provider: Provider;
  /** Listens for announcements of the server, unless it does already. */
  watch(): void;
  close(): Promise<void>;
};

export type SessionDeps = {
  account: Account;
  clock: Clock;
  log: Log;
  onChange: () => void;
  onRefused: () => void;
  /** A working watch has lost its connection. */
  onLost: () => void;
};

export function openSession(deps: SessionDeps, provider: Provider): Session {
  const ending = new AbortController();
  let watching: Promise<void> | undefined;
  return {
    provider,
    watch: () => (watching ??= watch(deps, provider, ending.signal).finally(() => (watching = undefined))),
    async close() {
      ending.abort();
      await provider.close();
      await watching;
    },
  };
}

/**
 * A lost connection is opened again, and the interval covers the gap. A refused password ends the watch; a later pass starts
 * another.
 */
async function watch(deps: SessionDeps, provider: Provider, signal: AbortSignal): Promise<void> {
  const { account, clock, log, onChange, onRefused, onLost } = deps;
  for (let failures = 0; !signal.aborted; failures++) {
    let isWatching = false;
    try {
      for await (const _ of provider.watch(signal)) {
        failures = 0;
        isWatching = true;
        onChange();
      }
    } catch (lost) {
      if (signal.aborted) return;
      const level = lost instanceof ProviderError ? 'debug' : 'error';
      log[level]({ account: account.account_id, reason: reasonOf(lost) }, 'the line that announces new mail was lost');
      if (lost instanceof ProviderError && lost.reason === 'auth') return onRefused();
      if (isWatching) onLost();
    }
    await clock.wait(backoff(failures), signal);
  }
}
