import type { Clock } from '../../base/clock.ts';
import { reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import { backoff } from '../../base/loop.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';

/** A provider and the watch over its server, from opening to close. */
export type Session = {
  provider: Provider;
  /** Listens for what the server announces, unless it does already. */
  watch(): void;
  close(): Promise<void>;
};

type SessionDeps = { account: Account; clock: Clock; log: Log; onChange: () => void; onRefused: () => void };

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
 * A lost line is taken up again, and the interval covers the gap. A refused password ends the watch; another one begins
 * with a later pass.
 */
async function watch(deps: SessionDeps, provider: Provider, signal: AbortSignal): Promise<void> {
  const { account, clock, log, onChange, onRefused } = deps;
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
      if (lost instanceof ProviderError && lost.reason === 'auth') return onRefused();
    }
    await clock.wait(backoff(failures), signal);
  }
}
