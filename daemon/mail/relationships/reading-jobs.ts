import { setImmediate as nextTurn } from 'node:timers/promises';
import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure, reasonOf } from '../../base/failure.ts';
import { failureSentence } from '../../base/system-reason.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import { formatInteger } from '../../base/numbers.ts';
import { readBatch } from '../../base/read-batch.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Actor } from '../../contract/ownership.ts';
import type { WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { accountFieldsOf, startJob, type JobHandle } from '../jobs/jobs.ts';
import type { ReadTodos } from '../todos/read-todos.ts';
import { announceChangedTodos, type TodoAnnouncer } from '../todos/announce.ts';
import { saveTodos } from '../todos/store.ts';
import type { PeopleMail } from './select-messages.ts';
import { saveStyle } from './styles.ts';

type ReadingDeps = Omit<TodoAnnouncer, 'db'> & {
  db: WriteDb;
  clock: Clock;
  log: Log;
  announce: (announcement: Announcement) => void;
  /** Selects and reads messages, by internal id, on a worker. */
  select: (mail: PeopleMail) => Promise<number[]>;
  readTodos: (messages: readonly number[]) => Promise<ReadTodos[]>;
};

/** What a job is called, in its row and its events. */
type ReadingNames = {
  kind: string;
  operation: string;
  /** What it does, as in `Looking for commitments`. */
  doing: string;
  cancelled: string;
  stopped: string;
};

type ReadingRequest = {
  accounts: readonly Account[];
  actor: Actor;
  /** The mail that is read. */
  mail: PeopleMail;
  /** Runs when all of them were read, as a part of the job. */
  finish?: (signal: AbortSignal) => Promise<void>;
};

type Reading = ReadingRequest & { job: JobHandle; done: PromiseWithResolvers<void>; cancel: AbortController };

export type ReadingJobs = {
  loop: Loop;
  /**
   * Starts a job after those that were started before. `whenDone` throws Failure with the code `cancelled` or `stopped` of the names,
   * and what `finish` throws.
   */
  start(request: ReadingRequest): { job_id: string; whenDone: Promise<void> };
  cancel(job_id: string): boolean;
};

/** The number of messages that are read at once, which limits the wait of other readers. */
const batchSize = 8;

/**
 * Jobs that read stored mail again: how it is written, and what is promised in it. They take as long as they take, tell how far they
 * are, and can be cancelled. After a crash they do not continue: what was found is stored, and the user can start them again.
 */
export function readingJobs(deps: ReadingDeps, names: ReadingNames): ReadingJobs {
  const { db, clock } = deps;
  const wakeSignal = createWakeSignal(clock);
  /** The first one runs. */
  const readings: Reading[] = [];
  let isStopped = false;
  const stopped = () => new Failure('unavailable', names.stopped, stoppedSentence, { retryable: true });
  return {
    start(request) {
      if (isStopped) throw stopped();
      const { accounts, actor } = request;
      const job = startJob({ db, clock }, { kind: names.kind, accounts, actor });
      const done = Promise.withResolvers<void>();
      // Not every caller waits for it.
      done.promise.catch(() => undefined);
      readings.push({ ...request, job, done, cancel: new AbortController() });
      wakeSignal.notify();
      return { job_id: job.job_id, whenDone: done.promise };
    },
    cancel(job_id) {
      const reading = readings.find(({ job }) => job.job_id === job_id);
      reading?.cancel.abort();
      return reading !== undefined;
    },
    loop: {
      name: names.operation,
      async run(signal) {
        const stop = () => {
          isStopped = true;
          for (const { done } of readings) done.reject(stopped());
        };
        signal.addEventListener('abort', stop, { once: true });
        while (!signal.aborted) {
          const [reading] = readings;
          if (reading) {
            await run(deps, { reading, names }, signal);
            readings.shift();
          } else await wakeSignal.wait(undefined, signal);
        }
      },
    },
  };
}

const stoppedSentence = 'Posthorn stopped before all mail was read. Start it again.';

type Counts = { total: number; succeeded: number; failed: number };

async function run(
  deps: ReadingDeps,
  { reading, names }: { reading: Reading; names: ReadingNames },
  signal: AbortSignal,
): Promise<void> {
  const report = reporter(deps, { reading, names });
  const either = AbortSignal.any([signal, reading.cancel.signal]);
  try {
    const messages = await deps.select(reading.mail);
    const counts = { total: messages.length, succeeded: 0, failed: 0 };
    report.started(counts);
    for (let at = 0; at < messages.length && !either.aborted; at += batchSize) {
      const batch = messages.slice(at, at + batchSize);
      const results = await read(deps, batch, either);
      if (either.aborted) break;
      saveResults(deps, results);
      const failed = results.filter(({ error }) => error !== null).length;
      counts.failed += failed;
      counts.succeeded += batch.length - failed;
      report.progress(counts);
      await nextTurn();
    }
    if (!either.aborted) await reading.finish?.(either);
    if (signal.aborted) return;
    if (reading.cancel.signal.aborted) {
      report.cancelled(counts);
      const sentence = 'It was cancelled. What was found until then is kept.';
      return reading.done.reject(new Failure('conflict', names.cancelled, sentence));
    }
    report.done(counts);
    reading.done.resolve();
  } catch (failed) {
    if (signal.aborted) return;
    report.failed(failed);
    reading.done.reject(failed);
  }
}

/** A message that could not be read counts as read, without anything in it. */
function read(deps: ReadingDeps, messages: readonly number[], signal: AbortSignal): Promise<ReadTodos[]> {
  const failed = (message: number, error: unknown) => [
    { message, found: [], style: undefined, error: reasonOf(error) },
  ];
  return readBatch({ ...deps, read: deps.readTodos, failed }, messages, signal);
}

function saveResults(deps: ReadingDeps, results: readonly ReadTodos[]): void {
  const { db, clock } = deps;
  const now = clock.now();
  const changed = db.transaction(() =>
    results.flatMap(({ message, found, style }) => {
      if (style) saveStyle(db, message, style, now);
      const commitments = found.filter(({ kind }) => kind === 'commitment');
      return saveTodos(db, { message, isCatchup: true, now: instantOf(now) }, commitments) > 0 ? [message] : [];
    }),
  );
  announceChangedTodos(deps, changed);
}

/** Reports to the job and the clients. */
function reporter({ announce }: ReadingDeps, { reading, names }: { reading: Reading; names: ReadingNames }) {
  const { job, accounts, actor } = reading;
  const operation = { operation_id: job.job_id, operation: names.operation, actor, ...accountFieldsOf(accounts) };
  const readOf = ({ total, succeeded }: Counts) =>
    `${formatInteger(succeeded)} of ${formatInteger(total)} messages were read`;
  return {
    started(counts: Counts) {
      job.progress(counts);
      announce({ ...operation, event: 'OperationStarted', message: names.doing });
    },
    progress(counts: Counts) {
      job.progress(counts);
      const { total, succeeded, failed } = counts;
      const message = `${names.doing}: ${readOf(counts)}`;
      announce({ ...operation, event: 'OperationProgress', current: succeeded + failed, total, message });
    },
    cancelled(counts: Counts) {
      const message = `${readOf(counts)}.`;
      job.cancel(message);
      announce({ ...operation, event: 'OperationCancelled', message });
    },
    failed(thrown: unknown) {
      const error = failureSentence(`${names.doing} failed`, thrown);
      job.finish(error);
      announce({ ...operation, event: 'OperationFailed', error, retryable: true });
    },
    done(counts: Counts) {
      job.finish();
      announce({ ...operation, event: 'OperationCompleted', message: `${readOf(counts)}.` });
    },
  };
}
