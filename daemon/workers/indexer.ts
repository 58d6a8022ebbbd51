import { serveWorker, workerInput } from '../base/worker.ts';
import { openIndex } from '../mail/index/file.ts';
import { coverageOf, drainQueue, queueDifferences, queueEverything } from '../mail/index/write.ts';
import { openWritable } from '../store/db.ts';
import type { StoreFiles } from '../store/open.ts';
import { frontTurn, type TurnBuffer } from '../store/turn.ts';

/** What the index worker says unasked. A repair is `started` and `finished`; between them it tells its progress. */
export type IndexNews =
  | { repair: 'started'; documents: number }
  | { repair: 'progress'; indexed: number; stored: number }
  | { repair: 'finished'; documents: number; duration_ms: number };

/** Tasks a commit: large enough to be quick, small enough that mail just arrived waits a moment only. */
const batch = 500;

const { files, turn } = workerInput<{ files: StoreFiles; turn: TurnBuffer }>();
const mail = openWritable(files.mail, { durability: 'normal', turn: frontTurn(turn) });
const { db: index, isNew } = openIndex(files.index);

let awake = false;
let closing = false;

/** Index and store are compared at every start: it costs a tenth of a second at 100,000 messages, and search never lies. */
function repair(): number {
  if (!isNew) return queueDifferences({ mail, index });
  queueEverything(mail);
  return coverageOf(mail).stored;
}

async function drain(onBatch?: () => void): Promise<void> {
  while (!closing && drainQueue({ mail, index }, batch) > 0) {
    onBatch?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function repairAndDrain(): Promise<void> {
  const began = performance.now();
  const documents = repair();
  if (documents > 0) worker.tell({ repair: 'started', documents } satisfies IndexNews);
  await drain(() => {
    if (documents > 0) worker.tell({ repair: 'progress', ...coverageOf(mail) } satisfies IndexNews);
  });
  if (documents > 0 && !closing) {
    worker.tell({
      repair: 'finished',
      documents,
      duration_ms: Math.round(performance.now() - began),
    } satisfies IndexNews);
  }
}

let running = Promise.resolve();

function run(work: () => Promise<void>): void {
  running = running.then(work);
}

const calls = {
  /** Answers once the index is open. */
  ready(): void {},
  /** Compares index and store, repairs what differs, and takes up what a crash left in the queue. */
  start(): void {
    run(repairAndDrain);
  },
  /** There is something in the queue. */
  wake(): void {
    if (awake) return;
    awake = true;
    run(async () => {
      awake = false;
      await drain();
    });
  },
  /** Waits until the queue is empty. */
  async settled(): Promise<void> {
    calls.wake();
    await running;
  },
};

export type IndexCalls = typeof calls;

const worker = serveWorker(calls, {
  close() {
    closing = true;
    index.close();
    mail.close();
  },
});
