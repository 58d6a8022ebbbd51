/**
 * `node e2e/bench-smoke.ts [NAME ...]`: runs every benchmark of `e2e/bench`, or the named ones, on a tiny mailbox, so that
 * a broken benchmark is noticed. Prints one line for each and exits with 1 if a benchmark fails: if it ends with an error,
 * prints no table, or prints a value that is not a number. The measured values say nothing about speed. Needs the built
 * bundle and page.
 *
 * Two benchmarks run at a time, each with its own temporary folder, so that they affect neither each other nor the prepared
 * data and results of full-size runs. With POSTHORN_PEERS=required, a benchmark that measures nothing because its peer is
 * missing fails.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { bundleError } from './bench/posthorn/bundle.ts';
import { smokeVerdict, type ProgramEnd } from './bench/report/smoke.ts';

const tiny = ['--size', '300'];
const onePair = [...tiny, '--pairs', '1'];

/** The options of each benchmark, the slowest benchmarks first. */
const options: Record<string, readonly string[]> = {
  page: [...onePair, '--routes', '1'],
  sync: onePair,
  bridge: [...onePair, '--seconds', '1'],
  search: tiny,
  arrival: [...tiny, '--rounds', '2'],
  import: onePair,
  act: onePair,
  start: onePair,
  contacts: tiny,
  classification: tiny,
  triage: tiny,
  'write-wait': ['--size', '500'],
  'fan-out': ['--events', '100', '--clients', '2', '--pairs', '1'],
};

const concurrency = 2;
const maxSecondsEach = 120;
const maxQuotedLines = 20;

const project = join(import.meta.dirname, '..');
const running = new Set<ChildProcess>();
const folders = new Set<string>();

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopAll(signal));
process.exitCode = await main(process.argv.slice(2));

async function main(requested: readonly string[]): Promise<number> {
  const error = (await bundleError()) ?? nameError(requested);
  if (error) {
    console.error(error);
    return 1;
  }
  const began = performance.now();
  const queue = Object.keys(options).filter((name) => requested.length === 0 || requested.includes(name));
  const count = queue.length;
  const failed: string[] = [];
  await Promise.all(
    Array.from({ length: concurrency }, () => inTemporaryFolder((folder) => runAll(queue, folder, failed))),
  );
  const summary = failed.length > 0 ? `${failed.length} failed: ${failed.join(', ')}` : 'none failed';
  console.log(`${count} benchmarks in ${secondsSince(began)} s, ${summary}`);
  return failed.length > 0 ? 1 : 0;
}

/** Every benchmark has its options here, and there are no options without a benchmark. */
function nameError(requested: readonly string[]): string | undefined {
  const programs = readdirSync(join(project, 'e2e/bench'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => basename(file, '.ts'));
  const names = Object.keys(options);
  const unknown = requested.find((name) => !programs.includes(name));
  if (unknown !== undefined) return `e2e/bench holds ${programs.join(', ')}, and no ${unknown}.`;
  const without = programs.find((name) => !names.includes(name));
  if (without !== undefined)
    return `The benchmark ${without} has no options in e2e/bench-smoke.ts: add options of a tiny run.`;
  const missing = names.find((name) => !programs.includes(name));
  return missing === undefined
    ? undefined
    : `e2e/bench-smoke.ts has options of ${missing}, which is no benchmark: remove them.`;
}

async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-smoke-'));
  folders.add(folder);
  // Dovecot runs as another user.
  chmodSync(folder, 0o755);
  try {
    await work(folder);
  } finally {
    remove(folder);
  }
}

/** A process that was just stopped may still write into the folder. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  folders.delete(folder);
}

/** Runs the queued benchmarks in sequence until the queue is empty. */
async function runAll(queue: string[], folder: string, failed: string[]): Promise<void> {
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const began = performance.now();
    const end = await run(name, folder);
    const verdict = smokeVerdict(end, { arePeersRequired: process.env['POSTHORN_PEERS'] === 'required' });
    const outcome = verdict.state === 'ok' ? 'ok' : `${verdict.state}: ${verdict.reason}`;
    console.log(`${name.padEnd(12)}${secondsSince(began).padStart(5)} s  ${outcome}`);
    if (verdict.state !== 'failed') continue;
    failed.push(name);
    console.log(end.output.trimEnd().split('\n').slice(-maxQuotedLines).join('\n').replaceAll(/^/gm, '    '));
  }
}

async function run(name: string, folder: string): Promise<ProgramEnd> {
  // Strip TypeScript once and not in every process.
  const cache = process.env['NODE_COMPILE_CACHE'] ?? join(project, 'node_modules/.cache/node');
  const child = spawn(process.execPath, [`e2e/bench/${name}.ts`, ...(options[name] ?? [])], {
    cwd: project,
    env: { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: cache },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group: stopping a benchmark also stops the processes that it started.
    detached: true,
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const timeout = setTimeout(() => {
    output += `\nIt did not end within ${maxSecondsEach} s and was stopped.\n`;
    stop(child);
  }, maxSecondsEach * 1000);
  const [exitCode] = (await once(child, 'close')) as [number | null];
  clearTimeout(timeout);
  running.delete(child);
  return { exitCode, output };
}

function stopAll(signal: NodeJS.Signals): void {
  for (const child of running) stop(child);
  for (const folder of folders) remove(folder);
  process.kill(process.pid, signal);
}

/** Ends a benchmark and the processes of its group, unless they have ended. */
function stop({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}
