/**
 * `npm run soak -- flaky [COUNT] [PATH …] [--loops N] [--slow]`: runs the whole suite, or the tests in these paths, COUNT times
 * (default 2) beside N endless loops (default 2) and without reruns, and lists what failed, the most frequent first. Fails if
 * anything did. An interruption ends the run under way, and lists what failed until then.
 * With `--slow` all processes of the tests stand still for two thirds of the time, and single ones for seconds (Linux).
 * POSTHORN_SLOW_PAGE slows down the pages, too (`e2e/web/slow-page.ts`).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { slowDown } from '../runner/slow-machine.ts';

type Report = { failed: { file: string; name: string; output: string }[]; runErrors: string[] };

/** Occupies a core until the other end of its channel is gone, however that ended. */
const busyLoop = `
  process.on('disconnect', () => process.exit());
  const spin = () => {
    for (const endMs = performance.now() + 50; performance.now() < endMs;);
    setImmediate(spin);
  };
  spin();`;

const { values, positionals } = parseArgs({
  options: { loops: { type: 'string', default: '2' }, slow: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const isCounted = /^\d+$/.test(positionals[0] ?? '');
const count = wholeNumber('COUNT', isCounted ? positionals[0] : '2', 1);
const loopCount = wholeNumber('N', values.loops, 0);
const paths = positionals.slice(isCounted ? 1 : 0);

const folder = mkdtempSync(join(tmpdir(), 'posthorn-flaky-'));
const loops = Array.from({ length: loopCount }, () =>
  spawn(process.execPath, ['--eval', busyLoop], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
);
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());

const failures = new Map<string, { times: number; output: string }>();
let completed = 0;
let isEveryRunGood = true;
while (completed < count && !interruption.signal.aborted) {
  console.log(`\nRun ${completed + 1} of ${count}, beside ${loopCount} endless loops …`);
  const { code, report } = await runSuite(join(folder, `${completed}.json`));
  isEveryRunGood &&= code === 0;
  // The errors of an interrupted run are those of the interruption.
  const runErrors = interruption.signal.aborted ? [] : (report?.runErrors ?? []);
  const found = [...(report?.failed ?? []), ...runErrors.map((name) => ({ file: 'the run', name, output: '' }))];
  for (const { file, name, output } of found) {
    const key = `${file}: ${name}`;
    failures.set(key, { times: (failures.get(key)?.times ?? 0) + 1, output });
  }
  if (!interruption.signal.aborted) completed += 1;
}
for (const loop of loops) loop.kill('SIGKILL');
rmSync(folder, { recursive: true, force: true });

const ranked = [...failures].toSorted(([, one], [, other]) => other.times - one.times);
for (const [name, { times, output }] of ranked)
  console.log(`\n${times} of ${count}  ${name}\n${output.replaceAll(/^/gm, '    ')}`);
if (completed < count) console.log(`\nInterrupted in run ${completed + 1} of ${count}.`);
console.log(`\n${ranked.length} failures in ${completed} complete runs.`);
process.exitCode = completed === count && isEveryRunGood && ranked.length === 0 ? 0 : 1;

/** The report is undefined if the run left none. */
async function runSuite(path: string): Promise<{ code: number; report: Report | undefined }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../tests.ts'), '--once', ...paths], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, POSTHORN_TESTS: 'ci', POSTHORN_TEST_REPORT: path },
  });
  const endSlowness = values.slow && child.pid !== undefined ? slowDown(child.pid, 3) : () => undefined;
  const stop = () => void child.kill('SIGTERM');
  interruption.signal.addEventListener('abort', stop);
  const [code] = (await once(child, 'exit')) as [number | null];
  interruption.signal.removeEventListener('abort', stop);
  endSlowness();
  try {
    return { code: code ?? 1, report: JSON.parse(readFileSync(path, 'utf8')) as Report };
  } catch (error) {
    console.error('The run left no report.', error);
    return { code: 1, report: undefined };
  }
}

function wholeNumber(name: string, text: string | undefined, min: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min)
    throw new Error(`${name} is a whole number from ${min}, and not ${text}.`);
  return value;
}
