import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, suite, test, type TestContext } from 'node:test';
import { bundleError } from './bench/posthorn/bundle.ts';
import { smokeVerdict, type ProgramEnd } from './bench/report/smoke.ts';

const tiny = ['--size', '300'];
const onePair = [...tiny, '--pairs', '1'];

/** The options of each benchmark. */
const options: Record<string, readonly string[]> = {
  page: [...onePair, '--routes', '1', '--turns', '12'],
  sync: onePair,
  bridge: [...onePair, '--seconds', '0.1'],
  search: tiny,
  arrival: [...tiny, '--rounds', '1'],
  import: onePair,
  act: onePair,
  start: onePair,
  'app-start': onePair,
  cli: ['--size', '500', '--runs', '1'],
  contacts: tiny,
  classification: tiny,
  triage: tiny,
  analytics: tiny,
  vectors: ['--size', '2000', '--large', '4000', '--queries', '2'],
  retrieval: ['--limit', '5'],
  'write-wait': ['--size', '500'],
  'fan-out': ['--events', '100', '--clients', '2', '--pairs', '1'],
};

const maxQuotedLines = 20;
const arePeersRequired = process.env['POSTHORN_PEERS'] === 'required';
const project = join(import.meta.dirname, '..');

/** What is measured on a tiny mailbox, while other tests run, says nothing about speed. */
suite('every benchmark starts, measures and prints numbers', () => {
  // Apart from the prepared data and the results of full-size runs.
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-smoke-'));
  // Dovecot runs as another user.
  chmodSync(folder, 0o755);
  // A process that was just stopped may still write into the folder.
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

  test('each has its options here', async () => {
    assert.equal(await bundleError(), undefined);
    const programs = readdirSync(join(project, 'e2e/bench')).filter((file) => /(?<!\.test)\.ts$/.test(file));
    assert.deepEqual(Object.keys(options).toSorted(), programs.map((file) => basename(file, '.ts')).toSorted());
  });

  for (const name of Object.keys(options)) {
    test(name, async (t) => {
      const end = await run(t, name, folder);
      const verdict = smokeVerdict(end, { arePeersRequired });
      if (verdict.state === 'skipped') return t.skip(verdict.reason);
      const quoted = end.output.trimEnd().split('\n').slice(-maxQuotedLines).join('\n');
      assert.ok(verdict.state === 'ok', `${verdict.state === 'failed' ? verdict.reason : ''}\n${quoted}`);
    });
  }
});

async function run({ signal }: TestContext, name: string, folder: string): Promise<ProgramEnd> {
  const child = spawn(process.execPath, [`e2e/bench/${name}.ts`, ...(options[name] ?? [])], {
    cwd: project,
    env: { ...process.env, TMPDIR: folder, NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group: stopping a benchmark also stops the processes that it started.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const stop = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  signal.addEventListener('abort', stop);
  const [exitCode] = (await once(child, 'close')) as [number | null];
  signal.removeEventListener('abort', stop);
  return { exitCode, output };
}
