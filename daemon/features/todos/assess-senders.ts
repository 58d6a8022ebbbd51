import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { readBatch } from '../../base/read-batch.ts';
import { dueVerdicts, saveVerdicts, type FoundVerdict } from '../../mail/authentication/verdicts.ts';
import type { WriteDb } from '../../store/db.ts';

type AssessSendersDeps = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  /** Concludes the verdicts on the senders of messages, by internal id, on a worker. */
  findVerdicts: (messages: readonly number[]) => Promise<FoundVerdict[]>;
};

/** The number of messages that are read at once, which limits the wait of other readers. */
const batchSize = 4;

/** Stores the verdicts that are due, so that Now need not read the messages. What a crash leaves is due still. */
export async function assessSenders(deps: AssessSendersDeps, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  for (
    let messages = dueVerdicts(db, clock.now(), batchSize);
    messages.length > 0;
    messages = dueVerdicts(db, clock.now(), batchSize)
  ) {
    const found = await readBatch({ ...deps, read: deps.findVerdicts, failed: () => [] }, messages, signal);
    if (signal.aborted) return;
    db.transaction(() => saveVerdicts(db, messages, { found, now: clock.now() }));
    await nextTurn();
  }
}
