import { readdirSync, readFileSync } from 'node:fs';

/** How often a process tree is looked at, in milliseconds. */
const every = 50;

export type MemoryWatch = {
  /** The most the tree has held at once so far, in bytes; 0 where the system has no `/proc`. */
  peak(): number;
  stop(): void;
};

/** Watches what a process and its children hold in memory, together. */
export function watchMemory(pid: number): MemoryWatch {
  let most = 0;
  const look = () => {
    // A process alone knows its own peak, between two looks as well.
    most = Math.max(most, residentBytes(pid), statusBytes(pid, 'VmHWM'));
  };
  look();
  const timer = setInterval(look, every);
  return { peak: () => most, stop: () => clearInterval(timer) };
}

/** What a process and its children hold now, in bytes. */
export function residentBytes(pid: number): number {
  return statusBytes(pid, 'VmRSS') + childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), 0);
}

function childrenOf(pid: number): number[] {
  return orNothing(
    () =>
      readdirSync(`/proc/${pid}/task`).flatMap((task) =>
        readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
      ),
    [],
  );
}

function statusBytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = orNothing(() => readFileSync(`/proc/${pid}/status`, 'utf8'), '');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
}

/** A process may end while it is looked at. */
function orNothing<T>(read: () => T, nothing: T): T {
  try {
    return read();
  } catch {
    return nothing;
  }
}
