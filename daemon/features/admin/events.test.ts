import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { movableClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { isVisibleTo } from '../../contract/event-visibility.ts';
import type { Announcement, EventKind } from '../../contract/events.ts';
import type { Caller } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { openEvents } from '../../mail/events/events.ts';
import { openReadOnly, sql, type Sql } from '../../store/db.ts';
import { openActivity } from '../../store/open.ts';
import { ada, bob, testDaemon, testStart } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import { adminRequests } from './contract.ts';
import { eventKinds } from './event-descriptions.ts';
import { eventReaders } from './events.ts';
import { recordedEventsSql } from './store.ts';

const owner: Caller = { origin: 'script' };
const ofMail = { account_id: 'work' };
const conversation = { thread_id: 'thread-1', subject: 'Dinner on Friday' };
const operation = { operation_id: 'o', operation: 'sync', account_id: 'work' };
const hidden = { subject: 'HIDDEN', snippet: 'HIDDEN', id: 'message-1' };

/** One event of each kind; the samples contain mail, which the descriptions must not contain. */
const samples: { [K in EventKind]: Omit<Extract<Announcement, { event: K }>, 'event'> } = {
  SyncStarted: { ...ofMail, account_name: 'Work' },
  SyncFinished: { ...ofMail, ok: false, messages_synced: 3, error: 'One folder is missing.' },
  SyncCompleted: { ...ofMail, messages_synced: 1 },
  SyncError: { ...ofMail, error: 'The server didn’t answer.' },
  NewMessages: { ...ofMail, total: 1, envelopes: [hidden as never] },
  MailUpdated: { ...ofMail, total: 2000, message_ids: ['message-1', 'message-2'] },
  MailRemoved: { ...ofMail, total: 1, message_ids: ['message-1'] },
  LabelCountsUpdated: { ...ofMail, counts: [] },
  SavedSearchesUpdated: { changed: 'counts' },
  OperationStarted: { ...operation, message: 'Syncing' },
  OperationProgress: { ...operation, current: 1, total: 3, message: 'Fetching' },
  OperationCompleted: { ...operation, message: 'Done' },
  OperationFailed: { ...operation, error: 'The server didn’t answer.', retryable: true },
  OperationCancelled: { ...operation, account_id: null, message: 'Called off' },
  // prettier-ignore
  MutationCompleted: {
    mutation_id: 'm', kind: 'archive', message_ids: ['message-1'], thread_ids: [], account_ids: ['work'],
    ok: true, succeeded: 1, skipped: 0, failed: 0, undo: false,
  },
  MutationReconciliationFailed: { ...ofMail, client_correlation_id: null, error_summary: 'The folder is gone.' },
  MessageUnsnoozed: { ...ofMail, message_id: 'message-1', ...conversation, is_due: true },
  ReminderTriggered: { ...ofMail, sent_message_id: 'message-1', ...conversation },
  ScheduledSendFlushed: { ...ofMail, draft_id: 'd', ok: true },
  DraftsUpdated: { ...ofMail, draft_ids: ['d'] },
  DeliveriesUpdated: { ...ofMail, delivery_ids: ['d'] },
  RulesUpdated: { rule_ids: ['r'], account_ids: ['work'] },
  RulePaused: { rule_id: 'r', rule_name: 'HIDDEN', account_ids: ['work'] },
  OutboxUpdated: { ...ofMail, draft_id: 'd', send_id: 's', state: 'queued' },
  SendBounced: {
    ...ofMail,
    local_message_id: 'm',
    rfc2822_message_id: 'r',
    recipients: ['HIDDEN'],
    error: 'HIDDEN',
  },
  ThreadGistReady: { ...ofMail, thread_id: 't', gist: { text: 'HIDDEN' } },
  ConfigChanged: { keys: ['bridge.port'], trouble: null },
  StoreStateChanged: { degraded: true, message: 'The mail database on this computer is damaged.' },
  LocalPageAsked: { origin: 'http://localhost:5173' },
  IndexBootstrapped: { documents: 1200, repaired: true, duration_ms: 1500 },
  EventsLagged: { skipped: 7 },
};

const announcements = eventKinds.map((event) => ({ event, ...samples[event] }) as Announcement);
const account = (account_id: string, name: string) => ({ account_id, name }) as Account;
const accounts = [account('work', 'Work'), account('home', 'me@home.example')];

/** The event log of a daemon that announced these events, one second apart. */
async function recorded(t: TestContext, all: readonly Announcement[] = announcements) {
  const file = join(testFolder(), 'activity.db');
  const db = await openActivity(file);
  const clock = movableClock(testStart);
  const events = openEvents({ db, clock, log: silentLog });
  for (const announcement of all) {
    events.announce(announcement);
    events.flush();
    clock.advance(1000);
  }
  const activity = openReadOnly(file);
  const readers = eventReaders({ activity });
  t.after(() => {
    activity.close();
    events.close();
    db.close();
  });
  const callOf = (caller: Caller) => ({
    caller,
    accounts: caller.only ? accounts.filter(({ account_id }) => caller.only?.includes(account_id)) : accounts,
    db: activity,
  });
  return {
    db,
    async entries(input: object = {}, caller = owner) {
      const { entries } = await readers.events(adminRequests.events.input.parse(input), callOf(caller));
      return adminRequests.events.output.shape.entries.parse(entries);
    },
    async count(input: object = {}, caller = owner) {
      return (await readers.countEvents(adminRequests.countEvents.input.parse(input), callOf(caller))).count;
    },
    categories: async (caller = owner) => (await readers.eventCategories({}, callOf(caller))).categories,
  };
}

type Entries = Awaited<ReturnType<Awaited<ReturnType<typeof recorded>>['entries']>>;
const kindsOf = (entries: Entries) => entries.map(({ event }) => event);

test('every kind of event is described in a sentence without mail content', async (t) => {
  const { entries } = await recorded(t);
  const all = await entries();
  assert.deepEqual(kindsOf(all), eventKinds.toReversed());
  for (const { event, summary } of all) assert.match(summary, /^[A-Z0-9].*\.$/, event);
  assert.doesNotMatch(JSON.stringify(all), /HIDDEN|@/);
  const index = eventKinds.indexOf('SyncError');
  assert.deepEqual(all.at(-1 - index), {
    seq: index + 1,
    event: 'SyncError',
    timestamp: Date.parse(testStart) / 1000 + index,
    level: 'error',
    category: 'sync',
    summary: 'The sync of “Work” failed.',
    details: 'The server didn’t answer.',
    account_id: 'work',
    message_id: null,
    rule_id: null,
  });
});

test('an event about one message names it, and a failure is a warning', async (t) => {
  const { entries } = await recorded(t);
  const all = await entries();
  const alone = all.filter(({ message_id }) => message_id === 'message-1');
  const ofOne = ['ReminderTriggered', 'MessageUnsnoozed', 'MutationCompleted', 'MailRemoved', 'NewMessages'];
  assert.deepEqual(kindsOf(alone), ofOne);
  assert.equal(all.find(({ event }) => event === 'MutationCompleted')?.account_id, 'work');
  const warned = all.filter(({ level }) => level === 'warn');
  assert.deepEqual(kindsOf(warned), [
    'EventsLagged',
    'LocalPageAsked',
    'OperationCancelled',
    'SendBounced',
    'RulePaused',
    'SyncFinished',
  ]);
});

test('level, category and words filter by the entries’ texts, and the count matches', async (t) => {
  const { entries, count, categories } = await recorded(t);
  const all = await entries();
  for (const level of ['info', 'warn', 'error'] as const) {
    const wanted = all.filter((entry) => entry.level === level);
    assert.deepEqual(await entries({ level }), wanted, level);
    assert.equal(await count({ level }), wanted.length, level);
  }
  const present = [...new Set(all.map(({ category }) => category))].sort();
  assert.deepEqual(await categories(), present);
  for (const category of present) {
    const wanted = all.filter((entry) => entry.category === category);
    assert.deepEqual(await entries({ category }), wanted, category);
    assert.deepEqual(await entries({ category_prefix: category.slice(0, -1) }), wanted, category);
  }
  assert.deepEqual(await entries({ category: 'nonsense' }), []);
  assert.deepEqual(kindsOf(await entries({ search: "DIDN'T answer" })), ['OperationFailed', 'SyncError']);
  assert.deepEqual(kindsOf(await entries({ search: 'didn’t answer', offset: 1 })), ['SyncError']);
  assert.equal(await count({ search: 'didn’t answer', level: 'error' }), 2);
});

test('since and until are whole seconds, both included', async (t) => {
  const { entries, count } = await recorded(t);
  const second = Date.parse(testStart) / 1000;
  assert.deepEqual(kindsOf(await entries({ since: second + 1, until: `${second + 2}` })), [
    'SyncCompleted',
    'SyncFinished',
  ]);
  assert.equal(await count({ until: second - 1 }), 0);
  assert.equal(await count({ since: 0, until: 253_402_300_798 }), eventKinds.length);
});

test('a caller restricted to some accounts sees only what the event socket would show', async (t) => {
  const account_ids = ['work', 'home'];
  const ofTwo: Announcement = { ...samples.MutationCompleted, event: 'MutationCompleted', account_ids };
  const ofNone: Announcement = { ...samples.OperationCancelled, event: 'OperationCancelled' };
  const byCaller = { actor: { origin: 'agent', token_id: 't' } };
  const byOther = { actor: { origin: 'script', token_id: 'u' } };
  const actors = [byCaller, byOther].flatMap((by) => [ofTwo, ofNone].map((event) => ({ ...event, ...by })));
  const all: Announcement[] = [...announcements, ofTwo, ...actors];
  const { entries, count, categories } = await recorded(t, all);
  for (const only of [['work'], ['home'], ['work', 'home'], []]) {
    const caller: Caller = { origin: 'script', token_id: 't', only };
    const viewer = { origin: 'script', token_id: 't', accounts: new Set(only) };
    const shown = all.filter((announcement) => isVisibleTo(announcement, viewer));
    assert.deepEqual(kindsOf(await entries({}, caller)), shown.map(({ event }) => event).toReversed(), only.join());
    assert.equal(await count({}, caller), shown.length);
    assert.equal((await categories(caller)).includes('config'), false);
  }
  assert.equal((await entries()).length, all.length);
});

test('every page is read from the index without sorting, for any filter', async (t) => {
  const { db } = await recorded(t);
  const viewer = { origin: 'script', token_id: 't', accounts: new Set(['work']) };
  const queries = [{}, { since: 'a', until: 'b' }, { level: 'error' as const }, { viewer }];
  for (const query of queries) {
    const { text, values }: Sql = recordedEventsSql({ kinds: eventKinds, ...query }, { limit: 200, offset: 0 });
    const plan = db.all<{ detail: string }>({ text: `EXPLAIN QUERY PLAN ${text}`, values }).map(({ detail }) => detail);
    assert.match(plan.join('\n'), /(SCAN|SEARCH) events USING INDEX events_at/);
    assert.doesNotMatch(plan.join('\n'), /TEMP B-TREE/);
  }
});

test('an event of an unknown kind is skipped', async (t) => {
  const { db, entries, count } = await recorded(t);
  db.run(sql`INSERT INTO events (at, kind, payload) VALUES (${testStart}, 'Unheard', '{"event":"Unheard"}')`);
  assert.equal((await entries()).length, eventKinds.length);
  assert.equal(await count(), eventKinds.length);
});

test('checklist 120: the event log pages from the newest entry, for callers that may see it', async (t) => {
  const { ask, synced, dispatch } = await testDaemon(t, { accounts: [{ ...ada, count: 3 }, bob] });
  await synced();
  const { entries: all } = await ask('admin.events');
  assert.deepEqual(
    all.map(({ seq }) => seq),
    all.map(({ seq }) => seq).toSorted((a, b) => b - a),
  );
  const paged = [];
  for (let offset = 0; offset < all.length; offset += 3)
    paged.push(...(await ask('admin.events', { limit: 3, offset })).entries);
  assert.deepEqual(paged, all);
  assert.equal((await ask('admin.countEvents')).count, all.length);
  assert.deepEqual((await ask('admin.eventCategories')).categories, ['mail', 'operation', 'sync']);

  const ids = [...new Set(all.flatMap(({ account_id }) => account_id ?? []))];
  const [only = ''] = ids;
  assert.equal(ids.length, 2);
  const { entries: seen } = await ask('admin.events', {}, { origin: 'script', token_id: 't', only: [only] });
  assert.deepEqual(
    seen,
    all.filter(({ account_id }) => account_id === only || account_id === null),
  );
  await assert.rejects(dispatch('admin.events', { level: 'loud' }, owner), { code: 'invalid_input' });
});
