import { setImmediate as nextTurn } from 'node:timers/promises';
import { instantOf, type Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import { readBatch } from '../../base/read-batch.ts';
import { reasonOf } from '../../base/failure.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import type { Actor } from '../../contract/ownership.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { startJob, type JobHandle } from '../../mail/jobs/jobs.ts';
import { displayChange, type ApplyDeps } from '../../mail/mutations/apply.ts';
import { saveDeliveryTodos, type DeliverySource } from '../../mail/todos/deliveries.ts';
import { messagesReceivedSince, queuedForTodos, removeFromQueue } from '../../mail/todos/queue.ts';
import type { ReadTodos } from '../../mail/todos/read-todos.ts';
import { saveTodos } from '../../mail/todos/store.ts';
import { sql, type WriteDb } from '../../store/db.ts';

type TodoLoopDeps = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  accounts: () => readonly Account[];
  /** Looks for to-dos in messages, by internal id, on a worker. */
  readTodos: (messages: readonly number[]) => Promise<ReadTodos[]>;
  deliveries: DeliverySource;
  onMutationResult: ApplyDeps['onMutationResult'];
};

export type TodoLoop = Loop & {
  /** Mail has been stored. */
  notify(): void;
  /** Starts a job that looks for to-dos in mail that was received since, after those that were started before. */
  scan(request: ScanRequest): string;
  cancel(job_id: string): boolean;
};

type ScanRequest = { accounts: readonly Account[]; since: Date; actor: Actor };

type Scan = { job: JobHandle; accounts: readonly Account[]; since: Date; isCancelled: boolean };

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
  return {
    name: 'todos',
    notify: () => wakeSignal.notify(),
    scan({ accounts, since, actor }) {
      const job = startJob({ db, clock }, { kind: 'todos.scan', accounts, actor });
      scans.push({ job, accounts, since, isCancelled: false });
      wakeSignal.notify();
      return job.job_id;
    },
    cancel(job_id) {
      const scan = scans.find(({ job }) => job.job_id === job_id);
      if (scan) scan.isCancelled = true;
      return scan !== undefined;
    },
    async run(signal) {
      while (!signal.aborted) {
        await readQueue(deps, signal);
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
      removeFromQueue(deps.db, messages);
    });
    await nextTurn();
  }
}

function followDeliveries({ db, clock, accounts, deliveries, onMutationResult }: TodoLoopDeps): void {
  const changed = saveDeliveryTodos(db, deliveries(db, accounts(), clock.now()), clock.now());
  announce({ db, accounts, onMutationResult }, changed);
}

/** Nothing of it needs to survive a crash: what was found is stored, and the user can ask again. */
async function runScan(deps: TodoLoopDeps, scan: Scan, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const { job, accounts, since } = scan;
  const counts = { total: 0, succeeded: 0, failed: 0 };
  const next = (before: number, limit: number) => messagesReceivedSince(db, accounts, { since, before, limit });
  counts.total = countAll(next);
  job.progress(counts);
  for (let before = Number.MAX_SAFE_INTEGER; !signal.aborted;) {
    if (scan.isCancelled) return job.cancel(`${counts.succeeded} of ${counts.total} messages were read.`);
    const messages = next(before, batchSize);
    const last = messages.at(-1);
    if (last === undefined) break;
    const readings = await readMessages(deps, messages, signal);
    if (signal.aborted) return;
    saveReadings(deps, readings, { isCatchup: true });
    counts.failed += readings.filter(({ error }) => error !== null).length;
    counts.succeeded += messages.length - readings.filter(({ error }) => error !== null).length;
    job.progress(counts);
    before = last;
    await nextTurn();
  }
  if (!signal.aborted) job.finish();
}

function countAll(next: (before: number, limit: number) => number[]): number {
  return next(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).length;
}

/** A message that could not be read counts as read, without to-dos. */
function readMessages(deps: TodoLoopDeps, messages: readonly number[], signal: AbortSignal): Promise<ReadTodos[]> {
  const failed = (message: number, error: unknown) => [{ message, found: [], error: reasonOf(error) }];
  return readBatch({ ...deps, read: deps.readTodos, failed }, messages, signal);
}

function saveReadings(deps: TodoLoopDeps, readings: readonly ReadTodos[], { isCatchup }: { isCatchup: boolean }): void {
  const { db, clock } = deps;
  const now = instantOf(clock.now());
  const changed = db.transaction(() =>
    readings
      .filter(({ message, found }) => saveTodos(db, { message, isCatchup, now }, found) > 0)
      .map(({ message }) => message),
  );
  announce(deps, changed);
}

/** Clients learn of to-dos as of other changes to messages. */
function announce(
  { db, accounts, onMutationResult }: Pick<TodoLoopDeps, 'db' | 'accounts' | 'onMutationResult'>,
  messages: readonly number[],
): void {
  const owners = messages.flatMap((message) => {
    const row = db.get<{ account: number }>(sql`SELECT account FROM messages WHERE id = ${message}`);
    return row ? [{ message, account: row.account }] : [];
  });
  for (const [id, own] of Map.groupBy(owners, ({ account }) => account)) {
    const account = accounts().find((each) => each.id === id);
    if (account)
      onMutationResult(
        displayChange(
          account,
          own.map(({ message }) => message),
        ),
      );
  }
}
