import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { movableClock } from '../../daemon/base/clock.ts';
import { silentLog } from '../../daemon/base/log.ts';
import type { UpdateState } from '../../daemon/contract/desktop.ts';
import { checkDaily, createUpdates, updateObstacle, type UpdateSource } from './updater.ts';

/** A fake of electron-updater, which takes its feed from the packed app and ends the process. */
function fakeUpdater() {
  const happened: string[] = [];
  const events = new EventEmitter();
  const updater = Object.assign(events, {
    outcome: async () => void events.emit('update-not-available', { version: '1.0.0' }),
    async checkForUpdates() {
      happened.push('check');
      await updater.outcome();
      return null;
    },
    quitAndInstall: () => void happened.push('install'),
  });
  return { updater, happened };
}

function openTestUpdates({ obstacle }: { obstacle?: string } = {}) {
  const { updater, happened } = fakeUpdater();
  const updates = createUpdates({
    obstacle,
    load: async () => {
      happened.push('load');
      return updater as unknown as UpdateSource;
    },
    shutDown: async () => void happened.push('end'),
    relaunch: () => void happened.push('relaunch'),
    log: silentLog,
  });
  const announced: UpdateState[] = [];
  updates.onChange((state) => announced.push(state));
  return { updates, updater, happened, announced };
}

test("a newer version is fetched automatically, and installed on the user's request, after a clean end", async () => {
  const { updates, updater, happened, announced } = openTestUpdates();
  updater.outcome = async () => void updater.emit('update-available', { version: '1.1.0' });
  await assert.rejects(updates.install(), /no new version to install yet/);
  await updates.check();
  updater.emit('download-progress', { percent: 41.7 });
  updater.emit('update-downloaded', { version: '1.1.0' });
  assert.deepEqual(announced, [
    { state: 'checking' },
    { state: 'downloading', version: '1.1.0', percent: 0 },
    { state: 'downloading', version: '1.1.0', percent: 41 },
    { state: 'ready', version: '1.1.0' },
  ]);
  await updates.install();
  assert.deepEqual(happened, ['load', 'check', 'end', 'install']);
  assert.deepEqual(
    Object.entries(updater).filter(([name]) => /^allow|^auto/.test(name)),
    [
      ['autoDownload', true],
      ['autoInstallOnAppQuit', true],
      ['allowDowngrade', false],
      ['allowPrerelease', false],
    ],
  );
});

test('an update that cannot be installed leaves the app unchanged, and starts it again', async () => {
  const { updates, updater, happened } = openTestUpdates();
  updater.outcome = async () => void updater.emit('update-downloaded', { version: '1.1.0' });
  await updates.check();
  updater.quitAndInstall = () => void updater.emit('error', new Error('disk full\nstack'));
  await updates.install();
  assert.deepEqual(happened, ['load', 'check', 'end', 'relaunch']);
});

test('no newer version, an unreachable feed and a wrong signature are explained, and the next check may succeed', async () => {
  const { updates, updater, happened } = openTestUpdates();
  assert.deepEqual(await updates.check(), { state: 'none' });
  for (const [fault, words] of [
    ['net::ERR_INTERNET_DISCONNECTED', /couldn’t be reached/],
    ['New version 1.1.0 is not signed by the application owner', /signature of the update is invalid/],
    ['disk full\n    at write (node:fs)', /^The update failed: disk full$/],
    ['sha512 checksum mismatch', /signature of the update is invalid/],
  ] as const) {
    updater.outcome = async () => {
      throw new Error(fault);
    };
    const state = await updates.check();
    assert.match(state.state === 'failed' ? state.reason : '', words);
  }
  updater.outcome = async () => undefined;
  assert.deepEqual(await updates.check(), { state: 'none' });
  assert.equal(happened.filter((what) => what === 'load').length, 1);
});

test('a fetched update stays ready when a later check fails', async () => {
  const { updates, updater } = openTestUpdates();
  updater.outcome = async () => void updater.emit('update-downloaded', { version: '1.1.0' });
  await updates.check();
  updater.emit('error', new Error('net::ERR_TIMED_OUT'));
  assert.deepEqual(updates.state(), { state: 'ready', version: '1.1.0' });
});

test('it checks once a day until the app ends, and never if it does not update itself', async () => {
  const { updates, happened } = openTestUpdates();
  const clock = movableClock(new Date(0));
  const ending = new AbortController();
  const looking = checkDaily(updates, { clock, signal: ending.signal });
  const looks = () => happened.filter((what) => what === 'check').length;
  for (const [ms, count] of [
    [59_000, 0],
    [1_000, 1],
    [86_399_000, 1],
    [1_000, 2],
  ] as const) {
    clock.advance(ms);
    await new Promise(setImmediate);
    assert.equal(looks(), count);
  }
  ending.abort();
  await looking;

  const off = openTestUpdates({ obstacle: 'Not signed.' });
  await checkDaily(off.updates, { clock, signal: new AbortController().signal });
  assert.deepEqual(await off.updates.check(), { state: 'off', reason: 'Not signed.' });
  assert.deepEqual(off.happened, []);
});

test('only a signed build with a feed, which no system package manager owns, updates itself', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'posthorn-updates-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const of = (posthorn: object, platform: NodeJS.Platform = 'darwin', isPackaged = true) => {
    writeFileSync(join(root, 'package.json'), JSON.stringify({ version: '1.0.0', posthorn }));
    return updateObstacle({ isPackaged, platform, root, resources: root });
  };
  assert.equal(of({ signed: true, feed: true }), undefined);
  assert.match(of({ signed: true, feed: true }, 'darwin', false) ?? '', /from its source/);
  assert.match(of({ signed: false, feed: true }) ?? '', /isn’t signed/);
  assert.match(of({ signed: true, feed: false }) ?? '', /has no update server/);
  assert.match(of({}) ?? '', /isn’t signed/);
  writeFileSync(join(root, 'package-type'), 'deb');
  assert.match(of({ signed: true, feed: true }, 'linux') ?? '', /your package manager/);
});
