import { createWakeSignal } from '../../base/wake-signal.ts';
import { instantOf, type Clock } from '../../base/clock.ts';
import { reasonOf } from '../../base/failure.ts';
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

/** The time until a worker has restarted, with a margin, in milliseconds. */
const workerRestartMs = 3_000;

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
    const readings = await readEach(deps, signal, messages);
    if (readings.length === 0 || signal.aborted) return;
    saveReadings(deps, readings);
  }
}

/** If a batch fails, its messages are read one by one. */
async function readEach(
  deps: InviteLoopDeps,
  signal: AbortSignal,
  messages: readonly number[],
): Promise<ParsedInvites[]> {
  try {
    return await deps.readInvites(messages);
  } catch (failed) {
    deps.log.warn({ err: failed }, 'calendar mail could not be read together and is read one by one');
  }
  const readings: ParsedInvites[] = [];
  for (const message of messages) {
    if (signal.aborted) return [];
    readings.push(...(await readSingle(deps, signal, message)));
  }
  return readings;
}

/**
 * A worker that just crashed refuses requests, so the second attempt counts. A message that fails then is not tried again.
 */
async function readSingle(
  { readInvites, clock, log }: InviteLoopDeps,
  signal: AbortSignal,
  message: number,
): Promise<ParsedInvites[]> {
  try {
    return await readInvites([message]);
  } catch {
    await clock.wait(workerRestartMs, signal);
  }
  try {
    return await readInvites([message]);
  } catch (failed) {
    log.error({ err: failed, message }, 'a message with a calendar could not be read and is left');
    return [{ message, events: [], error: reasonOf(failed) }];
  }
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
