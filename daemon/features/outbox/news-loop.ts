import { setImmediate as nextTurn } from 'node:timers/promises';
import { bellWith } from '../../base/bell.ts';
import { instantOf, type Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Account } from '../../mail/accounts.ts';
import { noteScanned, unscannedReports } from '../../mail/bounces.ts';
import { settleSend } from '../../mail/outbox-doubts.ts';
import { forgetSends, outboxRow, sendsIn } from '../../mail/outbox.ts';
import type { Sending } from '../../mail/sending.ts';
import { isMentioned } from '../../mail/threads.ts';
import type { WriteDb } from '../../store/db.ts';
import { takeReport } from './reports.ts';

export type NewsLoop = Loop & {
  /** Mail has been stored. */
  ring(): void;
};

export type NewsLoopParts = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  sending: Sending;
  announce: (announcement: Announcement) => void;
  accounts: () => readonly Account[];
};

/** So many reports are looked through in one transaction. */
const atOnce = 50;
const dayMs = 86_400_000;
/** What was sent is remembered for so long, in days. */
const keptFor = 30;

/**
 * Reads in mail that comes in what became of mail that went out: reports of servers, and answers to or copies of a message
 * of which nobody knew whether it was sent. Forgets what ended long ago.
 */
export function newsLoop(parts: NewsLoopParts): NewsLoop {
  const { db, clock } = parts;
  const bell = bellWith(clock);
  return {
    name: 'news of sent mail',
    ring: () => bell.ring(),
    async run(signal) {
      while (!signal.aborted) {
        await readReports(parts, signal);
        settleMentioned(parts);
        forgetSends(db, instantOf(new Date(clock.now().getTime() - keptFor * dayMs)));
        await bell.wait(dayMs, signal);
      }
    },
  };
}

async function readReports(parts: NewsLoopParts, signal: AbortSignal): Promise<void> {
  const { db } = parts;
  for (let found = unscannedReports(db, atOnce); found.scanned.length > 0; found = unscannedReports(db, atOnce)) {
    if (signal.aborted) return;
    const tellings = db.transaction(() => {
      noteScanned(db, found.scanned);
      return found.reports.flatMap((report) => takeReport(parts, report));
    });
    for (const tell of tellings) tell();
    await nextTurn();
  }
}

/** Somebody has it: it lies here, or is answered. */
function settleMentioned({ db, clock, sending }: NewsLoopParts): void {
  for (const row of sendsIn(db, ['unknown'])) {
    if (row.account === null || !isMentioned(db, row.account, row.header_id)) continue;
    if (settleSend(db, row, { at: instantOf(clock.now()), copy: 'due' })) sending.soon(outboxRow(db, row.id)!);
  }
}
