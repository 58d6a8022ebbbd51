import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isFileContent } from '../../contract/define.ts';
import { requestsByName } from '../../contract.ts';
import type { Caller } from '../../handler-types.ts';
import { until } from '../../test-until.ts';
import { csvCell } from './export.ts';
import { ada, bob, mail, testDaemon, testStart, type TestDaemon, type TestSettings } from '../../test-daemon.ts';

const day = 86_400_000;
const start = Date.parse(testStart);
const dinner = 'Dinner on Friday';
const web: Caller = { origin: 'web' };

/**
 * A daemon with a message from Ben, a message that the user sent to Cleo, and a message in a second account if there is one.
 */
async function withMessages(t: TestContext, settings: TestSettings = {}) {
  const rawMessages = {
    ada: [
      mail({ from: 'Ben <ben@people.example>', subject: dinner, text: 'Seven?', id: 'one@people.example' }),
      mail({
        from: 'Ada <ada@example.test>',
        subject: 'Prices',
        text: 'Enclosed.',
        id: 'two@example.test',
        headers: { To: 'Cleo <cleo@people.example>' },
      }),
    ],
    bob: [mail({ from: 'Eve <eve@people.example>', subject: 'The plan', text: 'x', id: 'three@people.example' })],
  };
  const daemon = await testDaemon(t, {
    ...settings,
    prepare: (providers) => {
      for (const [key, bytes] of Object.entries(rawMessages))
        for (const each of bytes) providers.get(key)?.control.deliver(each);
    },
  });
  await daemon.synced();
  const { mailbox } = await daemon.ask('mailbox.list', { lens_kind: 'all_mail', view: 'messages' });
  const rows = mailbox.groups.flatMap((group) => group.rows);
  const row = (subject: string) => rows.find((each) => each.subject === subject)!;
  return { daemon, row };
}

/** Waits until the loop has written the recorded requests. */
async function waitForFlush({ clock }: Pick<TestDaemon, 'clock'>): Promise<void> {
  await nextTurn();
  clock.advance(500);
  await nextTurn();
  await nextTurn();
}

async function entries(daemon: TestDaemon, filter: object = {}, caller: Caller = web) {
  await waitForFlush(daemon);
  return (await daemon.ask('activity.list', filter, caller)).entries;
}

const actions = (found: readonly { action: string }[]) => found.map(({ action }) => action);

/** The bytes of the activity log file and of its write-ahead log. */
function bytesOf({ dataDir }: TestDaemon): string {
  const file = join(dataDir, 'activity.db');
  return `${readFileSync(file, 'latin1')}${readFileSync(`${file}-wal`, 'latin1')}`;
}

test('the activity log records callers and messages, and filters by source, action, target, words and time', async (t) => {
  const { daemon, row } = await withMessages(t);
  const { id, account_id } = row(dinner);
  const archived = await daemon.ask('mutations.archive', { message_ids: [id] }, web);
  await daemon.ask('settings.change', { key: 'ui.density', value: 'compact' }, { origin: 'cli' });
  await daemon.ask('mutations.star', { message_ids: [id], starred: true, dry_run: true }, web);
  await daemon.ask('threads.get', { thread_id: row('Prices').thread_id }, web);
  await assert.rejects(daemon.ask('mutations.undo', { mutation_id: id }, { origin: 'script' }), { code: 'not_found' });
  for (const cursor of [undefined, undefined]) await daemon.ask('search.find', { q: 'prices', cursor }, web);
  // An invalid request is not recorded as an action.
  await assert.rejects(daemon.ask('settings.change', { key: 7 }, web), { code: 'invalid_input' });

  const [searched, undone, changed, first, ...others] = await entries(daemon);
  assert.deepEqual(others, []);
  assert.ok(first);
  const { took_ms, ...rest } = first;
  assert.ok(Number.isInteger(took_ms));
  assert.deepEqual(rest, {
    id: 1,
    ts: start,
    source: 'web',
    token_id: null,
    action: 'mail.archive',
    tier: 'standard',
    account_id,
    target_kind: 'message',
    target_id: id,
    outcome: 'ok',
    context: { subject: dinner, requested: 1, succeeded: 1, mutation_id: archived.result.mutation_id },
    redacted: false,
  });
  assert.deepEqual([changed?.action, changed?.tier, changed?.source], ['settings.change', 'important', 'cli']);
  assert.deepEqual(changed?.context, { key: 'ui.density' });
  assert.deepEqual([undone?.action, undone?.outcome], ['mail.undo', 'not_found']);
  assert.deepEqual([searched?.action, searched?.tier], ['mail.search', 'ephemeral']);
  assert.equal(searched?.context?.['query'], 'prices');

  const found = async (filter: object) => actions(await entries(daemon, filter));
  assert.deepEqual(await found({ query: 'din fri' }), ['mail.archive']);
  assert.deepEqual(await found({ query: '" OR ) NEAR' }), []);
  assert.deepEqual(await found({ prefix: 'settings.' }), ['settings.change']);
  assert.deepEqual(await found({ source: ['cli', 'script'] }), ['mail.undo', 'settings.change']);
  assert.deepEqual(await found({ source: 'cli', action: 'mail.undo' }), []);
  assert.deepEqual(await found({ tier: 'ephemeral' }), ['mail.search']);
  assert.deepEqual(await found({ target_kind: 'message', target_id: id, account: account_id }), ['mail.archive']);
  assert.deepEqual(await found({ until: start }), []);
  const page = await daemon.ask('activity.list', { limit: 3 }, web);
  assert.deepEqual(page.next_cursor, { id: changed?.id, ts: changed?.ts });
  const older = await daemon.ask('activity.list', { cursor: `${page.next_cursor?.ts},${page.next_cursor?.id}` }, web);
  assert.deepEqual([actions(older.entries), older.next_cursor], [['mail.archive'], null]);
  await assert.rejects(daemon.ask('activity.list', { cursor: 'x' }, web), { code: 'bad_cursor' });

  assert.equal((await daemon.ask('activity.count', { prefix: 'mail.' }, web)).count, 3);
  const buckets = async (group_by: string) =>
    (await daemon.ask('activity.stats', { group_by }, web)).buckets.map(({ key, count }) => `${key} ${count}`);
  assert.deepEqual(await buckets('source'), ['web 2', 'cli 1', 'script 1']);
  // Clocks in Berlin are one hour ahead.
  assert.deepEqual([await buckets('day'), await buckets('hour')], [['2026-03-10 4'], ['09 4']]);
});

test('actions that run later are recorded for the caller that asked for them', async (t) => {
  const { daemon, row } = await withMessages(t);
  const { id } = row(dinner);
  await daemon.ask('snooze.create', { message_ids: [id], until: new Date(start + day).toISOString() }, web);
  const sent = row('Prices').id;
  await daemon.ask('reminders.set', { sent_message_id: sent, remind_at: new Date(start + day).toISOString() }, web);
  await waitForFlush(daemon);
  daemon.clock.advance(2 * day);
  await daemon.events.until('MessageUnsnoozed');
  await daemon.events.until('ReminderTriggered');
  const later = (await entries(daemon, { since: start + day })).toSorted((a, b) => (a.action < b.action ? -1 : 1));
  assert.deepEqual(
    later.map(({ action, source, target_id }) => [action, source, target_id]),
    [
      ['mail.wake', 'web', id],
      ['reminders.fire', 'web', sent],
    ],
  );
  assert.deepEqual(later[1]?.context, { subject: 'Prices', recipients: ['cleo@people.example'] });
});

test('an agent’s reads and refusals are recorded; an agent sees only its own entries of its accounts, and cannot change them', async (t) => {
  const profile =
    '[agents.profiles.agent]\nsafety_policy = "full"\nallow_destructive = true\nallowed_accounts = ["ada"]\n';
  const { daemon, row } = await withMessages(t, { accounts: [ada, bob], config: profile });
  const [mine, theirs] = [row(dinner), row('The plan')];
  const agent: Caller = { origin: 'agent', token_id: '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4' };
  await daemon.ask('threads.get', { thread_id: mine.thread_id }, agent);
  await daemon.ask('threads.get', { thread_id: mine.thread_id }, agent);
  await assert.rejects(daemon.ask('threads.get', { thread_id: theirs.thread_id }, agent), { code: 'not_found' });
  await daemon.ask('mutations.trash', { message_ids: [theirs.id] }, web);
  await daemon.ask('threads.get', { thread_id: mine.thread_id }, { origin: 'agent' });

  const seen = await entries(daemon, { source: 'agent', prefix: 'mail.' });
  assert.deepEqual(
    seen.map(({ outcome, token_id, context }) => [outcome, token_id, context]),
    [
      ['ok', null, { subject: dinner }],
      ['not_found', agent.token_id, null],
      ['ok', agent.token_id, { subject: dinner }],
    ],
  );
  const own = await daemon.ask('activity.list', {}, agent);
  assert.deepEqual(
    own.entries.map(({ action, outcome }) => [action, outcome]),
    [
      ['mail.open', 'not_found'],
      ['mail.open', 'ok'],
    ],
  );
  assert.equal((await daemon.ask('activity.count', {}, agent)).count, 2);
  const { buckets } = await daemon.ask('activity.stats', { group_by: 'source' }, agent);
  assert.deepEqual(buckets, [{ key: 'agent', count: 2 }]);
  const exported = await daemon.ask('activity.export', { answer: 'json' }, agent);
  assert.ok('count' in exported && exported.count === 2 && !exported.content.includes('The plan'));
  for (const [name, input] of [
    ['activity.redact', { ids: [1] }],
    ['activity.prune', { before: start + day }],
    ['activity.pause', {}],
    ['activity.resume', {}],
    ['activity.savedFilters', {}],
  ] as const)
    await assert.rejects(daemon.ask(name, input, agent), { code: 'people_only' }, name);
});

test('with [activity].enabled=false, and with SVC_ACTIVITY=off, nothing is recorded (checklist 52)', async (t) => {
  for (const settings of [{ config: '[activity]\nenabled = false\n' }, { options: { env: { SVC_ACTIVITY: 'off' } } }]) {
    const { daemon, row } = await withMessages(t, settings);
    await daemon.ask('mutations.archive', { message_ids: [row(dinner).id] }, web);
    await daemon.ask('search.find', { q: 'xylophone' }, web);
    await assert.rejects(daemon.ask('sync.status', {}, { origin: 'agent' }), { code: 'policy' });
    assert.deepEqual(await entries(daemon), []);
    const { recording, stopped_by } = await daemon.ask('activity.status');
    assert.deepEqual([recording, stopped_by], [false, 'config' in settings ? 'settings' : 'environment']);
    // Anything still held in memory would be written now.
    if ('config' in settings) await daemon.ask('settings.change', { key: 'activity.enabled', value: true }, web);
    assert.deepEqual(actions(await entries(daemon)), 'config' in settings ? ['settings.change'] : []);
    assert.ok(!bytesOf(daemon).includes('xylophone'));
    await daemon.close();
  }
});

test('subjects, recipients, searches and opened links that are not tracked are in no row, index or export (checklist 53, 54)', async (t) => {
  const { daemon, row } = await withMessages(t);
  const switches = ['track_subjects', 'track_recipient_handles', 'track_search_queries', 'track_link_clicks'] as const;
  const turn = async (on: readonly string[]) => {
    for (const key of switches)
      await daemon.ask('settings.change', { key: `activity.${key}`, value: on.includes(key) }, web);
    await daemon.ask('activity.redact', { filter: {} }, web);
    // A repeated read within ten minutes is recorded once.
    daemon.clock.advance(600_000);
  };
  const words = ['Prices', 'cleo', 'xylophone', 'museum'];
  /** Which of the words appear in a search for them, in an export, and in the file. */
  const kept = async () => {
    const { id } = row('Prices');
    await daemon.ask('reminders.set', { sent_message_id: id, remind_at: '2026-03-12T08:00:00Z' }, web);
    await daemon.ask('search.find', { q: 'xylophone to:cleo@people.example' }, web);
    const { recorded } = await daemon.ask('activity.linkOpened', { message_id: id, host: 'museum.example' }, web);
    await waitForFlush(daemon);
    const exported = await daemon.ask('activity.export', { format: 'csv', answer: 'json' }, web);
    const content = 'content' in exported ? exported.content : '';
    const bytes = bytesOf(daemon);
    const foundWords = words.filter((word) => content.includes(word));
    assert.equal(foundWords.includes('museum'), recorded);
    assert.deepEqual(
      words.filter((word) => bytes.includes(word)),
      foundWords,
    );
    for (const word of words)
      assert.equal((await entries(daemon, { query: word })).length > 0, foundWords.includes(word), word);
    return foundWords;
  };
  // The default settings.
  assert.deepEqual(await kept(), ['Prices', 'cleo', 'xylophone']);
  await turn(switches);
  assert.deepEqual(await kept(), words);
  await turn(['track_search_queries']);
  assert.deepEqual(await kept(), ['xylophone']);
  await turn([]);
  assert.deepEqual(await kept(), []);

  const whole = { message_id: row(dinner).id, host: 'museum.example/a?b=c' };
  await assert.rejects(daemon.ask('activity.linkOpened', whole, web), { code: 'invalid_input' });
});

test('the daily sweep deletes entries older than their tier’s days, and keeps an entry that is one day younger (checklist 55)', async (t) => {
  const { daemon } = await withMessages(t);
  // A search is ephemeral, a label standard, a token important; each contains a distinct word.
  const act = async (word: string) => {
    await daemon.ask('search.find', { q: `find${word}` }, web);
    await daemon.ask('labels.create', { name: `label${word}` }, web);
    await daemon.ask('tokens.create', { name: `token${word}`, origin: 'script' }, web);
    await waitForFlush(daemon);
  };
  let today = 0;
  const goTo = async (wanted: number) => {
    daemon.clock.advance((wanted - today) * day);
    today = wanted;
    for (let turns = 0; turns < 5; turns++) await nextTurn();
  };
  const isGone = (word: string) => until(`${word} is gone from the file`, () => !bytesOf(daemon).includes(word));
  const isThere = (word: string) => assert.ok(bytesOf(daemon).includes(word), word);
  await act('old');
  await goTo(1);
  await act('young');
  const limits = [
    ['find', 30],
    ['label', 90],
    ['token', 365],
  ] as const;
  for (const [kind, days] of limits) {
    await goTo(days - 1);
    isThere(`${kind}old`);
    await goTo(days);
    await isGone(`${kind}old`);
    isThere(`${kind}young`);
    assert.deepEqual((await entries(daemon, { query: `${kind}old` })).length, 0);
    assert.deepEqual((await entries(daemon, { query: `${kind}young` })).length, 1);
  }
});

test('redacted and pruned entries are gone from rows, index and file, and the redaction itself is recorded', async (t) => {
  const { daemon, row } = await withMessages(t);
  await daemon.ask('mutations.archive', { message_ids: [row(dinner).id] }, web);
  await daemon.ask('search.find', { q: 'xylophone' }, web);
  await waitForFlush(daemon);
  const ask = (input: object) => daemon.ask('activity.redact', input, web);
  await assert.rejects(ask({}), { code: 'no_target' });
  await assert.rejects(ask({ ids: [1], filter: {} }), { code: 'no_target' });
  assert.deepEqual(await ask({ ids: [1, 99] }), { kind: 'ActivityAffected', affected: 1 });
  assert.deepEqual(await ask({ filter: { query: 'dinner' } }), { kind: 'ActivityAffected', affected: 0 });
  await until(
    'the dinner is gone from the file',
    () => !bytesOf(daemon).includes(dinner) && !bytesOf(daemon).includes('dinner'),
  );
  assert.ok(bytesOf(daemon).includes('xylophone'));
  assert.deepEqual(await entries(daemon, { query: 'dinner', include_redacted: true }), []);
  const archived = (await entries(daemon, { include_redacted: true })).at(-1);
  assert.ok(archived);
  const { action, target_kind, target_id, context, redacted } = archived;
  assert.deepEqual([action, target_kind, target_id, context, redacted], ['mail.archive', null, null, null, true]);
  assert.ok(!actions(await entries(daemon)).includes('mail.archive'));

  // Entries that are not written yet are redacted too.
  await daemon.ask('search.find', { q: 'glockenspiel' }, web);
  assert.equal((await ask({ filter: { actions: ['mail.search'] } })).affected, 2);
  await until('the words are gone from the file', () => !/glockenspiel|xylophone/.test(bytesOf(daemon)));
  daemon.clock.advance(1);
  const before = daemon.clock.now().getTime();
  const left = (await entries(daemon, { include_redacted: true })).filter(({ ts }) => ts >= before).length;
  const { affected } = await daemon.ask('activity.prune', { before }, web);
  assert.ok(affected >= 5);
  const kept = await entries(daemon, { include_redacted: true });
  assert.deepEqual(actions(kept.slice(0, 1)), ['activity.prune']);
  assert.equal(kept.length, left + 1);
  assert.deepEqual(kept[0]?.context, { affected, before });
});

test('a pause survives a restart and is recorded, ends at its time or on resume, and does not stop recording redactions', async (t) => {
  const { daemon } = await withMessages(t);
  const search = (running: TestDaemon, q: string) => running.ask('search.find', { q }, web);
  const { pause } = await daemon.ask('activity.pause', { minutes: 60 }, web);
  assert.deepEqual(pause, { since: start, until: start + 3_600_000 });
  await search(daemon, 'one');
  await daemon.ask('activity.redact', { ids: [77] }, web);
  assert.deepEqual((await daemon.ask('activity.list', {}, web)).pause, pause);
  assert.deepEqual(actions(await entries(daemon)), ['activity.redact', 'activity.pause']);
  await daemon.close();

  const again = await testDaemon(t, { dataDir: daemon.dataDir });
  const { stopped_by, pause: held } = await again.ask('activity.status');
  assert.deepEqual([stopped_by, held], ['pause', pause]);
  await search(again, 'two');
  again.clock.advance(3_600_000);
  await search(again, 'three');
  assert.deepEqual((await again.ask('activity.list', {}, web)).pause, null);
  await again.ask('activity.pause', {}, web);
  await search(again, 'four');
  await again.ask('activity.resume', {}, web);
  await search(again, 'five');
  const queries = (await entries(again, { prefix: 'mail.search' })).map(({ context }) => context?.['query']);
  assert.deepEqual(queries, ['five', 'three']);
});

test('an export is a file in any format or a text, and no cell is read as a formula; filters are saved by name', async (t) => {
  const daemon = await testDaemon(t);
  for (const name of ['One', 'Two "quoted"', 'Three'])
    await daemon.ask('tokens.create', { name, origin: 'script' }, web);
  await waitForFlush(daemon);
  const file = async (format: string) => {
    const reply = await daemon.dispatch('activity.export', { format, answer: 'file' }, web);
    assert.ok(isFileContent(reply));
    return { name: reply.name, content: await text(reply.stream) };
  };
  const csv = await file('csv');
  assert.equal(csv.name, 'posthorn-activity-2026-03-10.csv');
  const [head, ...lines] = csv.content.trimEnd().split('\r\n');
  assert.match(head ?? '', /^id,time,source,/);
  assert.equal(lines.length, 3);
  const line = lines[1] ?? '';
  assert.ok(line.startsWith('2,"2026-03-10T08:00:00.000Z","web",,"tokens.create","important",'), line);
  const context = /,"(\{.*\})"$/.exec(line)?.[1]?.replaceAll('""', '"');
  assert.deepEqual(JSON.parse(context ?? ''), { name: 'Two "quoted"', origin: 'script' });
  const cells = ['=1+1', '+1', '-1', '@sum', '\t=1', 'a-1', 'a"b', 7, null].map(csvCell);
  assert.deepEqual(cells, [`"'=1+1"`, `"'+1"`, `"'-1"`, `"'@sum"`, `"'\t=1"`, '"a-1"', '"a""b"', '7', '']);
  const json = JSON.parse((await file('json')).content) as { action: string }[];
  const listed = (await daemon.ask('activity.list', { until: start + 1 }, web)).entries;
  assert.deepEqual(json.slice(-listed.length), listed);
  assert.equal((await file('ndjson')).content.trimEnd().split('\n').length, json.length);
  const whole = await daemon.ask('activity.export', { format: 'csv', filter: { query: 'two' }, answer: 'json' }, web);
  assert.ok('count' in whole && whole.count === 1);

  const save = (name: string, filter: object) => daemon.ask('activity.saveFilter', { name, filter }, web);
  const { filter } = await save('What agents did', { sources: ['agent', 'mcp'] });
  assert.deepEqual([filter.slug, filter.filter.sources], ['what-agents-did', ['agent', 'mcp']]);
  const before = daemon.clock.now().getTime();
  daemon.clock.advance(1000);
  await save('What agents did!', { sources: ['agent'] });
  const { filters } = await daemon.ask('activity.savedFilters');
  assert.deepEqual(
    filters.map(({ name, filter: { sources }, created_at, updated_at }) => [name, sources, created_at, updated_at]),
    [['What agents did!', ['agent'], before, before + 1000]],
  );
  assert.deepEqual((await daemon.ask('activity.savedFilter', { slug: 'what-agents-did' })).filter, filters[0]);
  await daemon.ask('activity.removeFilter', { slug: 'what-agents-did' });
  for (const name of ['activity.savedFilter', 'activity.removeFilter'] as const)
    await assert.rejects(daemon.ask(name, { slug: 'what-agents-did' }), { code: 'not_found' });
});

test('every field that the activity log keeps is a field of its request', () => {
  for (const [name, { activity = {}, input }] of requestsByName()) {
    const { recordedFields = [], queryFields = [], addressFields = [], unlessFields = [] } = activity;
    const fields = Object.keys(input.shape);
    for (const field of [...recordedFields, ...queryFields, ...addressFields, ...unlessFields])
      assert.ok(fields.includes(field), `${name}: ${field}`);
  }
});
