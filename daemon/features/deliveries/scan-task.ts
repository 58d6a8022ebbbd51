import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { failureSentence } from '../../base/system-reason.ts';
import type { Log } from '../../base/log.ts';
import { formatInteger } from '../../base/numbers.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Actor } from '../../contract/ownership.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { ConfirmEvidence } from '../../mail/deliveries/confirmation.ts';
import { countScannable, type DeliveryReadings, type DeliveryRequest } from '../../mail/deliveries/read-deliveries.ts';
import {
  confirmReadings,
  createChangeCounter,
  settle,
  tryReadings,
  type ScanSummary,
} from '../../mail/deliveries/scan.ts';
import { saveReadings, type DeliveryChanges, type Reading } from '../../mail/deliveries/store.ts';
import { accountFieldsOf, startJob, type JobHandle } from '../../mail/jobs/jobs.ts';
import type { WriteDb } from '../../store/db.ts';

/** A part of the mail, of all accounts if none are given. */
export type PartRequest = Pick<DeliveryRequest, 'range' | 'since'> & { accounts?: readonly Account[] };

type ScanRequest = {
  sinceDays: number;
  isDry: boolean;
  accounts: readonly Account[];
  actor: Actor;
  /** Whether mail may be given to a language model, where there is one. */
  mayAskModel: boolean;
};
type ScanReply = { summary: ScanSummary & { dry_run: boolean } };

export type ScanQueue = {
  /** Scans as soon as what goes on is done. Throws Failure `scan_cancelled`, `scan_stopped`, `scan_busy`. */
  scan(request: ScanRequest): Promise<ScanReply>;
  /** False if it is none of these jobs, or has ended. */
  cancel(job_id: string): boolean;
  runNext(signal: AbortSignal): Promise<void>;
  /** The number of scans that wait or run. */
  count(): number;
  /** Refuses all that wait. */
  stop(): void;
};

type ScanTaskDeps = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  confirm: ConfirmEvidence;
  /** Undefined when the daemon stops. */
  readPart: (request: PartRequest, signal: AbortSignal) => Promise<DeliveryReadings | undefined>;
  announce: (announcement: Announcement) => void;
  announceChanges: (changes: readonly DeliveryChanges[]) => void;
};

type Task = {
  request: ScanRequest;
  job: JobHandle | undefined;
  settled: PromiseWithResolvers<ScanReply>;
  isCancelled: boolean;
};

const dayMs = 86_400_000;
const maxWaiting = 5;

/** The scans that callers have asked for, in order. A crash ends them; what they had found is stored. */
export function scanTasks(deps: ScanTaskDeps, onTask: () => void): ScanQueue {
  const { db, clock } = deps;
  const tasks: Task[] = [];
  let isStopped = false;
  return {
    scan(request) {
      if (isStopped) throw stopped();
      if (tasks.length >= maxWaiting) throw busy();
      const { accounts, actor, isDry } = request;
      const job = isDry ? undefined : startJob({ db, clock }, { kind: 'deliveries.scan', accounts, actor });
      const settled = Promise.withResolvers<ScanReply>();
      tasks.push({ request, job, settled, isCancelled: false });
      onTask();
      return settled.promise;
    },
    cancel(job_id) {
      const found = tasks.find(({ job }) => job?.job_id === job_id);
      if (found) found.isCancelled = true;
      return found !== undefined;
    },
    async runNext(signal) {
      const [task] = tasks;
      if (!task) return;
      try {
        task.settled.resolve(await runTask(deps, task, signal));
      } catch (failed) {
        task.settled.reject(failed);
      } finally {
        if (tasks[0] === task) tasks.shift();
      }
    },
    count: () => tasks.length,
    stop() {
      isStopped = true;
      for (const { settled } of tasks.splice(0)) settled.reject(stopped());
    },
  };
}

async function runTask(deps: ScanTaskDeps, task: Task, signal: AbortSignal): Promise<ScanReply> {
  const reporter = task.job && scanReporter(deps, task.request, task.job);
  reporter?.started();
  try {
    const summary = await scanAll(deps, task, { signal, onProgress: reporter?.progress });
    reporter?.done(summary);
    return { summary: { ...summary, dry_run: task.request.isDry } };
  } catch (failed) {
    if (!signal.aborted) reporter?.failed(failed);
    throw failed;
  }
}

type ScanOptions = { signal: AbortSignal; onProgress: ((done: number, total: number) => void) | undefined };

async function scanAll(deps: ScanTaskDeps, task: Task, { signal, onProgress }: ScanOptions): Promise<ScanSummary> {
  const { db, clock, confirm, readPart, announceChanges } = deps;
  const { accounts, sinceDays, isDry, mayAskModel } = task.request;
  const since = Math.floor((clock.now().getTime() - sinceDays * dayMs) / 1000);
  const total = countScannable(db, accounts, since);
  const counter = createChangeCounter();
  const kept: Reading[][] = [];
  let scanned = 0;
  let shortlisted = 0;
  let after: number | undefined = since - 1;
  onProgress?.(0, total);
  while (after !== undefined) {
    const part: DeliveryReadings | undefined = await readPart(
      { range: { after, by: 'sort_key' }, since, accounts },
      signal,
    );
    if (!part || signal.aborted) throw stopped();
    if (task.isCancelled) throw cancelled();
    scanned += part.scanned;
    shortlisted += part.shortlisted;
    const readings = mayAskModel ? await confirmReadings(confirm, part.readings) : part.readings;
    if (isDry) kept.push(readings);
    else {
      const now = instantOf(clock.now());
      const changes = db.transaction(() => {
        settle(db, part);
        return saveReadings(db, readings, now);
      });
      counter.add(changes);
      announceChanges(changes);
    }
    after = part.last;
    onProgress?.(scanned, total);
  }
  if (isDry) counter.add(tryReadings(db, kept, instantOf(clock.now())));
  return { scanned, shortlisted, ...counter.counts() };
}

/** Reports a scan to its job and the clients. */
function scanReporter({ log, announce }: ScanTaskDeps, { accounts, actor }: ScanRequest, job: JobHandle) {
  const operation = {
    operation_id: job.job_id,
    operation: 'scan-deliveries',
    actor,
    ...accountFieldsOf(accounts),
  };
  return {
    started: () => announce({ ...operation, event: 'OperationStarted', message: 'Looking for deliveries' }),
    progress(done: number, total: number) {
      job.progress({ total, succeeded: done });
      const message = `Looking for deliveries: ${formatInteger(done)} of ${formatInteger(total)} messages`;
      announce({ ...operation, event: 'OperationProgress', current: done, total, message });
    },
    done({ scanned, created, updated }: ScanSummary) {
      job.finish();
      const message = `${formatInteger(created)} new and ${formatInteger(updated)} changed deliveries in ${formatInteger(scanned)} messages.`;
      announce({ ...operation, event: 'OperationCompleted', message });
    },
    failed(failed: unknown) {
      if (failed instanceof Failure && failed.code === 'scan_cancelled') {
        job.cancel(failed.message);
        return announce({ ...operation, event: 'OperationCancelled', message: failed.message });
      }
      const error = failureSentence('Couldn’t look for deliveries', failed);
      log.error({ err: failed, job: job.job_id }, 'mail could not be looked through for deliveries');
      job.finish(error);
      return announce({ ...operation, event: 'OperationFailed', error, retryable: true });
    },
  };
}

function cancelled(): Failure {
  return new Failure('conflict', 'scan_cancelled', 'The scan was cancelled. What was found so far is kept.');
}

function stopped(): Failure {
  const sentence = 'Posthorn stopped before the scan was complete. Start it again.';
  return new Failure('unavailable', 'scan_stopped', sentence, { retryable: true });
}

function busy(): Failure {
  const sentence = `${maxWaiting} scans are already waiting. Try again when one of them is done.`;
  return new Failure('limited', 'scan_busy', sentence, { retryable: true });
}
