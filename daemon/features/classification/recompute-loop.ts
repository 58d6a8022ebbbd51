import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import type { Actor } from '../../contract/ownership.ts';
import {
  countKinds,
  countOutdatedKinds,
  nextKindAfter,
  nextOutdatedKind,
  recomputeKind,
} from '../../mail/classification/recompute.ts';
import { startJob, type JobHandle } from '../../mail/jobs/jobs.ts';
import type { WriteDb } from '../../store/db.ts';

type RecomputeLoopDeps = { db: WriteDb; blobs: string; clock: Clock; log: Log };

type RecomputeLoop = Loop & {
  /** Starts the job that classifies all received mail again, or returns the one that runs. */
  start: (actor: Actor) => string;
  cancel: (job_id: string) => boolean;
};

/** After so many messages the progress is stored. */
const messagesPerStep = 20;

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
      if (nextOutdatedKind(db) !== undefined)
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
  { db, blobs, log }: RecomputeLoopDeps,
  { job, isAll, isCancelled = () => false }: Pass,
  signal: AbortSignal,
): Promise<void> {
  const counts = { total: isAll ? countKinds(db) : countOutdatedKinds(db), succeeded: 0, failed: 0 };
  job.progress(counts);
  const nextAfter = (last: number) => (isAll ? nextKindAfter(db, last) : nextOutdatedKind(db));
  for (let id = nextAfter(0); id !== undefined && !signal.aborted; id = nextAfter(id)) {
    if (isCancelled()) return job.cancel(`${counts.succeeded} of ${counts.total} messages were classified again.`);
    if (recomputeKind({ db, blobs }, id)) counts.succeeded += 1;
    else counts.failed += 1;
    if ((counts.succeeded + counts.failed) % messagesPerStep === 0) job.progress(counts);
    // Requests are answered between two messages.
    await nextTurn();
  }
  job.progress(counts);
  if (signal.aborted) return;
  if (counts.failed > 0)
    log.warn({ failed: counts.failed }, 'some messages could not be read, so they are not classified');
  job.finish();
}
