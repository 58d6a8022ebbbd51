import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openWritable, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { ada, bob, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';

let daemon: TestDaemon;
let account_id = '';
let bobs = '';

before(async () => {
  daemon = await testDaemon(
    { after: () => undefined },
    {
      accounts: [ada, bob],
      prepare(providers) {
        const from = (email: string, subject: string) => mail({ from: `Ada <${email}>`, subject, text: 'Hello' });
        providers.get('ada')?.control.deliver(from('Alias@example.test', 'from the alias'));
        providers.get('ada')?.control.deliver(from('carl@people.test', 'from another'));
        providers.get('bob')?.control.deliver(from('alias@example.test', 'from Ada to Bob'));
      },
    },
  );
  await daemon.synced();
  const { accounts } = await daemon.ask('accounts.list');
  const idOf = (key: string) => accounts.find((each) => each.key === key)?.account_id ?? '';
  [account_id, bobs] = [idOf('ada'), idOf('bob')];
});
after(() => daemon.close());

/** The subjects of sent mail, as search reports them. */
function sent(): string[] {
  const files = storeFiles(daemon.dataDir);
  const db = openWritable(files.mail, { durability: 'normal' });
  try {
    const rows = db.all<{ subject: string }>(
      sql`SELECT subject FROM messages WHERE direction = 'outbound' ORDER BY subject`,
    );
    return rows.map(({ subject }) => subject);
  } finally {
    db.close();
  }
}

const listed = async () => (await daemon.ask('accounts.addresses', { account_id })).addresses;
const alias = 'alias@example.test';

test('checklist 124: adding an alias makes old mail from it sent mail, and removing the alias makes it received again; the main address stays', async () => {
  assert.deepEqual(await listed(), [{ account_id, email: 'ada@example.test', is_primary: true }]);
  const eventCount = daemon.events.all('MailUpdated').length;
  await daemon.ask('accounts.addAddress', { account_id, email: alias });
  await daemon.ask('accounts.addAddress', { account_id, email: 'ALIAS@example.test' });
  assert.deepEqual(
    (await listed()).map(({ email }) => email),
    ['ada@example.test', alias],
  );
  assert.deepEqual(sent(), ['from the alias']);
  const updated = await daemon.events.until('MailUpdated', eventCount + 1);
  assert.deepEqual([updated.account_id, updated.total], [account_id, 1]);

  // Bob also has the address for a while; his mail is not affected.
  await daemon.ask('accounts.addAddress', { account_id: bobs, email: alias });
  assert.deepEqual(sent(), ['from Ada to Bob', 'from the alias']);
  await daemon.ask('accounts.removeAddress', { account_id, email: 'Alias@Example.test' });
  assert.deepEqual(sent(), ['from Ada to Bob']);
  await daemon.ask('accounts.removeAddress', { account_id: bobs, email: alias });
  assert.deepEqual(sent(), []);

  const remove = (email: string) => daemon.ask('accounts.removeAddress', { account_id, email });
  await assert.rejects(remove('ada@example.test'), { code: 'primary_address' });
  await assert.rejects(remove(alias), { code: 'no_such_address' });
});

test('mail is written from the main address, which can differ from the configured address', async () => {
  await daemon.ask('accounts.addAddress', { account_id, email: alias, primary: true });
  assert.deepEqual(await listed(), [
    { account_id, email: alias, is_primary: true },
    { account_id, email: 'ada@example.test', is_primary: false },
  ]);
  const { session } = await daemon.ask('compose.open', { account_id, kind: 'new' });
  assert.match(JSON.stringify(session), /alias@example\.test/);
  for (const email of [alias, 'ada@example.test'])
    await assert.rejects(daemon.ask('accounts.removeAddress', { account_id, email }), { code: 'primary_address' });
  await daemon.ask('accounts.setPrimaryAddress', { account_id, email: 'ADA@example.test' });
  assert.equal((await listed())[0]?.email, 'ada@example.test');
  const unknown = { account_id, email: 'nobody@example.test' };
  await assert.rejects(daemon.ask('accounts.setPrimaryAddress', unknown), { code: 'no_such_address' });
});

test('addresses are listed for visible accounts only, and an agent cannot add an address', async () => {
  const missing = '00000000-0000-4000-8000-000000000000';
  await assert.rejects(daemon.ask('accounts.addresses', { account_id: missing }), { code: 'not_found' });
  const asked = daemon.ask('accounts.addAddress', { account_id, email: 'x@example.test' }, { origin: 'agent' });
  await assert.rejects(asked, { code: /policy|people_only/ });
});
