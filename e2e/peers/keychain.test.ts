import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { until } from '../../daemon/test-until.ts';
import { makeHome, RefusedRequestError, startDaemon, type DaemonProcess } from '../daemon-process.ts';
import { dovecotMissing, startDovecot } from '../../testing/servers/dovecot.ts';
import { keyringMissing, startKeyring, type Keyring } from '../../testing/servers/keyring.ts';
import { dovecotAccount, untilSynced } from './support/dovecot-account.ts';

const skip = keyringMissing();
let keyring: Keyring;

before(async () => {
  if (!skip) keyring = await startKeyring();
});
after(() => keyring?.stop());

test('the keychain of the desktop stores, returns, changes and deletes a password', { skip }, async (t) => {
  const ask = startKeychainProcess(t, keyring.env);
  assert.deepEqual(await ask('get', 'work'), {});
  const odd = 'pä"ss\\ wörd\n’';
  for (const secret of [odd, 'x'.repeat(10_000), 'changed']) {
    assert.deepEqual(await ask('set', 'work', secret), {});
    assert.deepEqual(await ask('get', 'work'), { value: secret });
  }
  assert.deepEqual(await ask('set', 'work', 'cut\0off'), { failed: 'secret_not_kept' });
  assert.deepEqual(await ask('look'), { value: { state: 'answers', message: null } });
  await ask('remove', 'work');
  assert.deepEqual(await ask('get', 'work'), {});
  assert.deepEqual(await ask('remove', 'work'), {});
});

test('a locked keychain reports that, and returns the password once it is unlocked', { skip }, async (t) => {
  const ask = startKeychainProcess(t, keyring.env);
  await ask('set', 'work', 'hunter2');
  await keyring.lock();
  assert.deepEqual(await ask('get', 'work'), { failed: 'locked' });
  assert.deepEqual(await ask('get', 'never stored'), {});
  assert.deepEqual(await ask('set', 'work', 'other'), { failed: 'locked' });
  assert.deepEqual(await ask('remove', 'work'), { failed: 'locked' });
  const { value } = await ask('look');
  assert.match(JSON.stringify(value), /"state":"locked","message":"The keychain of this computer is locked/);
  await keyring.unlock();
  assert.deepEqual(await ask('get', 'work'), { value: 'hunter2' });
  await ask('remove', 'work');
});

test('a missing keychain is reported', { skip }, async (t) => {
  const empty = mkdtempSync(join(tmpdir(), 'posthorn-no-bus-'));
  t.after(() => rmSync(empty, { recursive: true }));
  for (const address of ['', `unix:path=${join(empty, 'gone')}`]) {
    const ask = startKeychainProcess(t, { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: empty });
    assert.deepEqual(await ask('get', 'work'), { failed: 'absent' });
    assert.deepEqual(await ask('set', 'work', 'hunter2'), { failed: 'absent' });
  }
});

test(
  'an account reads its password from the keychain, waits while it is locked, and never writes it to the disk',
  { skip: skip ?? dovecotMissing() },
  async (t) => {
    const dovecot = await startDovecot();
    t.after(() => dovecot.stop());
    const [user] = dovecot.users;
    assert.ok(user);
    const account = dovecotAccount(dovecot, user);
    const home = makeHome([account]);
    t.after(() => home.remove());
    const secretsFile = join(home.configDir, 'secrets.toml');
    rmSync(secretsFile);
    await startKeychainProcess(t, keyring.env)('set', account.key, account.password);
    await keyring.lock();
    const started = new Date();
    const env = { ...keyring.env, SVC_KEYCHAIN: '' };
    const daemon = await startDaemon(home, { caFile: dovecot.caFile, env });
    t.after(() => daemon.kill());

    await until('the account says what it waits for', async () => {
      const { sync_statuses } = await daemon.ask('admin.status', {});
      return sync_statuses[0]?.failure_class === 'keychain' && /locked/.test(sync_statuses[0].last_error ?? '');
    });
    // A slow keychain first counts as one that waits for the user.
    await until('the keychain is locked', async () => {
      const { keychain, store } = await daemon.ask('secrets.get', {});
      return store === 'keychain' && keychain.state === 'locked';
    });
    const { report } = await daemon.ask('diagnostics.report', {});
    assert.deepEqual([report.secret_store, report.token_store], ['keychain', 'keychain']);
    assert.ok(report.findings.some(({ code }) => code === 'keychain_silent'));

    await keyring.unlock();
    await until('it syncs by itself', async () => {
      const { sync_statuses } = await daemon.ask('admin.status', {});
      return sync_statuses[0]?.last_error === null;
    });
    await untilSynced(daemon, started);
    assert.deepEqual(filesWith(join(home.configDir, '..'), account.password), []);

    const toFile = await move(daemon, 'file');
    assert.deepEqual([toFile.moved, toFile.left, toFile.secrets.in_file], [1, [], 1]);
    assert.deepEqual(filesWith(join(home.configDir, '..'), account.password).toSorted(), [
      secretsFile,
      join(home.dataDir, 'last-good', 'secrets.toml'),
    ]);
    assert.deepEqual(await startKeychainProcess(t, keyring.env)('get', account.key), {});
    const toKeychain = await move(daemon, 'keychain');
    assert.deepEqual([toKeychain.moved, toKeychain.left, toKeychain.secrets.in_file], [1, [], 0]);
    assert.deepEqual(await startKeychainProcess(t, keyring.env)('get', account.key), { value: account.password });
    await daemon.stop();
    assert.deepEqual(filesWith(join(home.configDir, '..'), account.password), []);
  },
);

/** Moves the passwords, and again if the keychain was too slow. */
async function move({ ask }: DaemonProcess, to: 'file' | 'keychain') {
  let result: Awaited<ReturnType<typeof ask<'secrets.move'>>> | undefined;
  await until(`the passwords are moved into the ${to}`, async () => {
    try {
      result = await ask('secrets.move', { to });
    } catch (thrown) {
      if (!(thrown instanceof RefusedRequestError) || !thrown.message.includes('keychain_unavailable')) throw thrown;
    }
    return result !== undefined;
  });
  assert.ok(result);
  return result;
}

/** Runs a keychain request in a process with the given environment. */
function startKeychainProcess(t: { after(end: () => void): void }, env: Record<string, string>) {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...rest } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'support', 'keychain-process.ts')], {
    env: { ...rest, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => void child.stdin.end());
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return async (...args: string[]): Promise<{ value?: unknown; failed?: unknown }> => {
    child.stdin.write(`${JSON.stringify(args)}\n`);
    const { value } = await lines.next();
    return JSON.parse(String(value)) as { value?: unknown };
  };
}

function filesWith(dir: string, text: string): string[] {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => readFileSync(file).includes(text));
}
