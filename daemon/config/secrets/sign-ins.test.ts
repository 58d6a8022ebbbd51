import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openKeychain } from './keychain.ts';
import { signInStore } from './sign-ins.ts';
import { testKeychain } from './test-keychain.ts';

const absent = 'The name org.freedesktop.secrets was not provided by any .service files';

test('a sign-in is stored in the keychain; a long one is split into entries that are removed when it is replaced', async (t) => {
  const { store, held, tokenDir } = testSignIns(t, 'win32');
  assert.equal(await store.get('work'), undefined);
  const long = { access_token: 'é'.repeat(3000), refresh_token: 'r'.repeat(2000) };
  await store.set('work', long);
  assert.deepEqual(await store.get('work'), long);
  assert.ok(held.stored.size > 3);
  const other = { ...long, expires: 1 };
  await store.set('work', other);
  assert.deepEqual(await store.get('work'), other);
  await store.set('work', { refresh_token: 'r' });
  assert.deepEqual([...held.stored.keys()], ['posthorn sign-in/work']);
  await store.set('work', long);
  await store.remove('work');
  assert.deepEqual([held.stored.size, readdirSync(tokenDir).length], [0, 0]);
});

test('a crash while a sign-in is replaced leaves the old one complete', async (t) => {
  const { store, held } = testSignIns(t, 'linux');
  const old = { token: 'a'.repeat(5000) };
  await store.set('work', old);
  const put = held.setPassword;
  let left = 2;
  held.setPassword = async (...entry) => (left-- > 0 ? put(...entry) : Promise.reject(new Error('crashed')));
  await assert.rejects(store.set('work', { token: 'b'.repeat(9000) }));
  assert.deepEqual(await store.get('work'), old);
});

test('without a keychain a sign-in is stored in a private file, and moves into the keychain when there is one', async (t) => {
  const { store, held, tokenDir } = testSignIns(t, 'linux');
  held.trouble = absent;
  await store.set('../work', { refresh_token: 'r' });
  assert.deepEqual(await store.get('../work'), { refresh_token: 'r' });
  const [file = ''] = readdirSync(tokenDir);
  const path = join(tokenDir, file);
  if (process.platform !== 'win32') {
    assert.equal(statSync(path).mode & 0o777, 0o600);
    chmodSync(path, 0o644);
    await store.get('../work');
    assert.equal(statSync(path).mode & 0o777, 0o600);
  }
  held.trouble = undefined;
  await store.set('../work', { refresh_token: 's' });
  assert.deepEqual([await store.get('../work'), readdirSync(tokenDir)], [{ refresh_token: 's' }, []]);
  assert.deepEqual(
    ['locked', 'absent', 'answers'].map((state) => store.locationOf({ state } as never)),
    ['keychain', 'files', 'keychain'],
  );
});

test('a locked keychain is not replaced by a file', async (t) => {
  const { store, held, tokenDir } = testSignIns(t, 'linux');
  held.trouble = 'Cannot create an item in a locked collection';
  await assert.rejects(store.set('work', { refresh_token: 'r' }), { details: { state: 'locked' } });
  await assert.rejects(store.get('work'), { code: 'keychain_unavailable' });
  await assert.rejects(store.remove('work'), { code: 'keychain_unavailable' });
  assert.deepEqual(readdirSync(tokenDir), []);
});

test('a damaged sign-in is reported without its text, and replaced by the next sign-in', async (t) => {
  const { store, held, tokenDir } = testSignIns(t, 'linux');
  held.trouble = absent;
  await store.set('work', { refresh_token: 'hunter2' });
  const [file = ''] = readdirSync(tokenDir);
  writeFileSync(join(tokenDir, file), readFileSync(join(tokenDir, file), 'utf8').slice(0, -1));
  await assert.rejects(store.get('work'), (thrown: Error & { code?: string }) => {
    assert.equal(thrown.code, 'sign_in_unreadable');
    assert.doesNotMatch(`${thrown.message} ${thrown.stack} ${String(thrown.cause)}`, /hunter2/);
    return true;
  });
  await store.set('work', { refresh_token: 'r' });
  assert.deepEqual(await store.get('work'), { refresh_token: 'r' });
});

function testSignIns(t: TestContext, platform: NodeJS.Platform) {
  const tokenDir = mkdtempSync(join(tmpdir(), 'posthorn-sign-ins-'));
  t.after(() => rmSync(tokenDir, { recursive: true }));
  const held = testKeychain();
  const load = async () => held;
  const keychain = openKeychain({ service: 'posthorn', platform, load, unlock: async () => 'unknown' });
  return { store: signInStore({ paths: { tokenDir }, keychain }), held, tokenDir };
}
