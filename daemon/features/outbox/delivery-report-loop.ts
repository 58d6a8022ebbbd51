import { setImmediate as nextTurn } from 'node:timers/promises';
import { createWakeSignal } from '../../base/wake-signal.ts';
import { instantOf } from '../../base/clock.ts';
import type { Loop } from '../../base/loop.ts';
import { markReportsScanned, unscannedReports } from '../../mail/outbox/bounces.ts';
import { resolveUnknownSend } from '../../mail/outbox/unknown-sends.ts';
import { removeEndedSends, outboxRow, sendsInStates } from '../../mail/outbox/outbox.ts';
import { isMessageIdKnown } from '../../mail/threads/threads.ts';
import { processReport } from './reports.ts';
import type { DeliveryReportLoopDeps } from './delivery-report-deps.ts';

type DeliveryReportLoop = Loop & {
  /** Mail has been stored. */
  notify(): void;
};

/** The number of reports processed in one transaction. */
const batchSize = 50;
const dayMs = 86_400_000;
/** Completed sends are kept for this many days. */
const retentionDays = 30;

/**
 * Processes received mail that concerns sent messages: delivery reports, and replies to or copies of a message with an
 * unknown result. Deletes sends that ended long ago.
 */
export function deliveryReportLoop(deps: DeliveryReportLoopDeps): DeliveryReportLoop {
  const { db, clock } = deps;
  const wakeSignal = createWakeSignal(clock);
  return {
    name: 'news of sent mail',
    notify: () => wakeSignal.notify(),
    async run(signal) {
      while (!signal.aborted) {
        await readReports(deps, signal);
        confirmMentionedSends(deps);
        removeEndedSends(db, instantOf(new Date(clock.now().getTime() - retentionDays * dayMs)));
        await wakeSignal.wait(dayMs, signal);
      }
    },
  };
}

async function readReports(deps: DeliveryReportLoopDeps, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  for (let found = unscannedReports(db, batchSize); found.scanned.length > 0; found = unscannedReports(db, batchSize)) {
    if (signal.aborted) return;
    const announcements = db.transaction(() => {
      markReportsScanned(db, found.scanned);
      return found.reports.flatMap((report) => processReport(deps, report));
    });
    for (const announce of announcements) announce();
    await nextTurn();
  }
}

/** Confirms an unknown send if a copy of it or a reply to it is stored. */
function confirmMentionedSends({ db, clock, sending }: DeliveryReportLoopDeps): void {
  for (const row of sendsInStates(db, ['unknown'])) {
    if (row.account === null || !isMessageIdKnown(db, row.account, row.header_id)) continue;
    if (resolveUnknownSend(db, row, { at: instantOf(clock.now()), copy: 'due' }))
      sending.announceAfterCommit(outboxRow(db, row.id)!);
  }
}
