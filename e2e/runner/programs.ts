import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import type { FileResult } from './results.ts';

const maxOutputLength = 4_000;

/**
 * Runs programs in sequence and returns each as the result of one test: passed if its exit code is 0. Their output goes to
 * standard error as it comes.
 */
export async function runPrograms(paths: readonly string[]): Promise<FileResult[]> {
  const results: FileResult[] = [];
  for (const path of paths) results.push(await runProgram(path));
  return results;
}

/** Below the tests, which run at the same time. */
const preparationPriority = 10;

/**
 * Has programs prepare what they need while something else runs, one after the other. Resolves when all have ended: one that
 * failed prepares it when it runs, and reports then what is wrong.
 */
export async function preparePrograms(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const child = spawn(process.execPath, [path, '--prepare'], { stdio: ['ignore', 'ignore', 'inherit'] });
    if (child.pid !== undefined) setPriority(child.pid, preparationPriority);
    await once(child, 'exit');
  }
}

async function runProgram(path: string): Promise<FileResult> {
  console.error(`\nRunning ${path} …`);
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
  child.stdout.pipe(process.stderr, { end: false });
  const [printed, code] = await Promise.all([text(child.stdout), ended]);
  const result = {
    type: 'result',
    isPassed: code === 0,
    isSuite: false,
    name: path,
    nesting: 0,
    durationMs: performance.now() - startedAt,
    ...(code !== 0 && { failureType: 'exitCode', output: `Exit code ${code}.\n${printed.slice(-maxOutputLength)}` }),
  } as const;
  return { files: [path], results: [result] };
}
