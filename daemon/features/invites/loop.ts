import { createWakeSignal } from '../../base/wake-signal.ts';
import { instantOf, type Clock } from '../../base/clock.ts';
import { reasonOf } from '../../base/failure.ts';
import { readBatch } from '../../base/read-batch.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { displayChange, type ApplyDeps } from '../../mail/mutations/apply.ts';
import type { ParsedInvites } from '../../mail/invites/read-invites.ts';
import {
  newestMessageRowId,
  saveInvites,
  unscannedInvites,
  unscannedInvitesAfter,
} from '../../mail/invites/invites.ts';
import type { WriteDb } from '../../store/db.ts';

export type InviteLoopDeps = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  accounts: () => readonly Account[];
  /** Reads the calendars in messages, by internal id, on a worker. */
  readInvites: (messages: readonly number[]) => Promise<ParsedInvites[]>;
  onMutationResult: ApplyDeps['onMutationResult'];
};

type InviteLoop = Loop & {
  /** Mail has been stored. */
  notify(): void;
};

/** The number of messages that are read at once, which limits the wait of other readers. */
const batchSize = 8;

/**
 * All mail is scanned again after this interval, in milliseconds: for mail that was stored without a notification, and for
 * failures.
 */
const rescanIntervalMs = 10 * 60_000;

/** Finds the events in calendar mail, each message once; continues after a crash. */
export function inviteLoop(deps: InviteLoopDeps): InviteLoop {
  const { db, clock } = deps;
  const wakeSignal = createWakeSignal(clock);
  return {
    name: 'invites',
    notify: () => wakeSignal.notify(),
    async run(signal) {
      while (!signal.aborted) {
        let newestScanned = newestMessageRowId(db);
        await scanUnscanned(deps, signal, () => unscannedInvites(db, batchSize));
        while (!signal.aborted && (await wakeSignal.wait(rescanIntervalMs, signal))) {
          const newest = newestMessageRowId(db);
          await scanUnscanned(deps, signal, () => unscannedInvitesAfter(db, newestScanned, batchSize));
          newestScanned = newest;
        }
      }
    },
  };
}

/** Continues until no message is left, or the rest cannot be read now. */
async function scanUnscanned(deps: InviteLoopDeps, signal: AbortSignal, next: () => number[]): Promise<void> {
  for (let messages = next(); messages.length > 0 && !signal.aborted; messages = next()) {
    const readings = await readBatch({ ...deps, read: deps.readInvites, failed: unreadable }, messages, signal);
    if (readings.length === 0 || signal.aborted) return;
    saveReadings(deps, readings);
  }
}

/** A message that could not be read counts as read, without events. */
function unreadable(message: number, failed: unknown): ParsedInvites[] {
  return [{ message, events: [], error: reasonOf(failed) }];
}

function saveReadings(
  { db, clock, accounts, onMutationResult }: InviteLoopDeps,
  readings: readonly ParsedInvites[],
): void {
  const now = instantOf(clock.now());
  const found = db.transaction(() =>
    readings.flatMap((reading) => {
      const account = saveInvites(db, reading, now);
      return account === undefined || reading.events.length === 0 ? [] : [{ account, message: reading.message }];
    }),
  );
  for (const [id, scanned] of Map.groupBy(found, ({ account }) => account)) {
    const account = accounts().find((each) => each.id === id);
    if (account)
      onMutationResult(
        displayChange(
          account,
          scanned.map(({ message }) => message),
        ),
      );
  }
}
