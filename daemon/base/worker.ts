import { parentPort, Worker, workerData, type Transferable } from 'node:worker_threads';
import { createAwakeTime } from './awake-time.ts';
import { toDiskFailure } from './disk-failure.ts';
import { Failure, failureData, failureFrom, reasonOf, type FailureData } from './failure.ts';
import { freeMemory } from './free-memory.ts';
import type { Log } from './log.ts';
import type { OpenWorker, RunningWorker } from './running-worker.ts';
import { endWorkerNow } from './stuck-workers.ts';

/** The calls a worker accepts: name to function. Values cross by structured clone. */
type CallTable = Record<string, (input: never) => unknown>;

/** An unexpected error. Its stack is for the log alone. */
type Crash = { message: string; stack: string | undefined; code?: unknown; errno?: unknown };

type WorkerRequest = { id: number; name: string; input: unknown };
/** What a worker does without a reply: end in an orderly way, or return memory to the system. */
type WorkerOrder = 'stop' | 'free';
type WorkerReply = { id: number; value?: unknown; failure?: FailureData; crash?: Crash } | { report: unknown };

/** The health of a worker since its first call. Times are in milliseconds. */
export type WorkerHealth = {
  name: string;
  /** `idle` until the first call. */
  state: 'idle' | 'running' | 'restarting' | 'stopped';
  /** How often it died and was restarted. */
  restarts: number;
  /** The number of unanswered calls, and how long the oldest has been waiting. */
  waiting: number;
  waiting_ms: number;
  /** How long its latest reply took; null before the first. */
  answer_ms: number | null;
};

export type WorkerHandle<Calls extends CallTable> = {
  /** Calls the worker. Throws the Failure it threw, or `worker_crashed` (retryable) when the worker died during the call. */
  ask<Name extends keyof Calls & string>(
    name: Name,
    input: Parameters<Calls[Name]>[0],
    transfer?: readonly Transferable[],
  ): Promise<Awaited<ReturnType<Calls[Name]>>>;
  health(): WorkerHealth;
  /** Has a thread that runs and has no call return memory to the system. A process of its own ends instead. */
  freeMemory(): void;
  /** Calls `listener` with every error that the worker replies with, or that ends it. */
  onFailure(listener: (failed: unknown) => void): void;
  stop(): Promise<void>;
};

type WorkerOptions = {
  data: unknown;
  log: Log;
  /** What it runs on: a thread of this process where nothing is given. */
  open?: OpenWorker;
  /** Handles messages the worker sends without a call (`report`). */
  onReport?: (message: unknown) => void;
  /**
   * Checked every second: a worker that is busy with something for longer than `limitMs` is stuck. It is terminated, and another is
   * started. A sleep of the computer does not count. Milliseconds.
   */
  stuck?: { busyMs: () => number; limitMs: () => number };
  /** Called when a stuck worker is terminated. */
  onStuck?: () => void;
  /**
   * The worker ends when it had no call for so many milliseconds, and gives its memory back. It is started only by calls: a dead one
   * is not restarted before the next.
   */
  idleMs?: number;
};

/**
 * The worker whose entry is `workers/<name>`, from source and from a bundle alike. It starts on the first call. A
 * dead worker is restarted at most once a second; its pending calls fail with a retryable Failure.
 */
export function startWorker<Calls extends CallTable>(
  name: string,
  { data, log, open: openRunning = openThread, onReport, stuck, onStuck, idleMs }: WorkerOptions,
): WorkerHandle<Calls> {
  let reportFailure = (_failed: unknown): void => undefined;
  const calls = createPendingCalls(
    name,
    (failed) => reportFailure(failed),
    () => idleTimer.start(),
  );
  let restarts = 0;
  let isStopped = false;
  let worker: RunningWorker | undefined;
  /** The worker died and is restarted shortly. */
  let isRestarting = false;
  /** Ends when no worker that was idle is ending. */
  let endingIdle: Promise<unknown> = Promise.resolve();
  const idleTimer = createIdleTimer(idleMs, () => {
    if (worker) endingIdle = Promise.all([endingIdle, endWorker(worker)]);
    worker = undefined;
  });

  function open(): RunningWorker {
    const opened = openRunning(name, data);
    opened.on('message', (reply: WorkerReply) => ('report' in reply ? onReport?.(reply.report) : calls.settle(reply)));
    const failure = watchCrash(opened, { name, log, reportFailure: (failed) => reportFailure(failed) });
    opened.on('exit', (code: number) => {
      if (worker === opened) restart(failure(), code);
    });
    return opened;
  }

  const awakeMs = createAwakeTime(performance.now());
  const stuckTimer = stuck && setInterval(() => endStuck(stuck), 1_000).unref();

  function endStuck({ busyMs, limitMs }: NonNullable<typeof stuck>): void {
    const isStuck = Math.min(busyMs(), awakeMs(performance.now())) > limitMs();
    if (!isStuck || !worker) return;
    log.error({ worker: name }, 'a worker is stuck and is terminated');
    onStuck?.();
    endWorkerNow(worker);
    // A thread in native code may end late, so the next call does not wait for its end.
    if (idleMs !== undefined) restart(crashed(), 0);
  }

  function restart(failure: Failure, code: number): void {
    worker = undefined;
    calls.rejectAll(failure);
    if (isStopped) return;
    log.warn({ worker: name, code }, 'a worker ended and is restarted');
    isRestarting = true;
    restarts++;
    setTimeout(() => {
      isRestarting = false;
      if (!isStopped && idleMs === undefined) worker = open();
    }, 1_000).unref();
  }

  return {
    health: () => ({ name, state: stateOf({ isStopped, isRestarting, worker }), restarts, ...calls.health() }),
    ask: (call, input, transfer = []) =>
      new Promise((resolve, reject) => {
        if (isRestarting || isStopped) return reject(crashed());
        idleTimer.clear();
        worker ??= open();
        const id = calls.add(resolve, reject);
        worker.postMessage({ id, name: call, input } satisfies WorkerRequest, transfer);
      }),
    freeMemory: () => freeMemoryOf(calls.health().waiting === 0 ? worker : undefined),
    onFailure: (listener) => void (reportFailure = listener),
    async stop() {
      isStopped = true;
      clearInterval(stuckTimer);
      idleTimer.clear();
      if (worker) await endWorker(worker);
      await endingIdle;
    },
  };
}

function stateOf({
  isStopped,
  isRestarting,
  worker,
}: {
  isStopped: boolean;
  isRestarting: boolean;
  worker: RunningWorker | undefined;
}): WorkerHealth['state'] {
  if (isStopped) return 'stopped';
  return isRestarting ? 'restarting' : worker ? 'running' : 'idle';
}

/** Logs and reports what ends a worker. Returns the failure of the calls that it did not answer. */
function watchCrash(
  opened: RunningWorker,
  { name, log, reportFailure }: { name: string; log: Log; reportFailure: (failed: unknown) => void },
): () => Failure {
  let failure = crashed();
  opened.on('error', (crash: unknown) => {
    log.error({ err: crash, worker: name }, 'a worker crashed');
    const reported = isFailureData(crash) ? failureFrom(crash) : crash;
    reportFailure(reported);
    const cause = toDiskFailure(reported);
    if (cause !== reported && cause instanceof Failure) failure = cause;
  });
  return () => failure;
}

function createIdleTimer(idleMs: number | undefined, onIdle: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    start() {
      clearTimeout(timer);
      if (idleMs !== undefined) timer = setTimeout(onIdle, idleMs).unref();
    },
    clear: () => clearTimeout(timer),
  };
}

/** The calls of a worker that are not answered yet. */
function createPendingCalls(name: string, onFailure: (failed: unknown) => void, onIdle: () => void) {
  type PendingCall = { resolve: (value: never) => void; reject: (reason: unknown) => void; since: number };
  const waiting = new Map<number, PendingCall>();
  let lastId = 0;
  let answerMs: number | null = null;
  return {
    /** Returns the id of the call. */
    add(resolve: PendingCall['resolve'], reject: PendingCall['reject']): number {
      const id = ++lastId;
      waiting.set(id, { resolve, reject, since: performance.now() });
      return id;
    },
    settle({ id, value, failure, crash }: Exclude<WorkerReply, { report: unknown }>): void {
      const pendingCall = waiting.get(id);
      waiting.delete(id);
      if (waiting.size === 0) onIdle();
      if (pendingCall) answerMs = Math.round(performance.now() - pendingCall.since);
      if (!failure && crash === undefined) return pendingCall?.resolve(value as never);
      const failed = failure ? failureFrom(failure) : errorOf(name, crash ?? { message: '', stack: undefined });
      onFailure(failed);
      pendingCall?.reject(failed);
    },
    rejectAll(failure: Failure): void {
      for (const { reject } of waiting.values()) reject(failure);
      waiting.clear();
    },
    health(): Pick<WorkerHealth, 'waiting' | 'waiting_ms' | 'answer_ms'> {
      const [oldest] = waiting.values();
      return {
        waiting: waiting.size,
        waiting_ms: oldest ? Math.round(performance.now() - oldest.since) : 0,
        answer_ms: answerMs,
      };
    },
  };
}

function errorOf(name: string, { message, stack, code, errno }: Crash): Error {
  const error = Object.assign(new Error(`${name} worker: ${message}`), code !== undefined && { code, errno });
  if (stack !== undefined) error.stack = stack;
  return error;
}

function freeMemoryOf(running: RunningWorker | undefined): void {
  if (running && !running.isProcess) running.postMessage('free' satisfies WorkerOrder);
}

/** Lets the worker close in an orderly way, and terminates it if that takes too long. */
async function endWorker(running: RunningWorker): Promise<void> {
  const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
  running.postMessage('stop' satisfies WorkerOrder);
  const { promise: isGivenUp, resolve: giveUp } = Promise.withResolvers<void>();
  const deadlines = [
    setTimeout(() => endWorkerNow(running), 1_500),
    // Native code may go on after that.
    setTimeout(giveUp, 1_900),
  ];
  await Promise.race([ended, isGivenUp]);
  for (const deadline of deadlines) clearTimeout(deadline);
}

/** An error that ended a thread keeps its properties, but not its class. */
function isFailureData(thrown: unknown): thrown is FailureData {
  return thrown instanceof Error && ['kind', 'code', 'details'].every((key) => key in thrown);
}

function crashed(): Failure {
  const sentence = 'Part of Posthorn had to restart. Try again in a moment.';
  return new Failure('unavailable', 'worker_crashed', sentence, { retryable: true });
}

/** The address of `workers/<name>`. */
export function workerEntry(name: string): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL(`../workers/${name}.ts`, import.meta.url)
    : new URL(`./workers/${name}.cjs`, import.meta.url);
}

/** Starts a worker as a thread of this process. */
export const openThread: OpenWorker = (name, data) => new Worker(workerEntry(name), { workerData: data, name });

/**
 * The worker's side: answers calls one after the other; those in `urgent` are answered as soon as the call before them waits for
 * something. `close` runs before the thread ends in an orderly way. `report` sends a message without a call.
 */
export function serveWorker(
  calls: CallTable,
  { close, urgent = [] }: { close: () => void | Promise<void>; urgent?: readonly string[] },
): { report(message: unknown): void } {
  const port = parentPort;
  if (!port) throw new Error('a worker entry was started outside a worker thread');
  let lastReply: Promise<void> = Promise.resolve();
  port.on('message', (request: WorkerRequest | WorkerOrder) => {
    if (request === 'free') return freeMemory();
    if (request !== 'stop' && urgent.includes(request.name))
      return void replyTo(calls, request).then((reply) => port.postMessage(reply));
    lastReply = lastReply.then(async () => {
      if (request === 'stop') {
        await close();
        port.close();
      } else port.postMessage(await replyTo(calls, request));
    });
  });
  return { report: (message) => port.postMessage({ report: message } satisfies WorkerReply) };
}

async function replyTo(calls: CallTable, { id, name, input }: WorkerRequest): Promise<WorkerReply> {
  try {
    const call = calls[name];
    if (!call) throw new Error(`no such call: ${name}`);
    return { id, value: await call(input as never) };
  } catch (thrown) {
    const failure = toDiskFailure(thrown);
    if (failure instanceof Failure) return { id, failure: failureData(failure) };
    const { code, errno, stack } = thrown instanceof Error ? (thrown as NodeJS.ErrnoException) : {};
    return { id, crash: { message: reasonOf(thrown), stack, code, errno } };
  }
}

/** The data that the starter of this worker passed. */
export function workerInput<Data>(): Data {
  return workerData as Data;
}
