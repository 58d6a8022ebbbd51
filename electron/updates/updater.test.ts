import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { movableClock } from '../../daemon/base/clock.ts';
import { silentLog } from '../../daemon/base/log.ts';
import type { UpdateState } from '../../daemon/contract/desktop.ts';
import { updateMode, type UpdateMode } from './update-policy.ts';
import { checkDaily, createUpdates, type UpdateSource } from './updater.ts';

const settled = () => new Promise(setImmediate);

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
    downloadUpdate: async () => {
      happened.push('download');
      return [];
    },
    quitAndInstall: () => void happened.push('install'),
  });
  return { updater, happened };
}

const installs: UpdateMode = { kind: 'install', host: 'updates.example' };
const offer = { version: '1.1.0', files: [] };

function openTestUpdates({ mode = installs, download = true } = {}) {
  const { updater, happened } = fakeUpdater();
  const verification = { failure: undefined as Error | undefined };
  const updates = createUpdates({
    mode,
    load: async () => {
      happened.push('load');
      return updater as unknown as UpdateSource;
    },
    verify: async ({ version }) => {
      happened.push(`verify ${version}`);
      if (verification.failure) throw verification.failure;
    },
    shutDown: async () => void happened.push('end'),
    relaunch: () => void happened.push('relaunch'),
    log: silentLog,
  });
  updates.setPolicy({ check: 'daily', download });
  const announced: UpdateState[] = [];
  updates.onChange((state) => announced.push(state));
  return { updates, updater, happened, announced, verification };
}

test("a newer version is fetched automatically, and installed on the user's request, after a clean end", async () => {
  const { updates, updater, happened, announced } = openTestUpdates();
  updater.outcome = async () => void updater.emit('update-available', offer);
  await assert.rejects(updates.install(), /no new version to install yet/);
  await updates.check();
  await settled();
  updater.emit('download-progress', { percent: 41.7 });
  updater.emit('update-downloaded', { version: '1.1.0' });
  assert.deepEqual(announced, [
    { state: 'checking' },
    { state: 'available', version: '1.1.0', page: null },
    { state: 'downloading', version: '1.1.0', percent: 0 },
    { state: 'downloading', version: '1.1.0', percent: 41 },
    { state: 'ready', version: '1.1.0' },
  ]);
  await updates.install();
  assert.deepEqual(happened, ['load', 'check', 'verify 1.1.0', 'download', 'end', 'install']);
  assert.deepEqual(
    Object.entries(updater).filter(([name]) => /^allow|^auto/.test(name)),
    [
      ['autoDownload', false],
      ['autoInstallOnAppQuit', true],
      ['allowDowngrade', false],
      ['allowPrerelease', false],
    ],
  );
});

test('without automatic downloads the user starts the download, and an offer that the release key has not signed is not downloaded', async () => {
  const { updates, updater, happened, verification } = openTestUpdates({ download: false });
  updater.outcome = async () => void updater.emit('update-available', offer);
  assert.deepEqual(await updates.check(), { state: 'available', version: '1.1.0', page: null });
  assert.deepEqual(happened, ['load', 'check']);
  verification.failure = new Error('ERR_FEED_SIGNATURE: the signature is of another feed');
  await updates.download();
  const { state } = updates;
  assert.match(JSON.stringify(state()), /isn’t from Posthorn’s makers/);
  assert.deepEqual(happened.slice(2), ['verify 1.1.0']);
  await assert.rejects(updates.download(), /no new version to download/);
  verification.failure = undefined;
  await updates.check();
  await updates.download();
  assert.equal(happened.at(-1), 'download');
});

test('a build that cannot install updates only says where the newer version is', async () => {
  const page = 'https://updates.example/releases';
  const { updates, updater, happened } = openTestUpdates({
    mode: { kind: 'check_only', host: 'updates.example', page },
  });
  updater.outcome = async () => void updater.emit('update-available', offer);
  assert.deepEqual(await updates.check(), { state: 'available', version: '1.1.0', page });
  await settled();
  await assert.rejects(updates.download(), /no new version to download/);
  assert.deepEqual(happened, ['load', 'check']);
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
    ['New version 1.1.0 is not signed by the application owner', /isn’t from Posthorn’s makers or was damaged/],
    ['disk full\n    at write (node:fs)', /^The update failed because of an internal error\./],
    ['sha512 checksum mismatch', /isn’t from Posthorn’s makers or was damaged/],
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

  const off = openTestUpdates({ mode: { kind: 'off', reason: 'Not signed.' } });
  await checkDaily(off.updates, { clock, signal: new AbortController().signal });
  assert.deepEqual(await off.updates.check(), { state: 'off', reason: 'Not signed.' });
  assert.deepEqual(off.happened, []);
});

test('nothing is looked for before the user has agreed, and after the user has turned it off', async () => {
  const { updates, happened } = openTestUpdates();
  const clock = movableClock(new Date(0));
  const ending = new AbortController();
  updates.setPolicy({ check: 'ask', download: true });
  const looking = checkDaily(updates, { clock, signal: ending.signal });
  clock.advance(60_000);
  await settled();
  assert.deepEqual(happened, []);
  updates.setPolicy({ check: 'daily', download: true });
  await settled();
  assert.deepEqual(happened, ['load', 'check']);
  updates.setPolicy({ check: 'never', download: true });
  clock.advance(86_400_000);
  await settled();
  assert.deepEqual(happened, ['load', 'check']);
  ending.abort();
  await looking;
});

test('only a signed build with a key and a feed installs updates, Linux only says that there is one', () => {
  const feed = { url: 'https://updates.example/v{version}/', page: 'https://updates.example/' };
  const key = 'a-key';
  type Build = Parameters<typeof updateMode>[0];
  const of = (posthorn: object, { platform = 'darwin', isPackaged = true, env = {} }: Partial<Build> = {}) =>
    updateMode({ isPackaged, platform, manifest: { posthorn }, env });
  const checkOnly = { kind: 'check_only', host: 'updates.example', page: feed.page };
  assert.deepEqual(of({ signed: true, feed: { ...feed, key } }), { kind: 'install', host: 'updates.example' });
  assert.deepEqual(of({ signed: true, feed: { ...feed, key } }, { platform: 'win32' }).kind, 'install');
  assert.deepEqual(of({ signed: true, feed: { ...feed, key } }, { platform: 'linux' }), checkOnly);
  assert.deepEqual(of({ signed: false, feed: { ...feed, key } }), checkOnly);
  assert.deepEqual(of({ signed: true, feed }), checkOnly);
  assert.match(JSON.stringify(of({ signed: true, feed }, { isPackaged: false })), /from its source/);
  assert.match(JSON.stringify(of({ signed: true, feed: null })), /has no update server/);
  assert.match(JSON.stringify(of({})), /has no update server/);
  assert.match(JSON.stringify(of({ feed }, { platform: 'linux', env: { FLATPAK_ID: 'x' } })), /software center/);
});
