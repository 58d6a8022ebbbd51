import { setImmediate as nextTurn } from 'node:timers/promises';
import { instantOf } from '../../base/clock.ts';
import type { Loop } from '../../base/loop.ts';
import { bellWith } from '../../base/bell.ts';
import type { Account } from '../../mail/accounts.ts';
import { settleNew, type ApplyParts } from '../../mail/apply.ts';
import { sweepJournal } from '../../mail/mutations/sweep.ts';

export type JournalLoop = Loop & {
  /** There is more to settle. */
  ring(): void;
};

const sweepEvery = 3_600_000;

/** Does what large mutations leave to be done after their answer, and forgets what cannot be taken back any more. */
export function journalLoop(parts: ApplyParts & { accounts: () => readonly Account[] }): JournalLoop {
  const { db, clock, accounts } = parts;
  const bell = bellWith(clock);
  return {
    name: 'journal',
    ring: () => bell.ring(),
    async run(signal) {
      while (!signal.aborted) {
        while (!signal.aborted && settleNew(parts, accounts())) await nextTurn();
        const before = instantOf(clock.now());
        while (!signal.aborted && sweepJournal(db, before)) await nextTurn();
        await bell.wait(sweepEvery, signal);
      }
    },
  };
}
