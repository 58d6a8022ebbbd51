import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, suite, test } from 'node:test';
import type { Caller } from '../../handler-types.ts';
import { ada, bob, mail, testDaemon } from '../../test-daemon.ts';
import { testSecrets } from './test-secrets.ts';

const password = 'hunter2-Grüße';
const secrets = testSecrets({ 'far-imap': 'of another' });

/** A server that ends every connection at once. */
let connections = 0;
const listener = createServer((socket) => {
  connections += 1;
  socket.on('error', () => undefined);
  socket.destroy();
});
await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
const { port } = listener.address() as AddressInfo;

const daemon = await testDaemon(
  { after: () => undefined },
  {
    accounts: [ada, bob],
    config: `# mine
[accounts.far]
name = "Far" # far away
email = "far@example.test"
enabled = false
[accounts.far.sync]
type = "imap"
host = "127.0.0.1"
port = ${port}
username = "far"
password_ref = "far-imap"
`,
    options: { secrets },
    prepare: (servers) =>
      void servers
        .get('bob')
        ?.control.deliver(mail({ from: 'ada@example.test', subject: 'Dinner', text: 'At seven.' })),
  },
);
after(async () => {
  await daemon.close();
  listener.close();
});
const { ask, configFile } = daemon;
const text = () => readFileSync(configFile, 'utf8');
const original = text();

suite('accounts', () => {
  afterEach(() => {
    secrets.isLocked = false;
    writeFileSync(configFile, original);
    daemon.reloadConfig();
  });

  const imap = { type: 'imap', host: '127.0.0.1', port, username: 'new', password } as const;
  const account = { key: 'new', name: 'New', email: 'new@example.test', enabled: false };

  /** All files of the daemon as bytes. */
  function filesIn(folder: string): Map<string, Buffer> {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(folder, name)).isFile(),
    );
    return new Map(files.map((name) => [name, readFileSync(join(folder, name))]));
  }

  test('changing the address of an account reports that the mail of the previous address stays', async () => {
    await daemon.synced();
    const other = { key: 'bob', name: 'Bob', email: 'bobby@example.test', enabled: false, sync: { type: 'fake' } };
    const { result } = await ask('accounts.upsert', other);
    const stays = 'The 1 message of bob@example.test stays here, as that of an account that is set up no more.';
    assert.equal(result.summary, `Bob is saved, and turned off. ${stays}`);
    const again = await ask('accounts.upsert', other);
    assert.equal(again.result.summary, 'Bob is saved, and turned off.');
  });

  test('checklist 33: the default is the first enabled account; disabling it moves the default and reports the move', async () => {
    const usual = async () => (await ask('accounts.list')).accounts.find(({ is_default }) => is_default)?.key;
    assert.equal(await usual(), 'ada');
    const { result } = await ask('accounts.disable', { key: 'ada' });
    assert.deepEqual([result.ok, await usual()], [true, 'bob']);
    assert.match(result.summary, /Bob is now the default account/);
    await assert.rejects(ask('accounts.setDefault', { key: 'ada' }), { code: 'account_disabled' });
    await ask('accounts.enable', { key: 'ada' });
    await ask('accounts.setDefault', { key: 'bob' });
    assert.equal(daemon.config.current.general.default_account, 'bob');
    const second = await ask('accounts.disable', { key: 'bob' });
    assert.match(second.result.summary, /Ada is now the default account/);
    assert.deepEqual([await usual(), daemon.config.current.general.default_account], ['ada', 'ada']);
    assert.ok(text().startsWith('# mine'));
  });

  test('checklist 36: a password never travels unencrypted: the config file, the test and the upsert refuse it before they connect', async () => {
    const before = connections;
    const sync = { ...imap, use_tls: false };
    for (const row of ['accounts.test', 'accounts.upsert'] as const)
      await assert.rejects(ask(row, { ...account, enabled: true, sync }), { code: 'plaintext_password' });
    const send = { ...sync, type: 'smtp' };
    await assert.rejects(ask('accounts.test', { ...account, send }), { code: 'plaintext_password' });
    assert.equal(text(), original);
    const plain = original.slice(original.indexOf('[accounts.far]')).replaceAll('accounts.far', 'accounts.plain');
    writeFileSync(configFile, plain.replace('enabled = false', '').replace('host =', 'use_tls = false\nhost ='));
    daemon.reloadConfig();
    assert.equal(daemon.config.current.accounts['plain']?.sync, undefined);
    assert.match(daemon.config.notes.map(({ message }) => message).join(), /password would be sent unencrypted/);
    assert.equal(connections, before);
  });

  test('an invalid account setup is refused with a reason', async () => {
    const refused = (code: string, setup: object) =>
      assert.rejects(ask('accounts.upsert', { ...account, ...setup }), { code });
    await refused('no_server', {});
    await refused('missing_username', { sync: { ...imap, username: ' ' } });
    await refused('mixed_providers', { send: { type: 'gmail' } });
    await refused('foreign_password', { sync: { ...imap, password: undefined, password_ref: 'far-imap' } });
    await refused('same_mailbox', { email: 'FAR@example.test', sync: imap });
    await refused('invalid_input', { key: 'a.b', sync: imap });
    await refused('invalid_input', { sync: { ...imap, host: 'https://example.org/' } });
    assert.deepEqual([text(), [...secrets.passwords.keys()]], [original, ['far-imap']]);
  });

  test('checklist 40: passwords are stored by name, and no row writes a password into any file', async () => {
    const setup = { ...account, sync: imap, send: { ...imap, type: 'smtp', port: 465, password: `${password}2` } };
    const reply = await daemon.dispatch('accounts.upsert', setup, { origin: 'web' }, { idempotencyKey: 'once' });
    assert.doesNotMatch(JSON.stringify(reply), /hunter2/);
    assert.deepEqual(Object.fromEntries(secrets.passwords), {
      'far-imap': 'of another',
      'new-imap': password,
      'new-smtp': `${password}2`,
    });
    const { accounts } = await ask('accounts.config');
    assert.deepEqual(
      accounts.find(({ key }) => key === 'new'),
      {
        key: 'new',
        name: 'New',
        email: 'new@example.test',
        enabled: false,
        is_default: false,
        sync: {
          type: 'imap',
          host: '127.0.0.1',
          port,
          username: 'new',
          auth_required: true,
          use_tls: true,
          password_ref: 'new-imap',
        },
        send: {
          type: 'smtp',
          host: '127.0.0.1',
          port: 465,
          username: 'new',
          auth_required: true,
          use_tls: true,
          password_ref: 'new-smtp',
        },
        password_stored: { sync: true, send: true },
      },
    );
    assert.ok(text().startsWith(original.trimEnd()));
    for (const row of ['accounts.enable', 'accounts.setDefault', 'accounts.disable'] as const)
      await ask(row, { key: 'new' });
    // Writes the activity log to disk, and removes nothing from it.
    await ask('activity.prune', { before: 1 });
    const { entries } = await ask('activity.list');
    assert.ok(entries.some(({ action }) => action === 'accounts.upsert'));
    const { result } = await ask('accounts.remove', { key: 'new' });
    assert.match(result.summary, /^New is removed, with its settings and 2 stored passwords\. It has no mail here\.$/);
    // The account was the default for a moment; then the first enabled account became the default.
    const left = `${original}\n[general]\ndefault_account = "ada"\n`;
    assert.deepEqual([text(), [...secrets.passwords.keys()]], [left, ['far-imap']]);
    const leaks = [...filesIn(join(daemon.dataDir, '..'))].filter(([, bytes]) => bytes.includes('hunter2'));
    assert.deepEqual(
      leaks.map(([name]) => name),
      [],
    );
  });

  test('changing an account keeps its comments, its other keys and the stored password', async () => {
    const setup = {
      key: 'far',
      name: 'Farther',
      email: 'far@example.test',
      enabled: false,
      sync: { ...imap, username: 'far', password: undefined },
    };
    const { result } = await ask('accounts.upsert', setup);
    assert.deepEqual([result.ok, result.save?.ok, result.sync], [true, true, null]);
    const { password: _none, ...rest } = imap;
    assert.deepEqual(daemon.config.current.accounts['far']?.sync, {
      ...rest,
      username: 'far',
      auth_required: true,
      use_tls: true,
      password_ref: 'far-imap',
    });
    assert.match(text(), /name = "Farther" # far away/);
    await ask('accounts.upsert', { ...setup, sync: { type: 'fake' } });
    assert.deepEqual(daemon.config.current.accounts['far']?.sync, { type: 'fake' });
    // No server uses that password any more.
    assert.equal(secrets.passwords.has('far-imap'), false);
    secrets.passwords.set('far-imap', 'of another');
  });

  test('nothing is written when the keychain is locked or the config file cannot be written', async () => {
    secrets.isLocked = true;
    const { result } = await ask('accounts.upsert', { ...account, sync: imap });
    assert.deepEqual([result.ok, result.save?.ok, result.troubles[0]?.what], [false, false, 'keychain']);
    assert.equal(text(), original);
    const { accounts } = await ask('accounts.config');
    assert.deepEqual(accounts.find(({ key }) => key === 'far')?.password_stored, { sync: null, send: null });
    secrets.isLocked = false;
    writeFileSync(configFile, 'not TOML');
    daemon.reloadConfig();
    await assert.rejects(ask('accounts.upsert', { ...account, sync: imap }), { code: 'config_unreadable' });
    assert.deepEqual([...secrets.passwords], [['far-imap', 'of another']]);
  });

  test('checklist 150: a disabled account keeps its mail, its settings and its passwords; removing it reports what happens to its mail', async () => {
    const key = 'far';
    await ask('accounts.disable', { key });
    assert.deepEqual([text(), secrets.passwords.get('far-imap')], [original, 'of another']);
    const { result } = await ask('accounts.remove', { key: 'ada', dry_run: true });
    assert.match(result.summary, /^Ada would be removed, with its settings\. /);
    assert.equal(text(), original);
  });

  test('checklist 151: a test saves nothing: settings, passwords and accounts stay as before', async () => {
    const before = filesIn(join(daemon.dataDir, '..')).get('config.toml');
    // Leave out the health: the accounts sync in the background and their state may change.
    const listed = async () => (await ask('accounts.list')).accounts.map(({ health: _health, ...rest }) => rest);
    const listedBefore = await listed();
    const { result } = await ask('accounts.test', { ...account, sync: { type: 'fake' }, send: { type: 'fake' } });
    assert.deepEqual([result.ok, result.save, result.sync?.ok, result.send?.ok], [true, null, true, true]);
    const kept = new Map(secrets.passwords);
    const closed = await ask('accounts.test', { ...account, sync: { ...imap, port: 1 } });
    assert.deepEqual([closed.result.ok, closed.result.sync?.ok, closed.result.troubles.length], [false, false, 1]);
    assert.deepEqual([filesIn(join(daemon.dataDir, '..')).get('config.toml'), secrets.passwords], [before, kept]);
    assert.deepEqual(await listed(), listedBefore);
  });

  test('a repair stores a password that works, and does not store one that fails', async () => {
    writeFileSync(configFile, original.replace(`port = ${port}`, 'port = 1'));
    daemon.reloadConfig();
    const { result } = await ask('accounts.repair', {
      key: 'far',
      name: 'x',
      email: 'x@example.test',
      sync: { ...imap, port: 1 },
    });
    assert.deepEqual([result.ok, result.save, secrets.passwords.get('far-imap')], [false, null, 'of another']);
    const unknown = { ...account, key: 'nobody', sync: imap };
    await assert.rejects(ask('accounts.repair', unknown), { code: 'no_such_account' });
  });

  test('agents and tokens restricted to some accounts cannot change accounts', async () => {
    const agent: Caller = { origin: 'agent' };
    for (const row of ['accounts.test', 'accounts.upsert', 'accounts.repair'] as const)
      await assert.rejects(ask(row, { ...account, sync: imap }, agent), { code: /policy|people_only/ });
    for (const row of ['accounts.disable', 'accounts.enable', 'accounts.setDefault', 'accounts.remove'] as const)
      await assert.rejects(ask(row, { key: 'far' }, agent), { code: /policy|people_only/ });
    const limited: Caller = { origin: 'script', token_id: 't', only: [] };
    assert.deepEqual(await ask('accounts.config', {}, limited), { kind: 'AccountsConfig', accounts: [] });
    await assert.rejects(ask('accounts.remove', { key: 'far' }, limited), { code: 'no_such_account' });
    assert.equal(text(), original);
  });
});
