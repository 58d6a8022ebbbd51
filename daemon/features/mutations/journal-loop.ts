import { setImmediate as nextTurn } from 'node:timers/promises';
import { instantOf } from '../../base/clock.ts';
import type { Loop } from '../../base/loop.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { settleNewOperations, type ApplyDeps } from '../../mail/mutations/apply.ts';
import { pruneJournal } from '../../mail/mutations/prune-journal.ts';

type JournalLoop = Loop & {
  /** There is more to settle. */
  notify(): void;
};

const sweepIntervalMs = 3_600_000;

/** Finishes the deferred work of large mutations, and deletes mutations that can no longer be undone. */
export function journalLoop(deps: ApplyDeps & { accounts: () => readonly Account[] }): JournalLoop {
  const { db, clock, accounts } = deps;
  const wakeSignal = createWakeSignal(clock);
  return {
    name: 'journal',
    notify: () => wakeSignal.notify(),
    async run(signal) {
      while (!signal.aborted) {
        while (!signal.aborted && settleNewOperations(deps, accounts())) await nextTurn();
        const before = instantOf(clock.now());
        while (!signal.aborted && pruneJournal(db, before)) await nextTurn();
        await wakeSignal.wait(sweepIntervalMs, signal);
      }
    },
  };
}
