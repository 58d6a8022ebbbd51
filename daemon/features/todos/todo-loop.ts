import { setImmediate as nextTurn } from 'node:timers/promises';
import { instantOf, type Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import { readBatch } from '../../base/read-batch.ts';
import { Failure, reasonOf } from '../../base/failure.ts';
import { formatInteger } from '../../base/numbers.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Actor } from '../../contract/ownership.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { queueVerdicts, type FoundVerdict } from '../../mail/authentication/verdicts.ts';
import { kindsOf } from '../../mail/classification/store.ts';
import { accountFieldsOf, startJob, type JobHandle } from '../../mail/jobs/jobs.ts';
import type { CommitmentModel } from '../../mail/commitments/model.ts';
import type { ApplyDeps } from '../../mail/mutations/apply.ts';
import { saveStyle } from '../../mail/relationships/styles.ts';
import { announceChangedTodos } from '../../mail/todos/announce.ts';
import { saveDeliveryTodos, type DeliverySource } from '../../mail/todos/deliveries.ts';
import { messagesReceivedSince, queuedForTodos, removeFromQueue } from '../../mail/todos/queue.ts';
import type { ReadTodos } from '../../mail/todos/read-todos.ts';
import { saveTodos, todosOfMessages } from '../../mail/todos/store.ts';
import { isShown } from '../../mail/todos/todo.ts';
import type { WriteDb } from '../../store/db.ts';
import { assessSenders } from './assess-senders.ts';

type TodoLoopDeps = {
  db: WriteDb;
  clock: Clock;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
  log: Log;
  accounts: () => readonly Account[];
  /** Looks for to-dos in messages, by internal id, on a worker. */
  readTodos: (messages: readonly number[]) => Promise<ReadTodos[]>;
  /** Concludes the verdicts on the senders of messages, by internal id, on a worker. */
  findVerdicts: (messages: readonly number[]) => Promise<FoundVerdict[]>;
  deliveries: DeliverySource;
  /** Looks for commitments where the rules have looked. */
  commitmentModel: CommitmentModel;
  onMutationResult: ApplyDeps['onMutationResult'];
  announce: (announcement: Announcement) => void;
};

export type TodoLoop = Loop & {
  /** Mail has been stored. */
  notify(): void;
  /**
   * Starts a job that looks for to-dos in mail that was received since, after those that were started before. `whenDone` gives the
   * number of open to-dos that were not known before, or throws Failure `scan_cancelled` or `scan_stopped`.
   */
  scan(request: ScanRequest): { job_id: string; whenDone: Promise<number> };
  cancel(job_id: string): boolean;
};

type ScanRequest = { accounts: readonly Account[]; since: Date; actor: Actor };

type Scan = ScanRequest & { job: JobHandle; done: PromiseWithResolvers<number>; isCancelled: boolean };

/** The number of messages that are read at once, which limits the wait of other readers. */
const batchSize = 8;
/** Deliveries are looked at again after this interval, in milliseconds. */
const lookAgainMs = 10 * 60_000;

/** Finds to-dos in new mail, each message once, also after a crash; and in earlier mail when the user asks for it. */
export function todoLoop(deps: TodoLoopDeps): TodoLoop {
  const { db, clock } = deps;
  const wakeSignal = createWakeSignal(clock);
  /** The first one runs. */
  const scans: Scan[] = [];
  let isStopped = false;
  return {
    name: 'todos',
    notify: () => wakeSignal.notify(),
    scan({ accounts, since, actor }) {
      if (isStopped) throw stopped();
      const job = startJob({ db, clock }, { kind: 'todos.scan', accounts, actor });
      const done = Promise.withResolvers<number>();
      // Not every caller waits for it.
      done.promise.catch(() => undefined);
      scans.push({ accounts, since, actor, job, done, isCancelled: false });
      wakeSignal.notify();
      return { job_id: job.job_id, whenDone: done.promise };
    },
    cancel(job_id) {
      const scan = scans.find(({ job }) => job.job_id === job_id);
      if (scan) scan.isCancelled = true;
      return scan !== undefined;
    },
    async run(signal) {
      const stop = () => {
        isStopped = true;
        for (const { done } of scans) done.reject(stopped());
      };
      signal.addEventListener('abort', stop, { once: true });
      while (!signal.aborted) {
        await readQueue(deps, signal);
        await assessSenders(deps, signal);
        followDeliveries(deps);
        const [scan] = scans;
        if (scan) {
          await runScan(deps, scan, signal);
          scans.shift();
        } else await wakeSignal.wait(lookAgainMs, signal);
      }
    },
  };
}

async function readQueue(deps: TodoLoopDeps, signal: AbortSignal): Promise<void> {
  for (
    let messages = queuedForTodos(deps.db, batchSize);
    messages.length > 0;
    messages = queuedForTodos(deps.db, batchSize)
  ) {
    const readings = await readMessages(deps, messages, signal);
    if (signal.aborted) return;
    deps.db.transaction(() => {
      saveReadings(deps, readings, { isCatchup: false });
      queueForNow(deps, readings);
      for (const { message, style } of readings) if (style) saveStyle(deps.db, message, style, deps.clock.now());
      deps.commitmentModel.queue(deps.db, messages);
      removeFromQueue(deps.db, messages);
    });
    await nextTurn();
  }
}

/** Now may show what a correspondent wrote, and to-dos: the verdicts on their senders are found beforehand. */
function queueForNow({ db, clock }: TodoLoopDeps, readings: readonly ReadTodos[]): void {
  const kinds = kindsOf(
    db,
    readings.map(({ message }) => message),
  );
  const shown = readings.filter(({ message, found }) => {
    const kind = kinds.get(message);
    return kind?.isNew && (found.length > 0 || (kind.kind === 'person' && (kind.sent > 0 || kind.isAnswer)));
  });
  queueVerdicts(
    db,
    shown.map(({ message }) => message),
    clock.now(),
  );
}

function followDeliveries({ db, clock, accounts, deliveries, onMutationResult }: TodoLoopDeps): void {
  const changed = saveDeliveryTodos(db, deliveries(db, accounts(), clock.now()), clock.now());
  announceChangedTodos({ db, accounts, onMutationResult }, changed);
}

/** Runs a scan. After a crash it does not continue: the to-dos that were found are stored, and the user can start it again. */
async function runScan(deps: TodoLoopDeps, scan: Scan, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const { accounts, since, done } = scan;
  const report = scanReporter(deps, scan);
  const next = (before: number, limit: number) => messagesReceivedSince(db, accounts, { since, before, limit });
  const counts = { total: countAll(next), succeeded: 0, failed: 0 };
  let found = 0;
  report.started(counts);
  for (let before = Number.MAX_SAFE_INTEGER; !signal.aborted;) {
    if (scan.isCancelled) {
      report.cancelled(counts);
      return done.reject(cancelled());
    }
    const messages = next(before, batchSize);
    const last = messages.at(-1);
    if (last === undefined) break;
    const readings = await readMessages(deps, messages, signal);
    if (signal.aborted) return;
    found += saveReadings(deps, readings, { isCatchup: true });
    const failed = readings.filter(({ error }) => error !== null).length;
    counts.failed += failed;
    counts.succeeded += messages.length - failed;
    report.progress(counts);
    before = last;
    await nextTurn();
  }
  if (signal.aborted) return;
  report.done(found);
  done.resolve(found);
}

type ScanCounts = { total: number; succeeded: number; failed: number };

/** Reports a scan to its job and the clients. */
function scanReporter({ announce }: TodoLoopDeps, { job, accounts, actor }: Scan) {
  const operation = {
    operation_id: job.job_id,
    operation: 'scan-todos',
    actor,
    ...accountFieldsOf(accounts),
  };
  const readOf = ({ total, succeeded }: ScanCounts) =>
    `${formatInteger(succeeded)} of ${formatInteger(total)} messages`;
  return {
    started(counts: ScanCounts) {
      job.progress(counts);
      announce({ ...operation, event: 'OperationStarted', message: 'Looking for to-dos' });
    },
    progress(counts: ScanCounts) {
      job.progress(counts);
      const { total, succeeded, failed } = counts;
      const message = `Looking for to-dos: ${readOf(counts)}`;
      announce({ ...operation, event: 'OperationProgress', current: succeeded + failed, total, message });
    },
    cancelled(counts: ScanCounts) {
      const message = `${readOf(counts)} were read.`;
      job.cancel(message);
      announce({ ...operation, event: 'OperationCancelled', message });
    },
    done(found: number) {
      job.finish();
      const message = found === 1 ? '1 new to-do.' : `${formatInteger(found)} new to-dos.`;
      announce({ ...operation, event: 'OperationCompleted', message });
    },
  };
}

function cancelled(): Failure {
  const sentence = 'The search for to-dos was cancelled. What was found so far is kept.';
  return new Failure('conflict', 'scan_cancelled', sentence);
}

function stopped(): Failure {
  const sentence = 'Posthorn stopped before all mail was searched for to-dos. Start it again.';
  return new Failure('unavailable', 'scan_stopped', sentence, { retryable: true });
}

function countAll(next: (before: number, limit: number) => number[]): number {
  return next(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).length;
}

/** A message that could not be read counts as read, without to-dos. */
function readMessages(deps: TodoLoopDeps, messages: readonly number[], signal: AbortSignal): Promise<ReadTodos[]> {
  const failed = (message: number, error: unknown) => [
    { message, found: [], style: undefined, error: reasonOf(error) },
  ];
  return readBatch({ ...deps, read: deps.readTodos, failed }, messages, signal);
}

/** Returns how many more to-dos are open than before. What is over or answered already is stored and not counted. */
function saveReadings(
  deps: TodoLoopDeps,
  readings: readonly ReadTodos[],
  { isCatchup }: { isCatchup: boolean },
): number {
  const { db, clock, zone } = deps;
  const now = clock.now();
  const messages = readings.map(({ message }) => message);
  const countOpen = () => todosOfMessages(db, messages).filter((todo) => isShown(todo, { now, zone })).length;
  const openBefore = isCatchup ? countOpen() : 0;
  const changed = db.transaction(() =>
    readings
      .filter(({ message, found }) => saveTodos(db, { message, isCatchup, now: instantOf(now) }, found) > 0)
      .map(({ message }) => message),
  );
  announceChangedTodos(deps, changed);
  return isCatchup ? countOpen() - openBefore : 0;
}
