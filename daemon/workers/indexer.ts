import { serveWorker, workerInput } from '../base/worker.ts';
import { wholeCoverage } from '../mail/index/coverage.ts';
import { emptyIndex, openIndex } from '../mail/index/file.ts';
import { handedTexts, type TextRing } from '../mail/index/handed-texts.ts';
import { queueDifferences, queueEverything } from '../mail/index/repair.ts';
import { drainQueue, isLiveWaiting } from '../mail/index/write.ts';
import { openWritable } from '../store/db.ts';
import type { StoreFiles } from '../store/open.ts';
import { frontTurn, type TurnBuffer } from '../store/turn.ts';

/** What the index worker says unasked. A repair is `started` and `finished`; between them it tells its progress. */
export type IndexNews =
  | { repair: 'started'; documents: number }
  | { repair: 'progress'; indexed: number; stored: number }
  | { repair: 'finished'; documents: number; duration_ms: number }
  | { trouble: { sort_key: number; reason: string } };

/** Tasks a commit: the larger, the fewer pieces FTS5 has to merge; mail that has just come ends a commit early. */
const batch = 4_000;

const { files, turn, texts } = workerInput<{ files: StoreFiles; turn: TurnBuffer; texts: TextRing }>();
const mail = openWritable(files.mail, { durability: 'normal', turn: frontTurn(turn) });
const { db: index, isNew } = openIndex(files.index, () => queueEverything(mail));
const parts = {
  mail,
  index,
  blobs: files.blobs,
  texts: handedTexts(texts),
  onTrouble: (trouble: { sort_key: number; reason: string }) => worker.tell({ trouble } satisfies IndexNews),
};

/** How long older mail gathers in the queue after much of it was indexed, in milliseconds, and what counts as little. */
const gatherFor = 250;
const fewTasks = 50;
let flooded = Number.NEGATIVE_INFINITY;

let gathering: NodeJS.Timeout | undefined;
let isDue = false;
let closing = false;

/** Index and store are compared at every start: it costs a tenth of a second at 100,000 messages, and search never lies. */
function queueAtStart(): number {
  return isNew ? wholeCoverage(mail).stored : queueDifferences({ mail, index });
}

/** Puts all mail into the queue and has an index that is empty. A crash in between costs time and nothing else. */
function queueAnew(): number {
  queueEverything(mail);
  emptyIndex(index);
  return wholeCoverage(mail).stored;
}

async function drain(onBatch?: () => void): Promise<void> {
  let done = 0;
  while (!closing) {
    const now = drainQueue(parts, batch);
    if (now === 0) break;
    done += now;
    onBatch?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  parts.texts.tidy();
  if (done >= fewTasks) flooded = performance.now();
}

/** `queue` gives how much has to be indexed; `onQueued` is told of it. */
async function repairAndDrain(queue: () => number, onQueued?: (documents: number) => void): Promise<void> {
  const began = performance.now();
  const documents = queue();
  if (documents > 0) worker.tell({ repair: 'started', documents } satisfies IndexNews);
  onQueued?.(documents);
  await drain(() => {
    if (documents > 0) worker.tell({ repair: 'progress', ...wholeCoverage(mail) } satisfies IndexNews);
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

function runDrain(): void {
  clearTimeout(gathering);
  gathering = undefined;
  if (isDue) return;
  isDue = true;
  run(async () => {
    isDue = false;
    await drain();
  });
}

const calls = {
  /** Answers once the index is open. */
  ready(): void {},
  /** Compares index and store, repairs what differs, and takes up what a crash left in the queue. */
  start(): void {
    run(() => repairAndDrain(queueAtStart));
  },
  /** Compares index and store once more, or begins the index anew. Gives how much is to be indexed, which goes on. */
  repair(how: 'compare' | 'anew'): Promise<number> {
    const queue = how === 'anew' ? queueAnew : () => queueDifferences({ mail, index });
    return new Promise((resolve, reject) => run(() => repairAndDrain(queue, resolve).catch(reject)));
  },
  /** There is something in the queue. Older mail may gather there for a moment: one large commit costs less than many. */
  wake(): void {
    const wait = isLiveWaiting(mail) ? 0 : flooded + gatherFor - performance.now();
    if (wait <= 0) runDrain();
    else gathering ??= setTimeout(runDrain, wait);
  },
  /** Waits until the queue is empty. */
  async settled(): Promise<void> {
    runDrain();
    await running;
  },
};

export type IndexCalls = typeof calls;

const worker = serveWorker(calls, {
  close() {
    closing = true;
    clearTimeout(gathering);
    index.close();
    mail.close();
  },
});
