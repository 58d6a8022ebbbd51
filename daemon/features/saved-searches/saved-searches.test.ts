import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Failure } from '../../base/failure.ts';
import { until } from '../../test-until.ts';
import { ada, bob, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';

const rawMessage = (subject: string, minutesAgo: number, text = 'Nothing.') =>
  mail({ from: 'Ben <ben@people.example>', subject, text, id: `${subject.replaceAll(' ', '-')}@x`, minutesAgo });

async function daemonWithInvoices(t: TestContext): Promise<TestDaemon> {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    prepare(servers) {
      const { control } = servers.get('ada')!;
      control.deliver(rawMessage('Invoice one', 30), { flags: ['\\Seen'] });
      control.deliver(rawMessage('Invoice two', 20));
      control.deliver(rawMessage('Dinner', 10));
      servers.get('bob')!.control.deliver(rawMessage('Invoice three', 5));
    },
  });
  await daemon.synced();
  return daemon;
}

const invoices = { name: 'Invoices', query: 'subject:invoice' };

async function sectionOf(daemon: TestDaemon, caller = {}) {
  const { sidebar } = await daemon.ask('client.shell', {}, { origin: 'script', ...caller });
  const items = sidebar.sections.find(({ id }) => id === 'saved-searches')?.items ?? [];
  return items.map(({ id, label, unread, total, icon, lens }) => ({ id, label, unread, total, icon, lens }));
}

/** Advances the clock until saved searches were counted this many times. */
async function waitForCounts(daemon: TestDaemon, times: number): Promise<void> {
  const events = () => daemon.events.all('SavedSearchesUpdated').filter(({ changed }) => changed === 'counts');
  await until(`they are counted ${times} times`, () => {
    if (events().length >= times) return true;
    daemon.clock.advance(1000);
    return false;
  });
}

test('saved searches are stored', async (t) => {
  const daemon = await testDaemon(t, { accounts: [{ ...ada, enabled: false }] });
  t.afterEach(async () => {
    for (const { name } of (await daemon.ask('savedSearches.list')).searches)
      await daemon.ask('savedSearches.remove', { name });
  });

  await t.test(
    'a search is stored under a name with any spelling of its mode, and the answer returns it; an invalid query is refused',
    async () => {
      const { search } = await daemon.ask('savedSearches.create', { ...invoices, mode: 'hybrid' });
      const { id, ...rest } = search;
      assert.match(id, /^[0-9a-f-]{36}$/);
      assert.deepEqual(rest, {
        account_id: null,
        name: 'Invoices',
        query: 'subject:invoice',
        search_mode: 'hybrid',
        sort: 'DateDesc',
        icon: null,
        position: 0,
        created_at: '2026-03-10T08:00:00.000Z',
      });
      const other = await daemon.ask('savedSearches.create', { name: 'ÄRGER', query: 'x', search_mode: 'semantic' });
      assert.deepEqual([other.search.search_mode, other.search.position], ['semantic', 1]);
      for (const name of ['INVOICES', 'invoices ', 'A\u0308rger', 'ärger']) {
        await assert.rejects(daemon.ask('savedSearches.create', { name, query: 'x' }), { code: 'name_taken' });
      }
      const { searches } = await daemon.ask('savedSearches.list');
      assert.deepEqual(searches, [search, other.search]);
      assert.equal((await daemon.events.until('SavedSearchesUpdated')).changed, 'searches');

      const wrong = { kind: 'invalid', code: 'bad_query' };
      const misplaced = daemon.ask('savedSearches.create', { name: 'Other', query: 'is:nothing' });
      await assert.rejects(
        misplaced,
        (failure: Failure) => failure.code === 'bad_query' && failure.details['position'] === 3,
      );
      await assert.rejects(daemon.ask('savedSearches.create', { name: 'Other', query: ' ' }), wrong);
      await assert.rejects(
        daemon.ask('savedSearches.update', { name: 'Invoices', icon: '📌', query: 'is:nothing' }),
        wrong,
      );
      assert.deepEqual((await daemon.ask('savedSearches.list')).searches, searches);
    },
  );

  await t.test('checklist 146: an update by the current name changes the given fields and keeps the rest', async () => {
    await daemon.ask('savedSearches.create', { ...invoices, icon: '#3f7a5d', position: 4 });
    await daemon.ask('savedSearches.create', { name: 'Dinners', query: 'dinner' });
    const update = (fields: object) => daemon.ask('savedSearches.update', { name: 'invoices', ...fields });
    const before = await update({});
    const patches = {
      query: 'invoice OR bill',
      search_mode: 'hybrid',
      sort: 'Relevance',
      icon: '📌',
      position: -2,
      account_id: (await daemon.ask('accounts.list')).accounts[0]!.account_id,
    };
    let expected: object = before;
    for (const [field, value] of Object.entries(patches)) {
      expected = { ...expected, [field]: value };
      assert.deepEqual(await update({ [field]: value }), expected);
    }
    assert.deepEqual(await update({ icon: null, account_id: null }), { ...expected, icon: null, account_id: null });
    await assert.rejects(update({ new_name: 'DINNERS' }), { kind: 'conflict', code: 'name_taken' });
    assert.equal((await update({ new_name: 'INVOICES' })).name, 'INVOICES');
    const moved = await update({ new_name: 'Bills' });
    assert.equal(moved.name, 'Bills');
    await assert.rejects(update({ sort: 'DateAsc' }), { kind: 'missing', code: 'search_not_found' });
    await daemon.ask('savedSearches.remove', { name: 'bills' });
    await assert.rejects(daemon.ask('savedSearches.remove', { name: 'bills' }), { code: 'search_not_found' });
    assert.deepEqual(
      (await daemon.ask('savedSearches.list')).searches.map(({ name }) => name),
      ['Dinners'],
    );
  });

  await t.test('checklist 147: pinned searches come first, and an icon is a colour, an emoji or a word', async () => {
    for (const [name, position] of [
      ['Second', 7],
      ['Last', undefined],
      ['First', -1],
      ['Before', -5],
    ] as const)
      await daemon.ask('savedSearches.create', { name, query: 'x', position });
    assert.deepEqual(
      (await sectionOf(daemon)).map(({ label }) => label),
      ['Before', 'First', 'Second', 'Last'],
    );
    const give = (icon: string) => daemon.ask('savedSearches.update', { name: 'First', icon });
    const good = ['#abc', '#A1B2C3d4', 'rebeccapurple', 'rgb(1 2 3 / 50%)', 'rgba(1,2,3,.5)', 'hsl(120deg 50% 50%)'];
    for (const icon of [...good, 'oklch(0.7 0.1 200)', '👨‍👩‍👧', '☂️', 'Büro', '2026'])
      assert.equal((await give(icon)).icon, icon);
    assert.equal((await sectionOf(daemon))[1]?.icon, '2026');
    const bad = [
      'red;background:url(//x.example)',
      'url(x)',
      'rgb(var(--a) 1 2)',
      '#12',
      '</style>',
      'two words',
      '📌📌',
    ];
    for (const icon of [...bad, '', 'expression(1)', "a'b", 'rgb(1 2 3); }', 'x'.repeat(25)])
      await assert.rejects(give(icon), { code: 'invalid_input' }, icon);
  });
});

test('a saved search runs in its own order, and is paged and counted as a mailbox', async (t) => {
  const daemon = await daemonWithInvoices(t);
  await daemon.ask('savedSearches.create', { ...invoices, sort: 'DateAsc' });
  const run = await daemon.ask('savedSearches.run', { name: 'invoices', limit: 2 });
  assert.deepEqual([run.kind, run.has_more, run.total, run.next_offset], ['SearchResults', true, 3, 2]);
  const rest = await daemon.ask('savedSearches.run', { name: 'invoices', limit: 2, offset: 2 });
  assert.deepEqual([rest.results.length, rest.has_more, rest.next_offset], [1, false, null]);
  assert.deepEqual(Object.keys(run.results[0]!).toSorted(), ['account_id', 'message_id', 'mode', 'score', 'thread_id']);
  await assert.rejects(daemon.ask('savedSearches.run', { name: 'none' }), { code: 'search_not_found' });

  const lens = { lens_kind: 'saved_search', saved_search: 'invoices', limit: 2 };
  const first = await daemon.ask('mailbox.list', lens);
  const subjects = ({ mailbox }: typeof first) => mailbox.groups.flatMap(({ rows }) => rows.map((row) => row.subject));
  const second = await daemon.ask('mailbox.list', { ...lens, cursor: first.mailbox.next_cursor });
  assert.deepEqual([subjects(first), subjects(second)], [['Invoice one', 'Invoice two'], ['Invoice three']]);
  assert.deepEqual(
    [first.mailbox.lensLabel, first.mailbox.has_more, second.mailbox.has_more],
    ['Invoices', true, false],
  );
  const active = first.sidebar?.sections.flatMap(({ items }) => items).filter((item) => item.active);
  assert.deepEqual(
    active?.map(({ id }) => id),
    ['saved-search-invoices'],
  );
  await waitForCounts(daemon, 1);
  assert.deepEqual((await daemon.ask('mailbox.list', lens)).mailbox.counts, { unread: 2, total: 3 });
  await assert.rejects(daemon.ask('mailbox.list', { lens_kind: 'saved_search' }), { code: 'saved_search_missing' });
  await assert.rejects(daemon.ask('mailbox.list', { ...lens, saved_search: 'none' }), { code: 'not_found' });
});

test('the shell reports the counts of saved searches, and updates them with the mail', async (t) => {
  const daemon = await daemonWithInvoices(t);
  await daemon.ask('savedSearches.create', invoices);
  const shown = { id: 'saved-search-invoices', label: 'Invoices', icon: null };
  const item = { ...shown, lens: { kind: 'saved_search', savedSearch: 'Invoices' } };
  assert.deepEqual(await sectionOf(daemon), [{ ...item, unread: 0, total: 0 }]);
  await waitForCounts(daemon, 1);
  assert.deepEqual(await sectionOf(daemon), [{ ...item, unread: 2, total: 3 }]);

  daemon.server('ada').control.deliver(rawMessage('Invoice four', 1));
  await daemon.resync();
  await waitForCounts(daemon, 2);
  assert.deepEqual(await sectionOf(daemon), [{ ...item, unread: 3, total: 4 }]);

  const own = (await daemon.ask('accounts.list')).accounts.find(({ name }) => name === 'Bob')!.account_id;
  await sectionOf(daemon, { only: [own] });
  await waitForCounts(daemon, 3);
  assert.deepEqual(await sectionOf(daemon, { only: [own] }), [{ ...item, unread: 1, total: 1 }]);
  await daemon.ask('savedSearches.update', { name: 'Invoices', account_id: own });
  const others = (await daemon.ask('accounts.list')).accounts.find(({ name }) => name === 'Ada')!.account_id;
  assert.deepEqual(await sectionOf(daemon, { only: [others] }), []);
});
