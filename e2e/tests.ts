/**
 * `npm test`: finds the test files, runs them four at a time, for many wait more than they work, and closes with what was
 * skipped, why, and node's own summary. Words choose files by a part of their path; words that begin with a dash go to
 * node, as in `npm test -- daemon/store --test-name-pattern=undo`.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { shareProcesses } from './shared-processes.ts';
import { complaintsAbout, readSummary, skipLines } from './summary.ts';

/** A test file that leaves something open would otherwise hold the run for ever. */
const mostMinutes = 40;

/** Plain JavaScript, without types. */
const outdated: string = '../outdated.mjs';

process.exitCode = await runTests(process.argv.slice(2));

async function runTests(words: string[]): Promise<number> {
  const files = testFiles(words.filter((word) => !word.startsWith('-')));
  if (files.length === 0) {
    console.error(`No test file has ${words.join(' or ')} in its path.`);
    return 1;
  }
  const flags = words.filter((word) => word.startsWith('-'));
  const shared = shareProcesses(files);
  const { code, tap } = await runNode(flags, shared.programs).finally(shared.close);
  const summary = readSummary(tap);
  const complaints = complaintsAbout(summary, { arePeersRequired: process.env['POSTHORN_PEERS'] === 'required' });
  const lines = [...skipLines(summary), ...shared.held(tap), ...complaints, ...summary.closing];
  console.log(lines.join('\n'));
  return code !== 0 ? code : Math.min(complaints.length, 1);
}

function testFiles(parts: string[]): string[] {
  const found = globSync('{daemon,bridge,headless,web,electron,e2e}/**/*.test.ts', {
    exclude: ['web/dist/**'],
  });
  const paths = found.map((path) => path.replaceAll('\\', '/')).toSorted();
  return parts.length === 0 ? paths : paths.filter((path) => parts.some((part) => path.includes(part)));
}

/** The readable report goes to standard error as it happens; the TAP report, which is exact, is kept to be counted. */
async function runNode(flags: string[], files: string[]): Promise<{ code: number; tap: string }> {
  const readable = ['--test-reporter=spec', '--test-reporter-destination=stderr'];
  const exact = ['--test-reporter=tap', '--test-reporter-destination=stdout'];
  const limits = ['--test-concurrency=4', '--test-timeout=240000'];
  // As `npm test` has built it; where that is older than its sources, these are what is tested.
  const { isBundleOutdated } = (await import(outdated)) as { isBundleOutdated: () => boolean };
  const built = isBundleOutdated() ? [] : [`--import=${pathToFileURL(join(import.meta.dirname, 'built.ts')).href}`];
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
  const child = spawn(process.execPath, ['--test', ...readable, ...exact, ...limits, ...built, ...flags, ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const breakingOff = setTimeout(() => {
    console.error(`The tests did not end within ${mostMinutes} minutes and are broken off.`);
    // Upon this signal node names the files that were still running.
    child.kill('SIGINT');
  }, mostMinutes * 60_000);
  const ended = new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
  const tap = await text(child.stdout);
  clearTimeout(breakingOff);
  return { code: await ended, tap };
}
