import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ada, bob, mail, testDaemon, type Reply } from '../../test-daemon.ts';

const subjects = ({ groups }: Reply<'search.find'>) => groups.flatMap(({ rows }) => rows.map(({ subject }) => subject));

const numbered = (number: number) =>
  mail({
    from: number % 2 === 0 ? 'eve@example.test' : 'Ines <ines@example.test>',
    subject: `Letter ${number}`,
    text: number === 5 ? 'A quincunx of trees.' : number <= 120 ? 'About the old boiler.' : 'About the garden.',
    id: `letter-${number}@x`,
    minutesAgo: 1_000 - number,
  });

/** A daemon whose first sync was interrupted after the newest of 400 messages. */
async function partialSync(t: TestContext) {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const { control } = servers.get('ada')!;
      for (let number = 1; number <= 400; number++) control.deliver(numbered(number));
      control.fault({ kind: 'drop-mid-batch', times: 1 });
    },
  });
  await daemon.events.until('SyncFinished');
  await daemon.whenIndexed();
  const find = async (q: string, more: object = {}) => daemon.ask('search.find', { q, scope: 'messages', ...more });
  const only = async (q: string, input: object = {}) => {
    const { accounts } = await daemon.ask('search.fetch', { q, ...input });
    assert.equal(accounts.length, 1);
    return accounts[0]!;
  };
  return { daemon, control: daemon.server('ada').control, find, only };
}

test('mail that no sync has reached is found on the server, and stays when the sync goes on', async (t) => {
  const { daemon, control, find, only } = await partialSync(t);
  const before = await find('"Letter 3"', { matching: 'exact' });
  assert.deepEqual([subjects(before), before.incomplete_accounts.length], [[], 1]);
  const found = await only('subject:"letter 3" from:ines');
  assert.equal(found.state, 'searched');
  assert.ok(found.fetched > 1, 'a server finds parts of words too');
  assert.deepEqual(subjects(await find('"Letter 3"')), ['Letter 3']);
  assert.deepEqual(await only('subject:"letter 3" from:ines'), { ...found, fetched: 0 });

  const [row] = (await find('"Letter 3"')).groups.flatMap(({ rows }) => rows);
  await daemon.ask('mutations.star', { message_ids: [row?.id ?? ''], starred: true });
  await daemon.resync();
  const after = await find('letter', { limit: 500 });
  assert.deepEqual([after.total, after.incomplete_accounts], [400, []]);
  assert.deepEqual(subjects(await find('"Letter 3" is:starred')), ['Letter 3']);
  const searches = control.calls.search;
  assert.equal((await only('boiler')).state, 'complete');
  assert.equal(control.calls.search, searches, 'a server is not asked for mail that is stored');
});

test('a message that leaves the server before the sync reaches it leaves the store', async (t) => {
  const { daemon, control, find, only } = await partialSync(t);
  await only('quincunx');
  assert.deepEqual(subjects(await find('quincunx')), ['Letter 5']);
  control.expunge('INBOX', 5);
  await daemon.resync();
  assert.deepEqual(subjects(await find('quincunx', { matching: 'exact' })), []);
  assert.equal((await find('letter')).total, 399);
});

test('a search on the server stores a limited number, and says how many are left', async (t) => {
  const { find, only } = await partialSync(t);
  const first = await only('boiler');
  assert.deepEqual([first.state, first.fetched, first.remaining], ['more', 50, 69]);
  assert.equal((await find('boiler')).total, 50);
  assert.equal(subjects(await find('boiler'))[0], 'Letter 120', 'the newest come first');
  await only('boiler');
  const last = await only('boiler');
  assert.deepEqual([last.state, last.fetched, last.remaining], ['searched', 19, 0]);
  assert.equal((await find('boiler')).total, 119);
});

test('without the server, local results stay and the answer says why there are no others', async (t) => {
  const { control, find, only } = await partialSync(t);
  control.fault({ kind: 'offline' });
  const { state, message } = await only('garden boiler');
  assert.equal(state, 'failed');
  assert.match(message ?? '', /^Can’t reach /);
  assert.ok((await find('garden')).total > 0);
});

test('a server that does not answer in time is not waited for, and what it sent is kept', async (t) => {
  const { daemon, control, find } = await partialSync(t);
  control.fault({ kind: 'slow', ms: 60_000 });
  const asked = daemon.ask('search.fetch', { q: '"letter 7"' });
  while (control.calls.search === 0) await new Promise(setImmediate);
  daemon.clock.advance(20_000);
  assert.deepEqual(
    (await asked).accounts.map(({ state, fetched }) => [state, fetched]),
    [['unfinished', 0]],
  );
  assert.deepEqual(subjects(await find('"Letter 7"', { matching: 'exact' })), []);
});

test('a query without words and dates asks no server, and a caller reaches only its accounts', async (t) => {
  const daemon = await testDaemon(t, { accounts: [ada, bob] });
  await daemon.synced();
  await assert.rejects(daemon.ask('search.fetch', { q: 'is:unread -boiler' }), { code: 'nothing_to_ask' });
  await assert.rejects(daemon.ask('search.fetch', { q: 'from:a (' }), { code: 'bad_query' });
  const [own, other] = (await daemon.ask('accounts.list')).accounts;
  const caller = { origin: 'script' as const, token_id: 'a', only: [own?.account_id ?? ''] };
  const { accounts } = await daemon.ask('search.fetch', { q: 'march' }, caller);
  assert.deepEqual(
    accounts.map(({ account_id }) => account_id),
    [own?.account_id],
  );
  const input = { q: 'march', account_id: other?.account_id };
  await assert.rejects(daemon.ask('search.fetch', input, caller), { code: 'not_found' });
});
