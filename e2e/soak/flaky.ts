/**
 * `npm run soak -- flaky [COUNT]`: runs the whole suite COUNT times (default 2) beside two endless loops and without
 * reruns, and lists the tests that failed, the most frequent first. Fails if any did. POSTHORN_SLOW_PAGE slows down the pages,
 * too (`e2e/web/slow-page.ts`).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Report = { failed: { file: string; name: string; output: string }[] };

const busyLoops = 2;
const count = Number(process.argv[2] ?? 2);
const folder = mkdtempSync(join(tmpdir(), 'posthorn-flaky-'));
if (!Number.isInteger(count) || count < 1)
  throw new Error(`COUNT is a whole number from 1, and not ${process.argv[2]}.`);

const loops = Array.from({ length: busyLoops }, () =>
  spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
);
const stop = () => loops.forEach((loop: ChildProcess) => void loop.kill('SIGKILL'));
process.once('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const failures = new Map<string, { times: number; output: string }>();
let isComplete = true;
for (let run = 1; run <= count; run++) {
  console.log(`\nRun ${run} of ${count}, beside ${busyLoops} endless loops …`);
  const report = await runSuite(join(folder, `${run}.json`));
  isComplete &&= report !== undefined;
  for (const { file, name, output } of report?.failed ?? []) {
    const key = `${file}: ${name}`;
    failures.set(key, { times: (failures.get(key)?.times ?? 0) + 1, output });
  }
}
rmSync(folder, { recursive: true, force: true });
stop();

const ranked = [...failures].toSorted(([, one], [, other]) => other.times - one.times);
for (const [name, { times, output }] of ranked)
  console.log(`\n${times} of ${count}  ${name}\n${output.replaceAll(/^/gm, '    ')}`);
console.log(`\n${ranked.length} tests failed in ${count} loaded runs.`);
process.exitCode = isComplete && ranked.length === 0 ? 0 : 1;

/** Undefined if the run did not complete. */
async function runSuite(path: string): Promise<Report | undefined> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../tests.ts'), '--once'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, POSTHORN_TESTS: 'ci', POSTHORN_TEST_REPORT: path },
  });
  await once(child, 'exit');
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch (error) {
    console.error('The run left no report.', error);
    return undefined;
  }
}
