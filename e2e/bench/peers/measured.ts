import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { watchMemory } from '../report/memory.ts';

export type Run = { seconds: number; peakBytes: number };

type Command = { program: string; words: readonly string[]; env?: Record<string, string> };

/** Whether a program can be started here. */
export function isHere(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

/** Runs a program to its end: how long it took and how much memory it held. Throws where it fails. */
export async function measured({ program, words, env }: Command): Promise<Run> {
  const began = performance.now();
  const child = spawn(program, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
  const memory = watchMemory(child.pid ?? 0);
  const [code] = (await once(child, 'exit')) as [number | null];
  memory.stop();
  if (code !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${code}.`);
  return { seconds: (performance.now() - began) / 1000, peakBytes: memory.peak() };
}

/** Milliseconds a program takes from its start to its end, its output thrown away. */
export function wholeRun({ program, words, env }: Command): number {
  const began = performance.now();
  const { status } = spawnSync(program, words, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}.`);
  return performance.now() - began;
}
