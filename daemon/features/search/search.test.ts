import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ada, bob, mail, testDaemon, type Reply, type TestDaemon } from '../../test-daemon.ts';

const subjects = ({ groups }: Reply<'search.find'>) => groups.flatMap(({ rows }) => rows.map(({ subject }) => subject));
const find = async (daemon: TestDaemon, q: string, more: object = {}) =>
  subjects(await daemon.ask('search.find', { q, ...more }));

const messages = [
  mail({
    from: 'Alice Moreau <alice@atelier.example.test>',
    subject: 'Spring proofs',
    text: 'The two covers, side by side.',
    id: '1@x',
    minutesAgo: 10,
  }),
  mail({
    from: 'Bob <bob@other.example.test>',
    subject: 'Covers',
    text: 'Two spring covers; Alice says hello.',
    id: '2@x',
    minutesAgo: 20,
  }),
  mail({
    from: 'Ichiro <ichiro@example.test>',
    subject: '東京都のカタログ',
    text: '春の見本をお送りします。Grüße, naïve café',
    id: '3@x',
    minutesAgo: 30,
  }),
  mail({
    from: 'Eve <eve@example.test>',
    subject: 'Re: Covers',
    text: 'not, and, or: ordinary words. https://example.org/a?b=c',
    id: '4@x',
    minutesAgo: 5,
    headers: { 'In-Reply-To': '<2@x>' },
  }),
];

async function daemonWithMail(t: TestContext, config = '') {
  const daemon = await testDaemon(t, {
    config,
    prepare(servers) {
      for (const [n, bytes] of messages.entries())
        servers.get('ada')?.control.deliver(bytes, { flags: n === 1 ? ['\\Seen'] : [] });
    },
  });
  await daemon.synced();
  return daemon;
}

test('words, phrases, from:, is:unread and a leading minus are supported', async (t) => {
  const daemon = await daemonWithMail(t);
  assert.deepEqual(await find(daemon, 'covers spring', { scope: 'messages' }), ['Spring proofs', 'Covers']);
  assert.deepEqual(await find(daemon, '"two covers"'), ['Spring proofs']);
  assert.deepEqual(await find(daemon, 'from:alice'), ['Spring proofs']);
  assert.deepEqual(await find(daemon, 'from:alice@atelier.example.test'), ['Spring proofs']);
  assert.deepEqual(await find(daemon, 'from:atelier'), ['Spring proofs']);
  assert.deepEqual(await find(daemon, 'covers is:unread', { scope: 'messages' }), ['Re: Covers', 'Spring proofs']);
  assert.deepEqual(await find(daemon, 'spring -from:alice'), ['Covers']);
  assert.deepEqual(await find(daemon, '-covers -spring'), ['東京都のカタログ']);
  assert.deepEqual(await find(daemon, 'is:read'), ['Covers']);
});

test('accents, scripts without spaces and pasted text are found', async (t) => {
  const daemon = await daemonWithMail(t);
  assert.deepEqual(await find(daemon, 'grusse', { matching: 'exact' }), []);
  assert.deepEqual(await find(daemon, 'GRÜẞE'.toLowerCase()), ['東京都のカタログ']);
  assert.deepEqual(await find(daemon, 'naive cafe'), ['東京都のカタログ']);
  assert.deepEqual(await find(daemon, '東京'), ['東京都のカタログ']);
  assert.deepEqual(await find(daemon, '見本'), ['東京都のカタログ']);
  assert.deepEqual(await find(daemon, 'カタログ'), ['東京都のカタログ']);
  assert.deepEqual(await find(daemon, 'https://example.org/a?b=c'), ['Re: Covers']);
});

test('a thread appears once, by its newest match, with its full count; messages appear individually', async (t) => {
  const daemon = await daemonWithMail(t);
  const threads = await daemon.ask('search.find', { q: 'covers' });
  const rows = threads.groups.flatMap((group) => group.rows);
  assert.deepEqual(
    rows.map(({ kind, subject, message_count }) => [kind, subject, message_count]),
    [
      ['message', 'Re: Covers', 2],
      ['message', 'Spring proofs', 1],
    ],
  );
  assert.deepEqual([threads.total, threads.total_is_exact, threads.coverage], [2, true, { indexed: 4, stored: 4 }]);
  assert.equal((await daemon.ask('search.find', { q: 'covers', scope: 'messages' })).total, 3);
});

test('pages are consecutive in either order without repeating a thread', async (t) => {
  const daemon = await testDaemon(t, { accounts: [{ ...ada, name: 'Demo', count: 600 }] });
  await daemon.synced();
  for (const sort of ['recent', 'oldest']) {
    const whole = await daemon.ask('search.find', { q: 'the', sort, limit: 1000 });
    const ids = whole.groups.flatMap(({ rows }) => rows.map(({ thread_id }) => thread_id));
    const paged: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await daemon.ask('search.find', { q: 'the', sort, limit: 37, ...(cursor && { cursor }) });
      paged.push(...page.groups.flatMap(({ rows }) => rows.map(({ thread_id }) => thread_id)));
      assert.equal(page.total, whole.total);
      cursor = page.next_cursor;
    } while (cursor);
    assert.ok(ids.length > 100, `${ids.length} hits`);
    assert.deepEqual(paged, ids);
    assert.equal(new Set(ids).size, ids.length);
  }
});

test('totals are exact in every order, on every page and of a saved search, unless a lower bound is asked for', async (t) => {
  const daemon = await testDaemon(t, { accounts: [{ ...ada, name: 'Demo', count: 1_400 }] });
  await daemon.synced();
  const q = '-nowhere';
  const { count } = await daemon.ask('search.count', { q });
  assert.ok(count > 1_000, `${count} messages`);
  const whole = await daemon.ask('search.find', { q, limit: 1000 });
  const threads = whole.groups.flatMap(({ rows }) => rows).length;
  assert.equal(whole.has_more, false);
  for (const sort of ['recent', 'oldest', 'relevant']) {
    const first = await daemon.ask('search.find', { q, sort, limit: 10 });
    const next = await daemon.ask('search.find', { q, sort, limit: 10, cursor: first.next_cursor ?? '' });
    const messages = await daemon.ask('search.find', { q, sort, limit: 10, scope: 'messages' });
    const totals = [first, next, messages].map(({ total, total_is_exact }) => [total, total_is_exact]);
    assert.deepEqual(
      totals,
      [
        [threads, true],
        [threads, true],
        [count, true],
      ],
      sort,
    );
  }
  await daemon.ask('savedSearches.create', { name: 'All', query: q });
  assert.equal((await daemon.ask('savedSearches.run', { name: 'All', limit: 5 })).total, count);
  const early = await daemon.ask('search.find', { q, scope: 'messages', exact: false, limit: 10 });
  assert.deepEqual([early.total < count, early.total_is_exact], [true, false]);
});

test('a search without q is empty, not an error (checklist 112)', async (t) => {
  const daemon = await daemonWithMail(t);
  const { groups, total, has_more, next_cursor } = await daemon.ask('search.find');
  assert.deepEqual(
    { groups, total, has_more, next_cursor },
    { groups: [], total: 0, has_more: false, next_cursor: null },
  );
});

test('count accepts q and query (checklist 113)', async (t) => {
  const daemon = await daemonWithMail(t);
  assert.equal((await daemon.ask('search.count', { q: 'covers' })).count, 3);
  assert.equal((await daemon.ask('search.count', { query: 'covers' })).count, 3);
  assert.equal((await daemon.ask('search.count')).count, 0);
});

test('without limit and mode a search uses the configuration, and reports the mode (checklist 43)', async (t) => {
  const daemon = await daemonWithMail(t, '[search]\nmax_results = 2\ndefault_mode = "hybrid"\n');
  const { groups, mode, explain } = await daemon.ask('search.find', { q: 'is:unread', scope: 'messages' });
  assert.equal(groups.flatMap(({ rows }) => rows).length, 2);
  assert.deepEqual([mode, explain?.requested_mode, explain?.executed_mode], ['lexical', 'hybrid', 'lexical']);
});

test('hybrid and semantic searches use words, with a note, while there is no model (checklist 44)', async (t) => {
  const daemon = await daemonWithMail(t);
  for (const mode of ['hybrid', 'semantic']) {
    const answer = await daemon.ask('search.find', { q: 'from:alice', mode });
    assert.deepEqual(subjects(answer), ['Spring proofs']);
    assert.equal(answer.explain?.notes.length, 1);
  }
});

test('pasted text is searched, with any characters in it', async (t) => {
  const daemon = await daemonWithMail(t);
  const pasted = [
    '"',
    '""',
    '-',
    '--',
    '*',
    'a*b',
    '(',
    ')',
    ':-)',
    'a) b',
    '^a',
    'a:b:c',
    "'; DROP TABLE fts; --",
    '" OR "',
  ];
  const odd = ['\0', '\ud800', '😀', 'x'.repeat(4000), 'NEAR(a b)', '"a" + "b" :'];
  for (const q of [...pasted, ...odd]) await daemon.ask('search.find', { q });
  assert.deepEqual(await find(daemon, '(covers', { scope: 'messages' }), ['Re: Covers', 'Spring proofs', 'Covers']);
  await assert.rejects(daemon.ask('search.find', { q: 'x'.repeat(4001) }), { kind: 'invalid' });
  await assert.rejects(daemon.ask('search.find', { q: 'x', cursor: 'x' }), { kind: 'invalid', code: 'bad_cursor' });
});

test('an invalid query is refused with the position and what is valid there', async (t) => {
  const daemon = await daemonWithMail(t);
  for (const name of ['search.find', 'search.count', 'search.groups'] as const) {
    await assert.rejects(daemon.ask(name, { q: 'covers category:sozial' }), {
      kind: 'invalid',
      code: 'bad_query',
      message:
        '“category:” can’t be “sozial”. Did you mean category:social? It can be social, promotions, updates, forums, reservations, purchases, primary.',
      details: {
        position: 16,
        length: 6,
        expected: ['social', 'promotions', 'updates', 'forums', 'reservations', 'purchases', 'primary'],
      },
    });
  }
});

test('a caller restricted to one account finds nothing of another', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    config: '[agents.profiles.agent]\nallowed_accounts = ["ADA@example.test"]\n',
    prepare(servers) {
      for (const [key, server] of servers)
        server.control.deliver(mail({ from: 'eve@example.test', subject: `for ${key}`, text: 'secret' }));
    },
  });
  await daemon.synced();
  const agent = { origin: 'agent' as const };
  assert.deepEqual(subjects(await daemon.ask('search.find', { q: 'secret' }, agent)), ['for ada']);
  assert.equal((await daemon.ask('search.count', { q: 'secret' }, agent)).count, 1);
  assert.equal((await daemon.ask('search.count', { q: 'secret' })).count, 2);
  const [mine, other] = (await daemon.ask('accounts.list')).accounts.map(({ account_id }) => account_id);
  assert.deepEqual(subjects(await daemon.ask('search.find', { q: 'secret', account_id: other })), ['for bob']);
  assert.deepEqual((await daemon.ask('search.find', { q: 'secret', account_id: mine })).coverage, {
    indexed: 1,
    stored: 1,
  });
  await assert.rejects(daemon.ask('search.find', { q: 'secret', account_id: other }, agent), { kind: 'missing' });
  await assert.rejects(daemon.ask('search.count', { q: 'secret', account_id: 'nobody' }), { kind: 'missing' });
});

test('a filter for one of two labels with the same name says whose label it is', async (t) => {
  const daemon = await testDaemon(t, { accounts: [ada, bob] });
  await daemon.synced();
  const { accounts } = await daemon.ask('accounts.list');
  const create = async (account_id: string | undefined, name: string) =>
    (await daemon.ask('labels.create', { name, account_id })).label.id;
  const shared = await Promise.all(accounts.map(({ account_id }) => create(account_id, 'Travel')));
  const only = await create(accounts[0]?.account_id, 'Plans');
  const words = async (q: string) => (await daemon.ask('search.find', { q })).clauses.map((clause) => clause.words);
  assert.deepEqual(
    [await words(`label:${shared[0]}`), await words(`label:${shared[1]}`), await words('label:travel')],
    [['with the label Travel (Ada)'], ['with the label Travel (Bob)'], ['with the label Travel']],
  );
  assert.deepEqual(await words(`label:${only}`), ['with the label Plans']);
});
