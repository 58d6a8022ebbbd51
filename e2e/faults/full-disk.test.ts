import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test, type TestContext } from 'node:test';
import { testModelFolder } from '../../daemon/features/semantic/test-semantic.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { until } from '../../daemon/test-until.ts';
import { makeHome, RefusedRequestError, spawnDaemon, startDaemon, type DaemonProcess } from '../daemon-process.ts';
import { randomMessages } from '../peers/support/test-messages.ts';
import { sampleOf } from '../runner/tier.ts';
import { importAll } from './import-kills.ts';
import { writeMailTree } from './mail-tree.ts';
import { makeSmallDisk, smallDiskMissing, type SmallDisk } from './small-disk.ts';

/** Nothing answers at its ports. */
const account = {
  key: 'ada',
  name: 'Ada',
  email: 'ada@example.test',
  port: 9,
  smtpPort: 9,
  username: 'ada',
  password: 'x',
};
const start = { caFile: '', hasShortWaits: true };
const skip = smallDiskMissing();
const profile = 'bge-small-en-v1.5';

describe('a disk that cannot store anything', { skip }, () => {
  const reserveBytes = 8 * 1024 * 1024;

  function openHome(t: Pick<TestContext, 'after'>) {
    const disk = makeSmallDisk(64);
    t.after(() => disk.remove());
    const home = makeHome([account], { folder: disk.folder });
    const reserve = join(home.dataDir, 'disk-reserve');
    const hasReserve = () => existsSync(reserve) && statSync(reserve).size === reserveBytes;
    return { disk, home, hasReserve };
  }

  /** Fills the disk while the daemon is stopped: it would release its reserve before the disk is full, which would be filled too. */
  function fillWhileStopped({ pid }: DaemonProcess, disk: SmallDisk): void {
    process.kill(pid, 'SIGSTOP');
    try {
      disk.fill();
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  }

  const draftId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

  async function save(daemon: DaemonProcess, number: number, text = 'Shall we say seven?') {
    const { accounts } = await daemon.ask('accounts.list', {});
    const account_id = accounts[0]?.account_id ?? '';
    return daemon.ask('drafts.saveLocal', { id: draftId(number), account_id, subject: 'Dinner', body_markdown: text });
  }

  async function textOf(daemon: DaemonProcess, number: number) {
    const { draft } = await daemon.ask('drafts.get', { draft_id: draftId(number) });
    return draft.body_markdown;
  }

  const diskOf = async (daemon: DaemonProcess) => (await daemon.ask('admin.status', {})).disk;

  test('drafts are saved in the reserve, then refused with a sentence; all goes on when there is space', async (t) => {
    const { disk, home, hasReserve } = openHome(t);
    const daemon = await startDaemon(home, start);
    t.after(() => daemon.kill());
    await until('the reserve is made', hasReserve);
    await save(daemon, 1, 'Before.');

    fillWhileStopped(daemon, disk);
    const long = 'All work and no play. '.repeat(20_000);
    await save(daemon, 2, long);
    assert.equal(await textOf(daemon, 2), long);
    assert.match((await diskOf(daemon)) ?? '', /^The disk is full, so nothing can be saved\. Free up some space, /);
    assert.equal(hasReserve(), false);

    fillWhileStopped(daemon, disk);
    const refusal = await untilRefused(() => save(daemon, 1, long.repeat(3)));
    assert.equal(refusal.status, 507);
    assert.match(refusal.message, /"code":"disk_full"/);
    assert.match(refusal.message, /The disk is full, so nothing can be saved/);
    assert.equal(await textOf(daemon, 1), 'Before.');

    disk.empty();
    await until('the disk can store something', async () => (await diskOf(daemon)) === null);
    assert.ok(hasReserve());
    await save(daemon, 1, 'Afterwards.');
    await daemon.stop();
    const next = await startDaemon(home, start);
    t.after(() => next.kill());
    assert.deepEqual([await textOf(next, 1), await textOf(next, 2)], ['Afterwards.', long]);
  });

  for (const end of sampleOf(['kill', 'stop'] as const, { few: 2, some: 1 }))
    test(`a daemon starts with 0 bytes free after a ${end}, says what to do, and saves a draft`, async (t) => {
      const { disk, home, hasReserve } = openHome(t);
      const first = await startDaemon(home, start);
      await until('the reserve is made', hasReserve);
      await save(first, 1);
      await first[end]();
      disk.fill();
      const daemon = await startDaemon(home, start);
      t.after(() => daemon.kill());
      assert.match((await diskOf(daemon)) ?? '', /^The disk is full/);
      await save(daemon, 2);
      assert.deepEqual([await textOf(daemon, 1), await textOf(daemon, 2)], Array(2).fill('Shall we say seven?'));
      await until('the account says why it is not synced', async () => {
        const { sync_statuses } = await daemon.ask('admin.status', {});
        return sync_statuses[0]?.last_error?.startsWith('The disk is full') === true;
      });
      disk.empty();
      await until('the disk can store something', async () => (await diskOf(daemon)) === null);
      await until('the account is synced again', async () => {
        const { sync_statuses } = await daemon.ask('admin.status', {});
        return sync_statuses[0]?.failure_class === 'offline';
      });
      await daemon.stop();
    });

  test('mail is embedded completely once there is space; until then the vectors from before are used', async (t) => {
    const disk = makeSmallDisk(400);
    t.after(() => disk.remove());
    const home = makeHome([], { folder: disk.folder });
    const root = join(testFolder(), 'mail');
    writeMailTree(root, new Map([['', randomMessages({ count: 60, seed: 3 })]]));
    await importAll(home, root);
    const first = await startDaemon(home, start);
    await first.ask('semantic.installFrom', { profile, folder: testModelFolder() });
    await until('all mail is embedded', () => isEmbedded(first));
    await first.stop();
    const daemon = await startDaemon(home, start);
    t.after(() => daemon.kill());
    fillWhileStopped(daemon, disk);
    await until('the reserve lets the request in', () =>
      daemon.ask('semantic.reindex', {}).then(
        () => true,
        (thrown: unknown) => {
          if (!(thrown instanceof RefusedRequestError)) throw thrown;
          return false;
        },
      ),
    );
    await until('the disk is said to be full, and no mail is embedded', async () => {
      disk.fill();
      return (await diskOf(daemon)) !== null;
    });
    assert.equal(await isEmbedded(daemon), false);
    assert.equal((await daemon.ask('search.find', { q: 'harbour', mode: 'lexical' })).mode, 'lexical');
    // The first search loads the model, and the wait for it is short here.
    const modeOf = async () => (await daemon.ask('search.find', { q: 'a trip by car', mode: 'semantic' })).mode;
    await until('the vectors from before are searched', async () => (await modeOf()) === 'semantic');
    assert.equal(await isEmbedded(daemon), false);
    disk.empty();
    await until('all mail is embedded after that', () => isEmbedded(daemon));
    await until('the new vectors are searched', async () => (await modeOf()) === 'semantic');
    await daemon.stop();
  });

  test('a daemon on a read-only disk says so in one sentence', async (t) => {
    const { disk, home } = openHome(t);
    const first = await startDaemon(home, start);
    await first.stop();
    disk.setReadOnly(true);
    const refused = spawnDaemon(home, start);
    const reason = await refused.ready.then(
      () => assert.fail('It started.'),
      (thrown: unknown) => String(thrown),
    );
    const output = /Its output: (.*)$/s.exec(reason)?.[1]?.trim().split('\n') ?? [];
    assert.match(output.at(-1) ?? '', /^Posthorn can’t write into its data folder .*: the disk is read-only\. /);
    assert.doesNotMatch(reason, /\n\s+at /);
    disk.setReadOnly(false);
    const daemon = await startDaemon(home, start);
    await daemon.stop();
  });
});

test('a folder in the place of index.db is put aside, and search works', async () => {
  const home = makeHome([account]);
  after(() => home.remove());
  const first = await startDaemon(home, start);
  await first.stop();
  const index = join(home.dataDir, 'index.db');
  rmSync(index);
  mkdirSync(index);
  writeFileSync(join(index, 'notes'), 'mine');
  const daemon = await startDaemon(home, start);
  try {
    const { groups } = await daemon.ask('search.find', { q: 'dinner' });
    assert.deepEqual(groups, []);
    assert.ok(statSync(index).isFile());
    const aside = readdirSync(home.dataDir).filter((name) => name.startsWith('index.db.'));
    assert.ok(aside.some((name) => existsSync(join(home.dataDir, name, 'notes'))));
    await daemon.stop();
  } finally {
    await daemon.kill();
  }
});

async function isEmbedded(daemon: DaemonProcess): Promise<boolean> {
  const { status } = await daemon.ask('semantic.status', {});
  const record = status.profiles.find((each) => each.profile === profile);
  return record?.status === 'ready' && record.progress_completed === record.progress_total && record.progress_total > 0;
}

/** The refusal of a request that is repeated until it is refused. */
async function untilRefused(ask: () => Promise<unknown>): Promise<RefusedRequestError> {
  const refusals: RefusedRequestError[] = [];
  await until('the request is refused', async () => {
    await ask().catch((thrown: unknown) => {
      if (!(thrown instanceof RefusedRequestError)) throw thrown;
      refusals.push(thrown);
    });
    return refusals.length > 0;
  });
  const [refusal] = refusals;
  assert.ok(refusal);
  return refusal;
}
