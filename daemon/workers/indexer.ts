import { toDiskFailure } from '../base/disk-failure.ts';
import { Failure, failureData, reasonOf } from '../base/failure.ts';
import { serveWorker, workerInput } from '../base/worker.ts';
import { wholeCoverage } from '../mail/index/coverage.ts';
import { emptyIndex, openIndex } from '../mail/index/index-file.ts';
import { sharedTextReader, type SharedTextBuffer } from '../mail/index/shared-text-buffer.ts';
import { queueDifferences, queueAllMessages } from '../mail/index/index-repair.ts';
import { drainIndexQueue, isNewMailWaiting } from '../mail/index/index-writer.ts';
import { divideMessages } from '../mail/semantic/divide-messages.ts';
import { dropVectors, saveVectors, type NewVector } from '../mail/semantic/vector-store.ts';
import { openWritable } from '../store/db.ts';
import { openReader, type StoreFiles } from '../store/open.ts';
import { priorityWriteLock, type WriteLockBuffer } from '../store/write-lock.ts';
import type { IndexReport } from '../mail/index/index-report.ts';

/** Tasks per commit. With larger commits FTS5 merges fewer segments; new mail ends a commit early. */
const tasksPerCommit = 4_000;

const { files, writeLockBuffer, sharedTexts } = workerInput<{
  files: StoreFiles;
  writeLockBuffer: WriteLockBuffer;
  sharedTexts: SharedTextBuffer;
}>();
const mail = openWritable(files.mail, { durability: 'normal', writeLock: priorityWriteLock(writeLockBuffer) });
const { db: index, isNew, keptVectors } = openIndex(files.index, () => queueAllMessages(mail));
const deps = {
  mail,
  index,
  blobs: files.blobs,
  texts: sharedTextReader(sharedTexts),
  onError: (trouble: { sort_key: number; reason: string }) => worker.report({ trouble } satisfies IndexReport),
};

/**
 * How long older mail collects in the queue after much of it was indexed, in milliseconds, and how many tasks count as few.
 */
const gatherMs = 250;
const fewTasks = 50;
/** How often the queue is read while a caller waits for its first part, in milliseconds. */
const pollMs = 5;
let lastBulkMs = Number.NEGATIVE_INFINITY;

let gatherTimer: NodeJS.Timeout | undefined;
let isDrainQueued = false;
let closing = false;

/** Index and store are compared at every start, so that search is always correct. */
function queueAtStart(): number {
  return isNew ? wholeCoverage(mail).stored : compare();
}

function compare(): number {
  const both = openReader(files);
  try {
    return queueDifferences({ mail, both });
  } finally {
    both.close();
  }
}

/** Queues all mail for an empty index. A crash in between only costs time. */
function queueRebuild(): number {
  queueAllMessages(mail);
  emptyIndex(index);
  return wholeCoverage(mail).stored;
}

async function drain(onBatch?: () => void): Promise<void> {
  let done = 0;
  while (!closing) {
    const now = drainIndexQueue(deps, tasksPerCommit);
    if (now === 0) break;
    done += now;
    onBatch?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  deps.texts.discardStale();
  if (done >= fewTasks) lastBulkMs = performance.now();
}

/** `queue` returns how many tasks are pending; `onQueued` is called with that number. */
async function repairAndDrain(queue: () => number, onQueued?: (documents: number) => void): Promise<void> {
  const startedMs = performance.now();
  const documents = queue();
  if (documents > 0) worker.report({ repair: 'started', documents } satisfies IndexReport);
  onQueued?.(documents);
  await drain(() => {
    if (documents > 0) worker.report({ repair: 'progress', ...wholeCoverage(mail) } satisfies IndexReport);
  });
  if (documents > 0 && !closing) {
    worker.report({
      repair: 'finished',
      documents,
      duration_ms: Math.round(performance.now() - startedMs),
    } satisfies IndexReport);
  }
}

let running = Promise.resolve();

/** Work that fails does not end the work after it. What it has not done is still in the queue. */
function run(work: () => Promise<void>): void {
  running = running.then(work).catch((thrown: unknown) => {
    const failure = toDiskFailure(thrown);
    const reported = failure instanceof Failure ? failure : new Failure('internal', 'index_failed', reasonOf(thrown));
    worker.report({ failure: failureData(reported) } satisfies IndexReport);
  });
}

function runDrain(): void {
  clearTimeout(gatherTimer);
  gatherTimer = undefined;
  if (isDrainQueued) return;
  isDrainQueued = true;
  run(async () => {
    isDrainQueued = false;
    await drain();
  });
}

const calls = {
  /** Resolves once the index is open. */
  ready(): void {},
  /** Compares index and store, repairs differences, and resumes tasks that a crash left in the queue. */
  start(): void {
    if (isNew) worker.report({ keptVectors } satisfies IndexReport);
    run(() => repairAndDrain(queueAtStart));
  },
  /**
   * Compares index and store again, or rebuilds the index. Returns the number of tasks, which are then processed in the
   * background.
   */
  repair(mode: 'compare' | 'anew'): Promise<number> {
    const queue = mode === 'anew' ? queueRebuild : compare;
    return new Promise((resolve, reject) => run(() => repairAndDrain(queue, resolve).catch(reject)));
  },
  /**
   * Signals that the queue is not empty. Older mail may collect there briefly, because one large commit costs less than
   * many.
   */
  wake(): void {
    const wait = isNewMailWaiting(mail) ? 0 : lastBulkMs + gatherMs - performance.now();
    if (wait <= 0) runDrain();
    else gatherTimer ??= setTimeout(runDrain, wait);
  },
  /** Waits until the mail that goes first is indexed: new mail, and mail that the user waits for. */
  async whenFirstIndexed(): Promise<void> {
    runDrain();
    while (isNewMailWaiting(mail) && !closing) await new Promise((resolve) => setTimeout(resolve, pollMs));
  },
  /** Divides the newest messages that have no chunks yet, at most `limit`. Returns how many. */
  divideMessages: ({ limit }: { limit: number }): number => divideMessages(deps, limit),
  /** Stores vectors that the embedder has computed. */
  saveVectors({ vectors, ...of }: { model: string; generation: number; vectors: readonly NewVector[] }): void {
    saveVectors(index, of, vectors);
  },
  /** Removes vectors of all models but one, at most `limit`. Returns how many. */
  dropVectors: ({ kept, limit }: { kept: string; limit: number }): number => dropVectors(index, kept, limit),
  /** Waits until the queue is empty. */
  async whenIdle(): Promise<void> {
    runDrain();
    await running;
  },
};

export type IndexCalls = typeof calls;

const worker = serveWorker(calls, {
  close() {
    closing = true;
    clearTimeout(gatherTimer);
    index.close();
    mail.close();
  },
});
