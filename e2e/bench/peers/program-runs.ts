import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { watchMemory } from '../report/memory.ts';

export type ProgramRun = { seconds: number; peakBytes: number };

type Command = { program: string; args: readonly string[]; env?: Record<string, string> };

/** Whether a program can be started on this machine. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

/** Runs a program to its end; returns its time and memory. Throws if it fails. */
export async function runMeasured({ program, args, env }: Command): Promise<ProgramRun> {
  const began = performance.now();
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
  const memory = watchMemory(child.pid ?? 0);
  const [code] = (await once(child, 'exit')) as [number | null];
  memory.stop();
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}.`);
  return { seconds: (performance.now() - began) / 1000, peakBytes: memory.peak() };
}

/** Milliseconds from the start of a program to its end, with its output discarded. */
export function runMilliseconds({ program, args, env }: Command): number {
  const began = performance.now();
  const { status } = spawnSync(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}.`);
  return performance.now() - began;
}
