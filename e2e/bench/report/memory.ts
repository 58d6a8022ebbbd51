import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** How often `watchMemory` reads the memory of a process tree. */
const pollMs = 50;

/** A process tree is at rest when its threads have run or waited for a core for less than `restBusyMs` in `restMs`. */
const quietMs = 300;
const maxQuietBusyMs = 10;
/** A daemon returns memory a few seconds after its last work. Plain Node programs do not. */
const freeingMs = 8_000;
/** A process tree that is not at rest after this time is measured as it is. */
const maxQuietWaitMs = 10_000;

type MemoryWatch = {
  /** The peak memory of the tree so far, in bytes; 0 on a system without `/proc`. */
  peak(): number;
  stop(): void;
};

/** Watches the total memory of a process and its children. */
export function watchMemory(pid: number): MemoryWatch {
  let most = 0;
  const look = () => {
    // A single process reports its own peak, also between two samples.
    most = Math.max(most, residentBytes(pid), statusBytes(pid, 'VmHWM'));
  };
  look();
  const timer = setInterval(look, pollMs);
  return { peak: () => most, stop: () => clearInterval(timer) };
}

/** Waits until a process and its children are at rest, and returns their memory, in bytes. */
export async function restMemoryBytes(pid: number): Promise<number> {
  await untilAtRest(pid);
  return residentBytes(pid);
}

/**
 * As `restMemoryBytes`, of a daemon that has had time to return memory to the system. Something else may be done `meanwhile`,
 * for which the daemon waits.
 */
export async function idleMemoryBytes(pid: number, meanwhile?: () => Promise<unknown>): Promise<number> {
  await untilAtRest(pid);
  await Promise.all([wait(freeingMs), meanwhile?.()]);
  return restMemoryBytes(pid);
}

async function untilAtRest(pid: number): Promise<void> {
  const began = performance.now();
  for (let before = busyMs(pid); performance.now() - began < maxQuietWaitMs;) {
    await wait(quietMs);
    const now = busyMs(pid);
    // The total falls when a thread ends, which is not rest either.
    if (Math.abs(now - before) < maxQuietBusyMs) break;
    before = now;
  }
}

/** The current memory of a process and its children, in bytes. */
function residentBytes(pid: number): number {
  return statusBytes(pid, 'VmRSS') + childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), 0);
}

/**
 * How long the threads of a process and of its children have run or waited for a core since their start, in milliseconds.
 */
function busyMs(pid: number): number {
  const own = threadsOf(pid).map((thread) => {
    const [ranNs = 0, waitedNs = 0] = textOf(`/proc/${pid}/task/${thread}/schedstat`).split(' ').map(Number);
    return (ranNs + waitedNs) / 1e6;
  });
  return [...own, ...childrenOf(pid).map(busyMs)].reduce((sum, each) => sum + each, 0);
}

function childrenOf(pid: number): number[] {
  return threadsOf(pid).flatMap((thread) =>
    textOf(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

function statusBytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = textOf(`/proc/${pid}/status`);
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
}

function threadsOf(pid: number): string[] {
  return orDefault(() => readdirSync(`/proc/${pid}/task`), []);
}

function textOf(file: string): string {
  return orDefault(() => readFileSync(file, 'utf8'), '');
}

/** A process may end while it is sampled. */
function orDefault<T>(read: () => T, nothing: T): T {
  try {
    return read();
  } catch {
    return nothing;
  }
}
