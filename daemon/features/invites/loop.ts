import { bellWith } from '../../base/bell.ts';
import { instantOf, type Clock } from '../../base/clock.ts';
import { reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import type { Account } from '../../mail/accounts.ts';
import { shownOtherwise, type ApplyParts } from '../../mail/apply.ts';
import type { InviteReading } from '../../mail/invite-reading.ts';
import { newestMessage, saveInvites, unscannedInvites, unscannedInvitesAfter } from '../../mail/invites.ts';
import type { WriteDb } from '../../store/db.ts';

export type InviteLoopParts = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  accounts: () => readonly Account[];
  /** Reads the calendars in messages, by internal id, on a worker. */
  readInvites: (messages: readonly number[]) => Promise<InviteReading[]>;
  onActed: ApplyParts['onActed'];
};

export type InviteLoop = Loop & {
  /** Mail has been stored. */
  ring(): void;
};

/** So many messages are read at once: other readers wait no longer than for these. */
const atOnce = 8;

/** All mail is looked through again after this long, in milliseconds: for what came in unheard, and what failed. */
const lookAgainAfter = 10 * 60_000;

/** How long a worker takes to be there again, and some more, in milliseconds. */
const restartMs = 3_000;

/** Finds the events that calendar mail tells of, each message once; after a crash it goes on with what is left. */
export function inviteLoop(parts: InviteLoopParts): InviteLoop {
  const { db, clock } = parts;
  const bell = bellWith(clock);
  return {
    name: 'invites',
    ring: () => bell.ring(),
    async run(signal) {
      while (!signal.aborted) {
        let seen = newestMessage(db);
        await scanAll(parts, signal, () => unscannedInvites(db, atOnce));
        while (!signal.aborted && (await bell.wait(lookAgainAfter, signal))) {
          const newest = newestMessage(db);
          await scanAll(parts, signal, () => unscannedInvitesAfter(db, seen, atOnce));
          seen = newest;
        }
      }
    },
  };
}

/** Goes on until nothing is left, or what is left cannot be read now. */
async function scanAll(parts: InviteLoopParts, signal: AbortSignal, next: () => number[]): Promise<void> {
  for (let messages = next(); messages.length > 0 && !signal.aborted; messages = next()) {
    const readings = await readEach(parts, signal, messages);
    if (readings.length === 0 || signal.aborted) return;
    save(parts, readings);
  }
}

/** Where something goes wrong with a piece, its messages are read one by one. */
async function readEach(
  parts: InviteLoopParts,
  signal: AbortSignal,
  messages: readonly number[],
): Promise<InviteReading[]> {
  try {
    return await parts.readInvites(messages);
  } catch (failed) {
    parts.log.warn({ err: failed }, 'calendar mail could not be read together and is read one by one');
  }
  const readings: InviteReading[] = [];
  for (const message of messages) {
    if (signal.aborted) return [];
    readings.push(...(await readAlone(parts, signal, message)));
  }
  return readings;
}

/** A worker that has just died takes no question, so the second time counts. What fails then is not tried again. */
async function readAlone(
  { readInvites, clock, log }: InviteLoopParts,
  signal: AbortSignal,
  message: number,
): Promise<InviteReading[]> {
  try {
    return await readInvites([message]);
  } catch {
    await clock.wait(restartMs, signal);
  }
  try {
    return await readInvites([message]);
  } catch (failed) {
    log.error({ err: failed, message }, 'a message with a calendar could not be read and is left');
    return [{ message, events: [], error: reasonOf(failed) }];
  }
}

function save({ db, clock, accounts, onActed }: InviteLoopParts, readings: readonly InviteReading[]): void {
  const now = instantOf(clock.now());
  const found = db.transaction(() =>
    readings.flatMap((reading) => {
      const account = saveInvites(db, reading, now);
      return account === undefined || reading.events.length === 0 ? [] : [{ account, message: reading.message }];
    }),
  );
  for (const [id, told] of Map.groupBy(found, ({ account }) => account)) {
    const account = accounts().find((each) => each.id === id);
    if (account)
      onActed(
        shownOtherwise(
          account,
          told.map(({ message }) => message),
        ),
      );
  }
}
