import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { diskFailure, diskProblemOf, diskSentence, type DiskProblem } from '../base/disk-failure.ts';
import { orResolveOnAbort } from '../base/abort.ts';
import { freeBytesIn } from '../base/free-bytes.ts';
import type { Failure } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import { backoff, type Loop } from '../base/loop.ts';
import { createWakeSignal } from '../base/wake-signal.ts';
import { defaultReserveBytes, makeReserve, releaseReserve } from './disk-reserve.ts';

/** Whether the disk with the data folder can store something. Background work consults it, and stops while it cannot. */
export type DiskState = {
  /** What prevents the disk from storing something; undefined while nothing does. */
  problem(): DiskProblem | undefined;
  /** The problem as a sentence for users. */
  sentence(): string | undefined;
  /**
   * A write to a database failed. Releases the reserve if the disk is full, and returns whether the write can now be tried
   * again.
   */
  onWriteFailure(failure: unknown): boolean;
  /** Something else failed, perhaps on another disk: writes a small file to find out, and returns whether that failed. */
  check(thrown: unknown): Promise<boolean>;
  /** The failure of the present problem, for work that is not worth a part of the reserve; undefined without a problem. */
  failure(): Failure | undefined;
  /** Resolves when the disk can store something, or when the signal aborts. */
  whenWritable(signal: AbortSignal): Promise<void>;
  /** Calls the listener after the problem has begun, changed or ended. */
  onChange(listener: () => void): void;
  /** Runs work before anything else goes on after the problem; at once while there is none. */
  beforeResume(work: () => void): void;
  /** Keeps the reserve, and finds out when a problem has ended. */
  loop: Loop;
};

type DiskStateDeps = {
  folder: string;
  clock: Clock;
  log: Log;
  /** The size of the reserve; 0 for none. */
  reserveBytes: number;
  /** The problem that is known at the start. */
  initial?: DiskProblem | undefined;
};

/** Milliseconds between two checks of a disk that cannot store anything, and between two attempts to make the reserve. */
const maxCheckMs = 10_000;
const reserveRetryMs = 10 * 60_000;
/** A problem that comes back within this time, in milliseconds, is checked less and less often. */
const relapseMs = 10_000;

const probeBytes = 64 * 1024;

export function createDiskState(deps: DiskStateDeps): DiskState {
  const { folder, clock, log, reserveBytes, initial } = deps;
  const wakeSignal = createWakeSignal(clock);
  const { notify, onChange } = createChangeListeners();
  const resumeWork = createResumeWork(log);
  let current: DiskProblem | undefined;
  let writable = Promise.withResolvers<void>();
  let checks = 0;
  let resumedAtMs = Number.NEGATIVE_INFINITY;

  const begin = (problem: DiskProblem, cause?: unknown) => {
    if (current === problem) return;
    if (current === undefined) {
      writable = Promise.withResolvers();
      if (clock.now().getTime() - resumedAtMs > relapseMs) checks = 0;
    }
    current = problem;
    log.error({ problem, err: cause }, 'the disk cannot store anything; background work waits');
    wakeSignal.notify();
    notify();
  };

  /** Returns whether the disk stores what waited for the end of the problem. */
  const resume = (): boolean => {
    if (!resumeWork.runAll()) return false;
    current = undefined;
    resumedAtMs = clock.now().getTime();
    log.info('the disk can store something again; background work goes on');
    writable.resolve();
    notify();
    return true;
  };

  /** Whether the disk stores a small file and, after it was full, the whole reserve. */
  const hasEnded = async (): Promise<boolean> => {
    if (current === 'disk_full' && !(await makeReserve(folder, reserveBytes))) return false;
    const problem = await probe(folder);
    if (problem !== undefined) begin(problem);
    return problem === undefined;
  };

  if (initial !== undefined) begin(initial);
  return {
    problem: () => current,
    sentence: () => (current === undefined ? undefined : diskSentence(current)),
    onWriteFailure(failure) {
      const problem = diskProblemOf(failure);
      if (problem === undefined) return false;
      begin(problem, failure);
      return problem === 'disk_full' && releaseReserve(folder);
    },
    async check(thrown) {
      if (diskProblemOf(thrown) === undefined) return false;
      const found = await probe(folder);
      if (found === undefined) return false;
      begin(found, thrown);
      if (found === 'disk_full') releaseReserve(folder);
      return true;
    },
    failure: () => (current === undefined ? undefined : diskFailure(current)),
    async whenWritable(signal) {
      while (current !== undefined && !signal.aborted) await orResolveOnAbort(writable.promise, signal);
    },
    onChange,
    beforeResume(work) {
      if (current === undefined) work();
      else resumeWork.add(work);
    },
    loop: diskLoop({
      hasProblem: () => current !== undefined,
      keepReserve: (signal) => keepReserve(deps, wakeSignal, signal),
      async recheck(signal) {
        await clock.wait(backoff(checks++, { most: maxCheckMs }), signal);
        if (!signal.aborted && (await hasEnded())) resume();
      },
    }),
  };
}

function createChangeListeners() {
  const listeners = new Set<() => void>();
  return {
    onChange: (listener: () => void) => void listeners.add(listener),
    /** Calls the listeners later, because a problem is often noticed in the middle of a transaction. */
    notify: () =>
      queueMicrotask(() => {
        for (const listener of listeners) listener();
      }),
  };
}

/** The work that waits for the end of a problem, in order. */
function createResumeWork(log: Log) {
  const pending: (() => void)[] = [];
  return {
    add: (work: () => void) => void pending.push(work),
    /** Returns whether the disk stored everything. What it could not store stays pending. */
    runAll(): boolean {
      while (pending.length > 0) {
        const [work] = pending;
        try {
          work?.();
        } catch (thrown) {
          if (diskProblemOf(thrown) !== undefined) return false;
          log.error({ err: thrown }, 'what waited for the disk could not be done');
        }
        pending.shift();
      }
      return true;
    },
  };
}

type DiskLoopSteps = {
  hasProblem: () => boolean;
  keepReserve: (signal: AbortSignal) => Promise<void>;
  /** Waits, and then finds out whether the problem has ended. */
  recheck: (signal: AbortSignal) => Promise<void>;
};

function diskLoop({ hasProblem, keepReserve, recheck }: DiskLoopSteps): Loop {
  return {
    name: 'disk',
    async run(signal) {
      while (!signal.aborted) await (hasProblem() ? recheck(signal) : keepReserve(signal));
    },
  };
}

/** Makes the reserve, and waits until it has to be made again or a problem has begun. */
async function keepReserve(
  { folder, reserveBytes }: Pick<DiskStateDeps, 'folder' | 'reserveBytes'>,
  wakeSignal: ReturnType<typeof createWakeSignal>,
  signal: AbortSignal,
): Promise<void> {
  const isReserved = await makeReserve(folder, reserveBytes);
  await wakeSignal.wait(isReserved ? undefined : reserveRetryMs, signal);
}

/** Resolves when a small file can be stored in the folder and some space is left, or when the signal aborts. */
export async function untilWritable(folder: string, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await clock.wait(maxCheckMs, signal);
    const free = freeBytesIn(folder);
    if ((free === null || free >= defaultReserveBytes) && (await probe(folder)) === undefined) return;
  }
}

/** Writes a small file and removes it. Returns the problem of the disk that prevents this. */
async function probe(folder: string): Promise<DiskProblem | undefined> {
  const file = join(folder, '.disk-check');
  try {
    const handle = await open(file, 'w', 0o600);
    try {
      await handle.write(randomBytes(probeBytes));
      await handle.sync();
    } finally {
      await handle.close();
    }
    return undefined;
  } catch (thrown) {
    return diskProblemOf(thrown) ?? 'disk_error';
  } finally {
    // What cannot be removed now is overwritten by the next check.
    await rm(file, { force: true }).catch(() => undefined);
  }
}
