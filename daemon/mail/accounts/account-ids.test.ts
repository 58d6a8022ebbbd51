import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { ada, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { newAccountId } from './account-ids.ts';

const imap = '"imap"\nhost = "imap.example.test"\nusername = "ada"\npassword_ref = "ada"';

function editConfig({ configFile, reloadConfig }: TestDaemon, edit: (toml: string) => string): void {
  writeFileSync(configFile, edit(readFileSync(configFile, 'utf8')));
  reloadConfig();
}

const withImap = (toml: string) =>
  toml.replace('[accounts.ada.sync]\ntype = "fake"', `[accounts.ada.sync]\ntype = ${imap}`);

const accountsOf = async (daemon: TestDaemon) =>
  (await daemon.ask('accounts.list')).accounts.map(({ account_id, provider_kind }) => [account_id, provider_kind]);

/** The messages from Eve in an account: ids by subject. */
async function found(daemon: TestDaemon, account_id: string): Promise<Map<string, string>> {
  const request = { q: 'from:eve@example.test', scope: 'messages', account_id };
  const { groups } = await daemon.ask('search.find', request);
  return new Map(groups.flatMap(({ rows }) => rows.map(({ id, subject }) => [subject, id] as const)));
}

function deliver(daemon: TestDaemon, subject: string, id?: string, folder = 'INBOX') {
  const bytes = mail({ from: 'eve@example.test', subject, text: subject, ...(id && { id }) });
  return daemon.server('ada').control.deliver(bytes, { folder });
}

test('an account keeps its id and its mail when the kind of its server changes', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  deliver(daemon, 'Kept', 'kept@example.test');
  const moved = deliver(daemon, 'Moved', 'moved@example.test');
  const deleted = deliver(daemon, 'Deleted', 'deleted@example.test');
  deliver(daemon, 'Without a name');
  await daemon.resync();
  const account_id = newAccountId({ provider_kind: 'fake', email: ada.email });
  const before = await found(daemon, account_id);
  const snoozed = before.get('Kept') ?? '';
  await daemon.ask('snooze.create', { message_id: snoozed, until: '2026-03-12T08:00:00.000Z' });
  await daemon.resync();

  // The mail on the new server: one message in another folder, one gone, and all under other UIDs.
  const { control } = daemon.server('ada');
  control.move('INBOX', moved.uid, 'Archive');
  control.expunge('INBOX', deleted.uid);
  control.resetFolder('INBOX');
  const fetches = control.calls.sources;
  editConfig(daemon, withImap);
  await daemon.resync();

  assert.deepEqual(await accountsOf(daemon), [[account_id, 'imap']]);
  before.delete('Deleted');
  assert.deepEqual(await found(daemon, account_id), before);
  assert.deepEqual(
    (await daemon.ask('snooze.list')).snoozed.map(({ message_id }) => message_id),
    [snoozed],
  );
  assert.equal(control.calls.sources, fetches + 1, 'only mail without a Message-ID is fetched again');
});

test('the id that an account would have with another kind of server leads to it', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  deliver(daemon, 'Hello', 'hello@example.test');
  await daemon.resync();
  const account_id = newAccountId({ provider_kind: 'fake', email: ada.email });
  const alias = newAccountId({ provider_kind: 'gmail', email: ada.email.toUpperCase() });
  assert.equal((await found(daemon, account_id)).size, 1);
  assert.deepEqual(await found(daemon, alias.toUpperCase()), await found(daemon, account_id));
  const { addresses } = await daemon.ask('accounts.addresses', { account_id: alias });
  assert.deepEqual(new Set(addresses.map((each) => each.account_id)), new Set([account_id]));
  await assert.rejects(
    daemon.ask('accounts.addresses', { account_id: newAccountId({ provider_kind: 'gmail', email: 'x@y.z' }) }),
    {
      code: 'not_found',
    },
  );
});

test('an account that is set up again under another key and kind finds its mail', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  deliver(daemon, 'Hello', 'hello@example.test');
  await daemon.resync();
  const [before] = await accountsOf(daemon);
  let toml = '';
  editConfig(daemon, (now) => {
    toml = now;
    return '';
  });
  editConfig(daemon, () => withImap(toml).replaceAll('accounts.ada', 'accounts.work'));
  const after = await daemon.ask('accounts.list');
  assert.deepEqual(
    after.accounts.map(({ account_id, key, provider_kind }) => [account_id, key, provider_kind]),
    [[before?.[0], 'work', 'imap']],
  );
  assert.equal((await found(daemon, before?.[0] ?? '')).size, 1);
});

test('two accounts of one address on different servers stay two accounts, whatever their kinds become', async (t) => {
  const second =
    '\n[accounts.second]\nname = "Second"\nemail = "ada@example.test"\n[accounts.second.send]\ntype = "fake"\n';
  const daemon = await testDaemon(t);
  await daemon.synced();
  editConfig(daemon, withImap);
  const [first] = await accountsOf(daemon);
  // The id of a new account of this kind is that of the first one, which was created with it.
  editConfig(daemon, (toml) => toml + second);
  const both = await accountsOf(daemon);
  assert.deepEqual([both[0], both.length, new Set(both.map(([id]) => id)).size], [first, 2, 2]);
  editConfig(daemon, (toml) => `${toml}\n# Unchanged.`);
  assert.deepEqual(await accountsOf(daemon), both);
});
