import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import { readBatch } from '../../base/read-batch.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import type { Actor } from '../../contract/ownership.ts';
import {
  countKinds,
  countOutdatedKinds,
  kindsAfter,
  outdatedKinds,
  saveReadKinds,
  type ReadKind,
} from '../../mail/classification/recompute.ts';
import { startJob, type JobHandle } from '../../mail/jobs/jobs.ts';
import type { WriteDb } from '../../store/db.ts';

type RecomputeLoopDeps = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  /** Classifies stored messages, by internal id, on a worker. */
  readKinds: (messages: readonly number[]) => Promise<ReadKind[]>;
};

type RecomputeLoop = Loop & {
  /** Starts the job that classifies all received mail again, or returns the one that runs. */
  start: (actor: Actor) => string;
  cancel: (job_id: string) => boolean;
};

/** The number of messages that are read at once, which limits the wait of other readers and of other writers. */
const batchSize = 16;
/**
 * Classifies mail that was stored before there were these rules, at the start, and all mail when the user asks for it. It needs no
 * state of its own: after a crash, what is left to do follows from the version of the rules.
 */
export function recomputeLoop(deps: RecomputeLoopDeps): RecomputeLoop {
  const { db, clock } = deps;
  const wakeSignal = createWakeSignal(clock);
  let asked: JobHandle | undefined;
  let isCancelled = false;
  return {
    name: 'classification',
    start(actor) {
      asked ??= startJob({ db, clock }, { kind: 'classification.recompute', actor });
      wakeSignal.notify();
      return asked.job_id;
    },
    cancel(job_id) {
      if (asked?.job_id !== job_id) return false;
      isCancelled = true;
      return true;
    },
    async run(signal) {
      if (outdatedKinds(db, 1).length > 0)
        await pass(deps, { job: startJob({ db, clock }, { kind: 'classification' }), isAll: false }, signal);
      while (!signal.aborted) {
        const job = asked;
        if (job) {
          await pass(deps, { job, isAll: true, isCancelled: () => isCancelled }, signal);
          asked = undefined;
          isCancelled = false;
        } else await wakeSignal.wait(undefined, signal);
      }
    },
  };
}

type Pass = { job: JobHandle; isAll: boolean; isCancelled?: () => boolean };

async function pass(
  deps: RecomputeLoopDeps,
  { job, isAll, isCancelled = () => false }: Pass,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = deps;
  const counts = { total: isAll ? countKinds(db) : countOutdatedKinds(db), succeeded: 0, failed: 0 };
  job.progress(counts);
  const nextAfter = (last: number) => (isAll ? kindsAfter(db, last, batchSize) : outdatedKinds(db, batchSize));
  for (let messages = nextAfter(0); messages.length > 0; messages = nextAfter(messages.at(-1) ?? 0)) {
    if (isCancelled()) return job.cancel(`${counts.succeeded} of ${counts.total} messages were classified again.`);
    const kinds = await readBatch({ ...deps, read: deps.readKinds, failed: unreadable }, messages, signal);
    if (signal.aborted) return;
    saveReadKinds(db, messages, kinds);
    const failed = kinds.filter(({ kind }) => kind === null).length;
    counts.failed += failed;
    counts.succeeded += messages.length - failed;
    job.progress(counts);
    // Requests are answered between two batches.
    await nextTurn();
  }
  if (counts.failed > 0)
    log.warn({ failed: counts.failed }, 'some messages could not be read, so they are not classified');
  job.finish();
}

/** A message that could not be read is not classified until the rules change. */
function unreadable(message: number): ReadKind[] {
  return [{ message, kind: null }];
}
