import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** The processes run for about so many milliseconds, then all stand still, as threads that wait for a processor do. */
const runMs = 50;
/** One of them stands still for longer now and then: when, and how long. */
const betweenPausesMs = 2_000;
const [minPauseMs, maxPauseMs] = [300, 3_000];

type ProcessEntry = { parent: number; startTime: string; isZombie: boolean };

/**
 * Lets a process and all that it starts run as on a machine so many times slower, without the use of a processor, and pauses single
 * ones. On Linux only. Returns a function that ends it.
 */
export function slowDown(root: number, times: number): () => void {
  /** Those that were found, by their start time: one whose parent ended is still known. */
  const known = new Map<number, string>();
  const paused = new Set<number>();
  let hasEnded = false;

  const find = (): number[] => {
    const all = runningProcesses();
    const ours = new Set([root]);
    // A child has a higher number than its parent, except where the numbers begin anew.
    for (let size = 0; size < ours.size;) {
      size = ours.size;
      for (const [pid, { parent, startTime }] of all)
        if (ours.has(parent) || known.get(pid) === startTime) ours.add(pid);
    }
    known.clear();
    for (const pid of ours) known.set(pid, all.get(pid)?.startTime ?? '');
    return [...ours].filter((pid) => all.get(pid)?.isZombie === false);
  };
  const slow = async () => {
    while (!hasEnded) {
      const pids = find();
      for (const pid of pids) signal(pid, 'SIGSTOP');
      await wait(runMs * (times - 1) * around());
      for (const pid of pids) if (!paused.has(pid)) signal(pid, 'SIGCONT');
      await wait(runMs * around());
    }
  };
  const pauseSingle = async () => {
    while (!hasEnded) {
      await wait(betweenPausesMs * around());
      const others = find().filter((pid) => pid !== root);
      const pid = others[Math.floor(Math.random() * others.length)];
      if (pid === undefined) continue;
      paused.add(pid);
      signal(pid, 'SIGSTOP');
      await wait(minPauseMs + Math.random() * (maxPauseMs - minPauseMs));
      paused.delete(pid);
      signal(pid, 'SIGCONT');
    }
  };
  void slow();
  void pauseSingle();
  const end = () => {
    hasEnded = true;
    for (const pid of find()) signal(pid, 'SIGCONT');
  };
  process.once('exit', end);
  return end;
}

function runningProcesses(): Map<number, ProcessEntry> {
  const found = new Map<number, ProcessEntry>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The name of the program is in brackets and may contain any of them.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      const [state, parent, startTime = ''] = [fields[0], Number(fields[1]), fields[19]];
      found.set(Number(name), { parent, startTime, isZombie: state === 'Z' });
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    const hasEnded = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!hasEnded) throw error;
  }
}

/** A random factor around 1. */
function around(): number {
  return 0.5 + Math.random();
}
