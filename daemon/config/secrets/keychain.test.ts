import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { movableClock } from '../../base/clock.ts';
import type { LockState } from './keychain-lock.ts';
import { openKeychain } from './keychain.ts';
import { testKeychain } from './test-keychain.ts';

test('a locked entry is not reported as missing, and is returned once it is unlocked', async () => {
  const { keychain, locks, stored: held } = testKeychainEntries();
  await keychain.set('work', 'hunter2');
  locks.work = 'locked';
  const locked = { code: 'keychain_unavailable', retryable: true, details: { state: 'locked' }, message: /Unlock it/ };
  await assert.rejects(keychain.get('work'), locked);
  assert.equal(await keychain.get('home'), undefined);
  assert.deepEqual(await keychain.getStatus(), { state: 'answers', message: null });
  locks.work = 'open';
  assert.equal(await keychain.get('work'), 'hunter2');
  assert.equal(keychain.trouble, undefined);
  // Locked between the check and the call.
  held.stored.clear();
  await assert.rejects(keychain.get('work'), locked);
});

test('a reader whose prompt was refused does not cause another prompt every minute', async () => {
  const { keychain, locks, asking, clock } = testKeychainEntries();
  locks.work = 'locked';
  await assert.rejects(keychain.get('work'));
  clock.advance(60_000);
  await assert.rejects(keychain.get('work'));
  clock.advance(600_000);
  await assert.rejects(keychain.get('work'));
  assert.deepEqual(asking, [true, false, true]);
  // A user who types a password is present.
  await assert.rejects(keychain.set('work', 'x'));
  assert.deepEqual(asking.at(-1), true);
});

test('a refused keychain is not called for a while, but storing a password calls it', async () => {
  const { keychain, stored: held, clock } = testKeychainEntries('darwin');
  held.trouble = 'User canceled the operation.';
  const denied = { details: { state: 'denied' }, message: /Always Allow/ };
  await assert.rejects(keychain.get('work'), denied);
  held.trouble = undefined;
  await assert.rejects(keychain.get('work'), denied);
  assert.deepEqual(held.calls, ['get work']);
  assert.equal((await keychain.getStatus()).state, 'denied');
  clock.advance(600_000);
  assert.equal(await keychain.get('work'), undefined);
  await keychain.set('work', 'x');
  assert.equal(await keychain.get('work'), 'x');
});

test('a call that waits for the user is made once, and its result is returned to a caller that retries', async () => {
  const { keychain, stored: held, clock } = testKeychainEntries('darwin');
  const answer = Promise.withResolvers<string | null>();
  let calls = 0;
  held.getPassword = () => (calls++, answer.promise);
  const waiting = { code: 'keychain_unavailable', details: { state: 'waiting' }, message: /waiting to be unlocked/ };
  const [first, same, other] = [keychain.get('work'), keychain.get('work'), keychain.set('home', 'x')];
  const rejected = Promise.all([first, same, other].map((each) => assert.rejects(each, waiting)));
  await new Promise(setImmediate);
  clock.advance(60_000);
  await rejected;
  await assert.rejects(keychain.set('home', 'x'), waiting);
  assert.equal((await keychain.getStatus()).state, 'waiting');
  assert.equal(calls, 1);
  const later = keychain.get('work');
  answer.resolve('hunter2');
  assert.equal(await later, 'hunter2');
  assert.equal(calls, 1);
  assert.equal(held.stored.size, 0);
});

test('a caller that stores a secret waits for a slow keychain, also while the copy is verified', async () => {
  const { keychain, stored: held, clock } = testKeychainEntries('darwin');
  const answer = Promise.withResolvers<string | null>();
  const asked = Promise.withResolvers<void>();
  held.getPassword = () => (asked.resolve(), answer.promise);
  const stored = keychain.set('work', 'hunter2');
  await asked.promise;
  clock.advance(30_000);
  answer.resolve('hunter2');
  await stored;
});

test('a late approval by the user is not requested again for the same call', async () => {
  const { keychain, stored: held, clock } = testKeychainEntries('darwin');
  let answer = Promise.withResolvers<string | null>();
  let calls = 0;
  held.getPassword = () => (calls++, answer.promise);
  const late = async () => {
    const rejected = assert.rejects(keychain.get('work'), { details: { state: 'waiting' } });
    await new Promise(setImmediate);
    clock.advance(1_500);
    await rejected;
  };
  await late();
  answer.resolve('hunter2');
  await new Promise(setImmediate);
  assert.deepEqual([await keychain.get('work'), calls], ['hunter2', 1]);
  assert.deepEqual([await keychain.get('work'), calls], ['hunter2', 2]);

  answer = Promise.withResolvers();
  await late();
  answer.resolve('old');
  await new Promise(setImmediate);
  clock.advance(300_000);
  answer = Promise.withResolvers();
  answer.resolve('changed elsewhere');
  assert.equal(await keychain.get('work'), 'changed elsewhere');
});

const sentences: readonly [NodeJS.Platform, string, string][] = [
  ['linux', 'Cannot create an item in a locked collection', 'locked'],
  ['linux', 'Cannot autolaunch D-Bus without X11 $DISPLAY', 'absent'],
  ['linux', 'The name org.freedesktop.secrets was not provided by any .service files', 'absent'],
  ['linux', 'Could not connect: Connection refused', 'absent'],
  ['linux', 'Unknown or unsupported transport “disabled” for address “disabled:”', 'absent'],
  ['linux', 'Cannot find module ../build/Release/keytar.node', 'failing'],
  ['darwin', 'User interaction is not allowed.', 'locked'],
  ['darwin', 'User canceled the operation.', 'denied'],
  ['darwin', 'The user name or passphrase you entered is not correct.', 'denied'],
  ['darwin', 'A default keychain could not be found.', 'absent'],
  ['win32', 'Access is denied.', 'denied'],
  ['win32', 'A specified logon session does not exist. It may already have been terminated.', 'absent'],
  ['win32', 'An unknown error', 'failing'],
];
test('keychain errors are classified and get messages of their own', async () => {
  for (const [platform, message, state] of sentences) {
    const { keychain, stored: held } = testKeychainEntries(platform);
    held.trouble = message;
    const status = await keychain.getStatus();
    assert.equal(status.state, state, message);
    assert.match(status.message ?? '', /^[A-Z].{40,}[^.]\.$/, message);
    held.trouble = undefined;
  }
  const { keychain } = testKeychainEntries('linux', async () => {
    throw Object.assign(new Error('Cannot find module\nRequire stack'), { code: 'MODULE_NOT_FOUND' });
  });
  const status = await keychain.getStatus();
  assert.equal(status.state, 'absent');
  assert.doesNotMatch(status.message ?? '', /Require stack/);
});

test('a secret that Windows cannot store is refused before anything is written', async () => {
  const { keychain, stored: held } = testKeychainEntries('win32');
  await assert.rejects(keychain.set('work', 'é'.repeat(1281)), { kind: 'invalid', code: 'secret_too_long' });
  assert.deepEqual(held.calls, []);
  await keychain.set('work', 'é'.repeat(1280));
});

test('a keychain that waits for the user does not prevent the program from exiting', async (t) => {
  if (process.platform === 'win32') return t.skip('Windows has no pipes with names in folders');
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-keychain-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const pipe = join(dir, 'pipe');
  spawnSync('mkfifo', [pipe]);
  // Opening a pipe without a writer blocks a thread of the pool, as a keytar call does.
  const script = `
    import { open } from 'node:fs/promises';
    import { exit } from 'node:process';
    import { openKeychain } from ${JSON.stringify(import.meta.resolve('./keychain.ts'))};
    let now = 0;
    const clock = { now: () => new Date(now), wait: () => new Promise(() => {}) };
    const load = async () => ({ getPassword: () => (open(${JSON.stringify(pipe)}), new Promise(() => {})) });
    const keychain = openKeychain({ service: 'x', clock, load, platform: 'darwin' });
    keychain.get('work');
    setImmediate(() => { now = 1000; exit(0); });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  const [, signal] = (await once(child, 'exit', { signal: t.signal })) as [number | null, string | null];
  assert.equal(signal, 'SIGKILL');
});

function testKeychainEntries(platform: NodeJS.Platform = 'linux', load?: () => Promise<never>) {
  const clock = movableClock('2026-07-01T08:00:00Z');
  const stored = testKeychain();
  const locks: Record<string, LockState> = {};
  const asking: boolean[] = [];
  const keychain = openKeychain({
    service: 'posthorn',
    clock,
    platform,
    load: load ?? (async () => stored),
    async unlock({ name, canPrompt, isToWrite }) {
      const lock = locks[name];
      if (lock !== undefined) asking.push(canPrompt);
      if (lock !== undefined || platform !== 'linux' || isToWrite) return lock ?? 'unknown';
      return stored.stored.has(`posthorn ${name}`) ? 'open' : 'none';
    },
  });
  return { keychain, stored, locks, asking, clock };
}
