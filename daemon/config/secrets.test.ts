import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openLog } from '../base/log.ts';
import { openSecrets, type Keychain } from './secrets.ts';

const off = { SVC_KEYCHAIN: 'off' };

test('without a keychain secrets go to a private file and come back (checklist 30)', async (context) => {
  const paths = place(context);
  const untouched = () => Promise.reject(new Error('the keychain was asked'));
  const secrets = openSecrets({ paths, env: off, loadKeychain: untouched });
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
});

test('both forms of the file are read, and changing one secret keeps the rest', async (context) => {
  const paths = place(context, 'home = "one"\n[passwords]\nwork = "two"\n[other]\nx = 1\n');
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

test('a table of the file is no secret', async (context) => {
  const secrets = openSecrets({ paths: place(context, '[passwords]\nx = "y"'), env: off });
  assert.equal(await secrets.get('passwords'), undefined);
  assert.equal(await secrets.get('constructor'), undefined);
});

test('a file that others can read is tightened when it is opened (checklist 26)', async (context) => {
  if (process.platform === 'win32') return context.skip('Windows has no file modes');
  const paths = place(context, 'work = "hunter2"');
  chmodSync(paths.secretsFile, 0o644);
  openSecrets({ paths, env: {}, loadKeychain: noKeychain });
  assert.equal(statSync(paths.secretsFile).mode & 0o777, 0o600);
});

test('the keychain keeps secrets under the name of the instance (checklist 27)', async (context) => {
  const keychain = keychainInMemory();
  const paths = place(context);
  const secrets = openSecrets({ paths, env: {}, loadKeychain: async () => keychain });
  const demo = { ...paths, instance: 'posthorn-demo' };
  await secrets.set('work', 'hunter2');
  assert.equal(secrets.kind, 'keychain');
  assert.equal(await secrets.get('work'), 'hunter2');
  assert.equal(await openSecrets({ paths: demo, env: {}, loadKeychain: async () => keychain }).get('work'), undefined);
  assert.equal(existsSync(paths.secretsFile), false);
  await secrets.remove('work');
  assert.equal(await secrets.get('work'), undefined);
});

test('the file is read where a keychain answers, and nothing is written to it then (checklist 31)', async (context) => {
  const keychain = keychainInMemory();
  const toml = '# mine\nwork = "from the file"\n';
  const paths = place(context, toml);
  const secrets = openSecrets({ paths, env: {}, loadKeychain: async () => keychain });
  await keychain.setPassword('posthorn', 'work', 'from the keychain');
  assert.equal(await secrets.get('work'), 'from the file');
  await secrets.set('home', 'x');
  await assert.rejects(secrets.set('work', 'x'), { kind: 'conflict', code: 'secret_in_file' });
  assert.equal(readFileSync(paths.secretsFile, 'utf8'), toml);
  await secrets.remove('work');
  assert.equal(await secrets.get('work'), undefined);
});

test('a keychain that does not answer is reported once, and never replaced by plain text', async (context) => {
  const paths = place(context, 'home = "one"');
  const logFile = join(paths.secretsFile, '..', 'log');
  const secrets = openSecrets({ paths, env: {}, log: openLog({ file: logFile }), loadKeychain: noKeychain });
  assert.equal(await secrets.get('work'), undefined);
  assert.equal(await secrets.get('home'), 'one');
  await assert.rejects(secrets.set('work', 'hunter2'), {
    kind: 'unavailable',
    code: 'keychain_unavailable',
    retryable: true,
    message: /Cannot autolaunch D-Bus.*SVC_KEYCHAIN=off/,
  });
  await assert.rejects(secrets.remove('work'), { code: 'keychain_unavailable' });
  assert.equal(readFileSync(paths.secretsFile, 'utf8'), 'home = "one"');
  const lines = readFileSync(logFile, 'utf8').trim().split('\n');
  assert.equal(lines.length, 1);
  assert.doesNotMatch(lines.join(), /hunter2/);
});

test('a keychain that was locked is asked again', async (context) => {
  const keychain = keychainInMemory();
  const answers = [noKeychain, async () => keychain];
  const loadKeychain = () => (answers.shift() ?? (async () => keychain))();
  const secrets = openSecrets({ paths: place(context), env: {}, loadKeychain });
  await assert.rejects(secrets.set('work', 'x'));
  await secrets.set('work', 'hunter2');
  assert.equal(await secrets.get('work'), 'hunter2');
});

test('a broken file is said by its line, without its text', (context) => {
  const paths = place(context, '[passwords]\nwork = "hunter2');
  assert.throws(
    () => openSecrets({ paths, env: off }),
    (thrown: Error & { code?: string }) => {
      assert.equal(thrown.code, 'secrets_unreadable');
      assert.match(thrown.message, /line 2/);
      assert.doesNotMatch(`${thrown.message} ${thrown.stack} ${String(thrown.cause)}`, /hunter2/);
      return true;
    },
  );
});

test('a secret that is no text is said by its name', async (context) => {
  const secrets = openSecrets({ paths: place(context, 'work = 12345'), env: off });
  await assert.rejects(secrets.get('work'), { code: 'secrets_unreadable', message: /"work" must be text in quotes/ });
});

async function noKeychain(): Promise<Keychain> {
  throw new Error('Cannot autolaunch D-Bus without X11 $DISPLAY');
}

/** What the operating system would hold. */
function keychainInMemory(): Keychain {
  const held = new Map<string, string>();
  const key = (service: string, name: string) => JSON.stringify([service, name]);
  return {
    getPassword: async (service, name) => held.get(key(service, name)) ?? null,
    setPassword: async (service, name, secret) => void held.set(key(service, name), secret),
    deletePassword: async (service, name) => held.delete(key(service, name)),
  };
}

function place(context: TestContext, toml?: string): { instance: string; secretsFile: string } {
  const made = mkdtempSync(join(tmpdir(), 'posthorn-secrets-'));
  context.after(() => rmSync(made, { recursive: true }));
  const secretsFile = join(made, 'secrets.toml');
  if (toml !== undefined) writeFileSync(secretsFile, toml, { mode: 0o600 });
  return { instance: 'posthorn', secretsFile };
}
