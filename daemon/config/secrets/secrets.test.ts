import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { movableClock } from '../../base/clock.ts';
import { openLog, silentLog } from '../../base/log.ts';
import type { Environment } from '../paths.ts';
import { openKeychain, type Keychain, type KeychainEntries } from './keychain.ts';
import { createSecretStorage } from './secret-storage.ts';
import { openSecrets } from './secrets.ts';
import { signInStore } from './sign-ins.ts';
import { testKeychain } from './test-keychain.ts';
import { openVault } from './vault.ts';

const off = { SVC_KEYCHAIN: 'off' };

test('checklist 30: with SVC_KEYCHAIN=off no password uses the keychain, and sign-ins still do', async (t) => {
  const paths = testPaths(t);
  const held = testKeychain();
  const keychain = entries(held);
  const secrets = openSecrets({ paths, env: off, keychain });
  assert.equal(secrets.kind, 'file');
  assert.equal(await secrets.get('work'), undefined);
  await secrets.set('work', 'a "b" \\ c\n');
  await secrets.set('ada@analytical.example/imap', 'é');
  assert.equal(await secrets.get('work'), 'a "b" \\ c\n');
  assert.equal(await secrets.get('ada@analytical.example/imap'), 'é');
  if (process.platform !== 'win32') assert.equal(statSync(paths.secretsFile).mode & 0o777, 0o600);
  await secrets.remove('work');
  assert.equal(await secrets.get('work'), undefined);
  assert.equal(await secrets.get('ada@analytical.example/imap'), 'é');
  const keeping = testStorage(paths, keychain, off);
  for (const to of ['keychain', 'file'] as const)
    await assert.rejects(keeping.move(to, { passwords: ['work'], signIns: [] }), {
      kind: 'conflict',
      code: 'keychain_off',
    });
  assert.deepEqual(held.calls, []);

  await signInStore({ paths, keychain }).set('google', { refresh_token: 'r' });
  assert.deepEqual([...held.stored], [['posthorn sign-in/google', '{"refresh_token":"r"}']]);
  assert.deepEqual(await keeping.locations(), {
    store: 'file',
    file: paths.secretsFile,
    in_file: 1,
    keychain: { state: 'off', message: null },
    tokens: 'keychain',
    vault: { state: 'none', file: paths.vaultFile, secrets: 0, message: null, retry_at: null },
  });
});

test('both forms of the file are read, and changing one secret keeps the rest', async (t) => {
  const paths = testPaths(t, 'home = "one"\n[passwords]\nwork = "two"\n[other]\nx = 1\n');
  const secrets = openSecrets({ paths, env: off });
  assert.deepEqual([await secrets.get('home'), await secrets.get('work')], ['one', 'two']);
  await secrets.set('home', 'three');
  assert.deepEqual([await secrets.get('home'), await secrets.get('work')], ['three', 'two']);
  const written = readFileSync(paths.secretsFile, 'utf8');
  assert.match(written, /\[other\]\s+x = 1/);
  assert.doesNotMatch(written, /one/);
  await secrets.remove('home');
  assert.equal(await secrets.get('home'), undefined);
});

test('a table in the file is not a secret', async (t) => {
  const secrets = openSecrets({ paths: testPaths(t, '[passwords]\nx = "y"'), env: off });
  assert.equal(await secrets.get('passwords'), undefined);
  assert.equal(await secrets.get('constructor'), undefined);
});

test('checklist 26: a secrets file that other users can read is tightened when it is opened', async (t) => {
  if (process.platform === 'win32') return t.skip('Windows has no file modes');
  const paths = testPaths(t, 'work = "hunter2"');
  chmodSync(paths.secretsFile, 0o644);
  openSecrets({ paths, env: {}, keychain: entries(testKeychain()) });
  assert.equal(statSync(paths.secretsFile).mode & 0o777, 0o600);
});

test('the keychain stores secrets under the name of the instance (checklist 27)', async (t) => {
  const held = testKeychain();
  const paths = testPaths(t);
  const secrets = openSecrets({ paths, env: {}, keychain: entries(held) });
  const demo = openSecrets({ paths, env: {}, keychain: entries(held, { service: 'posthorn-demo' }) });
  await secrets.set('work', 'hunter2');
  assert.equal(secrets.kind, 'keychain');
  assert.equal(await secrets.get('work'), 'hunter2');
  assert.equal(await demo.get('work'), undefined);
  assert.equal(existsSync(paths.secretsFile), false);
  await secrets.remove('work');
  assert.equal(await secrets.get('work'), undefined);
});

test('checklist 31: secrets.toml is read when a keychain answers, and no secret is written to it', async (t) => {
  const held = testKeychain();
  const paths = testPaths(t, '# mine\nwork = "from the file"\n[passwords]\nother = "stays"\n');
  const secrets = openSecrets({ paths, env: {}, keychain: entries(held) });
  await held.setPassword('posthorn', 'work', 'from the keychain');
  assert.equal(await secrets.get('work'), 'from the file');
  const before = readFileSync(paths.secretsFile, 'utf8');
  await secrets.set('home', 'x');
  assert.equal(readFileSync(paths.secretsFile, 'utf8'), before);

  await secrets.set('work', 'typed anew');
  assert.equal(await secrets.get('work'), 'typed anew');
  assert.equal(held.stored.get('posthorn work'), 'typed anew');
  assert.doesNotMatch(readFileSync(paths.secretsFile, 'utf8'), /from the file|typed anew|\bx\b/);
  assert.equal(await secrets.get('other'), 'stays');
});

test('when the keychain rejects a new password, the old one stays in the file', async (t) => {
  const held = testKeychain();
  const toml = 'work = "old"\n';
  const paths = testPaths(t, toml);
  const secrets = openSecrets({ paths, env: {}, keychain: entries(held) });
  held.trouble = 'Cannot create an item in a locked collection';
  await assert.rejects(secrets.set('work', 'new'), { code: 'keychain_unavailable' });
  held.trouble = undefined;
  held.setPassword = async () => {};
  await assert.rejects(secrets.set('work', 'new'), { code: 'secret_not_kept' });
  assert.equal(readFileSync(paths.secretsFile, 'utf8'), toml);
});

test('a keychain that does not answer is reported, logged once, and never replaced by plain text', async (t) => {
  const paths = testPaths(t, 'home = "one"');
  const logFile = join(paths.secretsFile, '..', 'log');
  const held = { ...testKeychain(), trouble: 'Cannot autolaunch D-Bus without X11 $DISPLAY' };
  const log = openLog({ file: logFile });
  const load = async (): Promise<Keychain> => {
    throw new Error(held.trouble);
  };
  const secrets = openSecrets({ paths, env: {}, keychain: entries(held, { log, load }) });
  const silent = {
    kind: 'unavailable',
    code: 'keychain_unavailable',
    retryable: true,
    details: { state: 'absent' },
    message: /isn’t responding\. .*GNOME Keyring or KWallet.*with a passphrase/,
  };
  await assert.rejects(secrets.get('work'), silent);
  assert.equal(await secrets.get('home'), 'one');
  await assert.rejects(secrets.set('work', 'hunter2'), silent);
  await assert.rejects(secrets.remove('work'), silent);
  assert.match(secrets.trouble ?? '', /isn’t responding/);
  assert.equal(readFileSync(paths.secretsFile, 'utf8'), 'home = "one"');
  const lines = readFileSync(logFile, 'utf8').trim().split('\n');
  assert.equal(lines.length, 1);
  assert.doesNotMatch(lines.join(), /hunter2/);
});

test('passwords move from the file into the keychain, and those that cannot be moved stay and are named', async (t) => {
  const held = testKeychain();
  const paths = testPaths(t, 'old = "one"\n[passwords]\nwork = "two"\nlong = "three"\n');
  const keychain = entries(held);
  const put = held.setPassword;
  held.setPassword = async (service, name, secret) => put(service, name, name === 'long' ? 'thr' : secret);
  const keeping = testStorage(paths, keychain);
  assert.equal((await keeping.locations()).in_file, 3);
  const moved = await keeping.move('keychain', { passwords: ['work', 'gone'], signIns: [] });
  assert.deepEqual([moved.moved, moved.left.map(({ ref }) => ref)], [2, ['long']]);
  assert.match(moved.left[0]?.reason ?? '', /didn’t return what was stored/);
  const written = readFileSync(paths.secretsFile, 'utf8');
  assert.match(written, /three/);
  assert.doesNotMatch(written, /one|two/);
  const secrets = openSecrets({ paths, env: {}, keychain });
  const read = ['old', 'work', 'long'].map((ref) => secrets.get(ref));
  assert.deepEqual(await Promise.all(read), ['one', 'two', 'three']);
  held.setPassword = put;
  assert.deepEqual(await keeping.move('keychain', { passwords: [], signIns: [] }), { moved: 1, left: [] });
  assert.equal((await keeping.locations()).in_file, 0);
});

test('passwords move back into the file and are then read from it', async (t) => {
  const held = testKeychain();
  const paths = testPaths(t, 'home = "there"\n');
  const keychain = entries(held);
  const secrets = openSecrets({ paths, env: {}, keychain });
  await secrets.set('work', 'hunter2');
  const keeping = testStorage(paths, keychain);
  assert.deepEqual(await keeping.move('file', { passwords: ['work', 'home', 'never stored', ''], signIns: [] }), {
    moved: 1,
    left: [],
  });
  assert.deepEqual([...held.stored], []);
  assert.equal(await openSecrets({ paths, env: off, keychain }).get('work'), 'hunter2');
  if (process.platform !== 'win32') assert.equal(statSync(paths.secretsFile).mode & 0o777, 0o600);
});

test('when several passwords are moved, a locked keychain is called once, and no password is lost', async (t) => {
  const held = testKeychain();
  const toml = 'a = "1"\nb = "2"\n';
  const paths = testPaths(t, toml);
  held.trouble = 'Cannot create an item in a locked collection';
  const keeping = testStorage(paths, entries(held));
  await assert.rejects(keeping.move('keychain', { passwords: [], signIns: [] }), {
    code: 'keychain_unavailable',
    details: { state: 'locked' },
  });
  assert.deepEqual(held.calls, ['set a']);
  assert.equal(readFileSync(paths.secretsFile, 'utf8'), toml);
});

test('a broken file is reported by its line, without its text; a password in the keychain is still found', async (t) => {
  const paths = testPaths(t, '[passwords]\nwork = "hunter2');
  const held = testKeychain();
  const secrets = openSecrets({ paths, env: {}, keychain: entries(held) });
  const reported = (thrown: Error & { code?: string }) => {
    assert.equal(thrown.code, 'secrets_unreadable');
    assert.match(thrown.message, /line 2/);
    assert.doesNotMatch(`${thrown.message} ${thrown.stack} ${String(thrown.cause)}`, /hunter2/);
    return true;
  };
  await assert.rejects(secrets.get('work'), reported);
  await assert.rejects(secrets.set('work', 'new'), reported);
  assert.deepEqual([...held.stored], []);
  await held.setPassword('posthorn', 'home', 'from the keychain');
  assert.equal(await secrets.get('home'), 'from the keychain');
});

test('a damaged file is replaced by its last good passwords, and no change touches it', async (t) => {
  const paths = testPaths(t, '[passwords]\nwork = "hunter2"\nhome = "two"\n');
  const secrets = openSecrets({ paths, env: off });
  const copy = join(paths.dataDir, 'last-good', 'secrets.toml');
  if (process.platform !== 'win32') assert.equal(statSync(copy).mode & 0o777, 0o600);
  await secrets.remove('home');
  assert.doesNotMatch(readFileSync(copy, 'utf8'), /two/);

  writeFileSync(paths.secretsFile, '[passwords\n');
  const again = openSecrets({ paths, env: off });
  assert.equal(await again.get('work'), 'hunter2');
  for (const change of [again.set('work', 'x'), again.remove('work')])
    await assert.rejects(change, { code: 'secrets_unreadable', message: /^Nothing was changed\./ });
  assert.equal(readFileSync(paths.secretsFile, 'utf8'), '[passwords\n');

  const { secretsFile } = testStorage(paths, entries(testKeychain()), off);
  assert.equal(secretsFile.repair('restore'), `${paths.secretsFile}.damaged`);
  await again.set('work', 'x');
  await again.remove('work');
  assert.equal(existsSync(copy), false, 'a removed password does not stay in the copy');
});

test('a secret that is not a text is reported by its name', async (t) => {
  const secrets = openSecrets({ paths: testPaths(t, 'work = 12345'), env: off });
  await assert.rejects(secrets.get('work'), { code: 'secrets_unreadable', message: /"work" must be text in quotes/ });
});

test('a secrets file that cannot be written is reported, and nothing is stored', async (t) => {
  const { secretsFile, ...paths } = testPaths(t);
  const tooLong = join(secretsFile, '..', `${'s'.repeat(240)}.toml`);
  const secrets = openSecrets({ paths: { ...paths, secretsFile: tooLong }, env: off });
  await assert.rejects(secrets.set('a', 'b'), { kind: 'unavailable', code: 'secrets_unwritable' });
  assert.equal(await secrets.get('a'), undefined);
});

function entries(held: Keychain, more: Partial<Parameters<typeof openKeychain>[0]> = {}) {
  const clock = movableClock('2026-07-01T08:00:00Z');
  const load = async () => held;
  return openKeychain({
    service: 'posthorn',
    clock,
    load,
    platform: 'linux',
    unlock: async () => 'unknown',
    ...more,
  });
}

function testStorage(paths: ReturnType<typeof testPaths>, keychain: KeychainEntries, env: Environment = {}) {
  return createSecretStorage({ paths, env, keychain, vault: openVault({ file: paths.vaultFile }), log: silentLog });
}

function testPaths(t: TestContext, toml?: string) {
  const made = mkdtempSync(join(tmpdir(), 'posthorn-secrets-'));
  t.after(() => rmSync(made, { recursive: true }));
  const secretsFile = join(made, 'secrets.toml');
  if (toml !== undefined) writeFileSync(secretsFile, toml, { mode: 0o600 });
  return {
    instance: 'posthorn',
    secretsFile,
    vaultFile: join(made, 'vault.json'),
    tokenDir: join(made, 'tokens'),
    dataDir: join(made, 'data'),
  };
}
