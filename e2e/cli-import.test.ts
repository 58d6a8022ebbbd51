import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { until } from '../daemon/test-until.ts';
import { testFolder } from '../daemon/test-folder.ts';
import { writeMailTree } from './faults/mail-tree.ts';
import { buildMessage, randomMessages } from './peers/support/test-messages.ts';
import { environmentOf, makeHome, startDaemon, type DaemonProcess, type Home } from './daemon-process.ts';

const project = join(import.meta.dirname, '..');

/** Runs the command line as `npx posthorn` does, in the folder `cwd`. */
async function runPosthorn(args: string[], home: Home, { cwd = project, interruptAt = '' } = {}) {
  const child = spawn(process.execPath, [join(project, 'run.mjs'), ...args, '--text'], {
    cwd,
    env: environmentOf(home),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (interruptAt) {
    child.stdout.on('data', (stdoutText: Buffer) => {
      if (stdoutText.includes(interruptAt)) child.kill('SIGINT');
    });
  }
  const [stdoutText, stderrText, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { stdoutText, stderrText, code: code as number };
}

describe('npx posthorn import', () => {
  let home: Home;
  let daemon: DaemonProcess;
  before(async () => {
    home = makeHome([]);
    daemon = await startDaemon(home, { caFile: '' });
  });
  after(async () => {
    await daemon?.stop();
    home?.remove();
  });

  test('imports a folder named relative to the current folder, and reports the result', async () => {
    const folder = testFolder();
    writeMailTree(
      join(folder, 'mail'),
      new Map([
        ['', randomMessages({ count: 300, seed: 1 })],
        ['Family', randomMessages({ count: 20, seed: 2 })],
      ]),
    );
    writeFileSync(join(folder, 'mail', 'broken.eml'), '');
    const first = await runPosthorn(['import', 'mail'], home, { cwd: folder });
    assert.deepEqual([first.code, first.stderrText], [0, '']);
    assert.match(first.stdoutText, /Importing .*mail into Posthorn \(posthorn-test\)\./);
    assert.match(first.stdoutText, /Imported 320 messages, 1 couldn’t be read\.\n {2}.*broken\.eml: It is empty\./);
    assert.equal((await daemon.ask('admin.status', {})).total_messages, 320);

    const again = await runPosthorn(['import', join(folder, 'mail')], home);
    assert.match(again.stdoutText, /Imported 0 messages, 320 were already here, 1 couldn’t be read\./);
  });

  test('does not wait without need, and the import goes on', async () => {
    const folder = join(testFolder(), 'mail');
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'a.eml'),
      buildMessage({ id: 'no-wait@people.example', subject: 'Unhurried', text: 'x' }),
    );
    const { stdoutText: output, code } = await runPosthorn(['import', folder, '--no-wait', '--folder', 'Later'], home);
    assert.equal(code, 0);
    assert.match(output, /continues in the background/);
    const { jobs } = await daemon.ask('jobs.list', {});
    assert.equal(jobs[0]?.kind, 'import');
  });

  test('Ctrl-C ends the progress display and not the import', async () => {
    const root = join(testFolder(), 'mail');
    const count = 2_000;
    writeMailTree(root, new Map([['.Long', randomMessages({ count, seed: 3 })]]));
    const { stdoutText: output, code } = await runPosthorn(['import', root], home, { interruptAt: 'Importing' });
    assert.equal(code, 0);
    assert.match(output, /continues in the background/);
    const newest = async () => (await daemon.ask('jobs.list', {})).jobs[0];
    await until('the import ends', async () => (await newest())?.status !== 'running');
    const job = await newest();
    assert.deepEqual([job?.status, job?.progress.succeeded], ['succeeded', count]);
  });

  test('explains a wrong path and a wrong command', async () => {
    const nothing = await runPosthorn(['import', '/nowhere/at/all'], home);
    assert.deepEqual([nothing.code, nothing.stdoutText], [5, '']);
    assert.equal(nothing.stderrText, 'There is nothing at /nowhere/at/all.\n');
    const empty = await runPosthorn(['import', testFolder()], home);
    assert.equal(empty.code, 1);
    assert.match(empty.stderrText, /^There is no mail in /);
    for (const words of [['import'], ['import', 'a', 'b'], ['import', '--loud', 'a']]) {
      const wrong = await runPosthorn(words, home);
      assert.equal(wrong.code, 2, words.join(' '));
      assert.match(wrong.stderrText, /posthorn help import/);
    }
  });

  test('is only for the owner: the socket has mode 0600, and HTTP has no such address', async () => {
    assert.equal(statSync(join(home.dataDir, 's')).mode & 0o777, 0o600);
    for (const path of ['/import', '/import/start', '/mail/import', '/admin/import']) {
      const answer = await fetch(`http://127.0.0.1:${daemon.port}/api/v1${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${daemon.token}`,
          'x-client-kind': 'cli',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ path: '/etc' }),
      });
      assert.equal(answer.status, 404, path);
    }
  });
});

test('without a running Posthorn the command says what to do', async (t) => {
  const home = makeHome([]);
  t.after(() => home.remove());
  const { code, stderrText: complained } = await runPosthorn(['import', project], home);
  assert.equal(code, 3);
  assert.match(complained, /^Posthorn isn’t running\..*npm run daemon/);
});
