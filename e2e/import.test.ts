import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { until } from '../daemon/test-ceiling.ts';
import { testFolder } from '../daemon/test-folder.ts';
import { writeTree } from './faults/mail-tree.ts';
import { letter, madeLetters } from './peers/letters.ts';
import { environmentOf, makeHome, startDaemon, type DaemonProcess, type Home } from './process.ts';

const project = join(import.meta.dirname, '..');

/** Runs the command line as `npx posthorn` does, in the folder `cwd`. */
async function posthorn(words: string[], home: Home, { cwd = project, interruptAt = '' } = {}) {
  const child = spawn(process.execPath, [join(project, 'run.mjs'), ...words], {
    cwd,
    env: environmentOf(home),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (interruptAt) {
    child.stdout.on('data', (said: Buffer) => {
      if (said.includes(interruptAt)) child.kill('SIGINT');
    });
  }
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { said, complained, code: code as number };
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

  test('imports a folder named from where the person is, and says what came of it', async () => {
    const folder = testFolder();
    writeTree(
      join(folder, 'mail'),
      new Map([
        ['', madeLetters({ count: 300, seed: 1 })],
        ['Family', madeLetters({ count: 20, seed: 2 })],
      ]),
    );
    writeFileSync(join(folder, 'mail', 'broken.eml'), '');
    const first = await posthorn(['import', 'mail'], home, { cwd: folder });
    assert.deepEqual([first.code, first.complained], [0, '']);
    assert.match(first.said, /Importing .*mail into Posthorn \(posthorn-test\)\./);
    assert.match(first.said, /Imported 320 messages, 1 could not be read\.\n {2}.*broken\.eml: It is empty\./);
    assert.equal((await daemon.ask('admin.status', {})).total_messages, 320);

    const again = await posthorn(['import', join(folder, 'mail')], home);
    assert.match(again.said, /Imported 0 messages, 320 were already here, 1 could not be read\./);
  });

  test('does not wait where it need not, and the import goes on', async () => {
    const folder = join(testFolder(), 'mail');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.eml'), letter({ id: 'no-wait@people.example', subject: 'Unhurried', text: 'x' }));
    const { said, code } = await posthorn(['import', folder, '--no-wait', '--folder', 'Later'], home);
    assert.equal(code, 0);
    assert.match(said, /goes on by itself/);
    const { jobs } = await daemon.ask('jobs.list', {});
    assert.equal(jobs[0]?.kind, 'import');
  });

  test('Ctrl-C ends the watching and not the import', async () => {
    const root = join(testFolder(), 'mail');
    const count = 2_000;
    writeTree(root, new Map([['.Long', madeLetters({ count, seed: 3 })]]));
    const { said, code } = await posthorn(['import', root], home, { interruptAt: 'Importing' });
    assert.equal(code, 0);
    assert.match(said, /goes on by itself/);
    const newest = async () => (await daemon.ask('jobs.list', {})).jobs[0];
    await until('the import ends', async () => (await newest())?.status !== 'running');
    const job = await newest();
    assert.deepEqual([job?.status, job?.progress.succeeded], ['succeeded', count]);
  });

  test('says what is wrong with a path, and with the command', async () => {
    const nothing = await posthorn(['import', '/nowhere/at/all'], home);
    assert.deepEqual([nothing.code, nothing.said], [1, '']);
    assert.equal(nothing.complained, 'There is nothing at /nowhere/at/all.\n');
    const empty = await posthorn(['import', testFolder()], home);
    assert.equal(empty.code, 1);
    assert.match(empty.complained, /^There is no mail in /);
    for (const words of [['import'], ['import', 'a', 'b'], ['import', '--loud', 'a']]) {
      const wrong = await posthorn(words, home);
      assert.equal(wrong.code, 2, words.join(' '));
      assert.match(wrong.complained, /npx posthorn import PATH/);
    }
  });

  test('is the owner’s alone: the socket has mode 0600, and HTTP knows no such address', async () => {
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
  const { code, complained } = await posthorn(['import', project], home);
  assert.equal(code, 1);
  assert.match(complained, /^Posthorn is not running\..*npm run daemon/);
});
