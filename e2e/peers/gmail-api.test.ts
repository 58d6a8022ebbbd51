import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { systemClock } from '../../daemon/base/clock.ts';
import { testTokens } from '../../daemon/providers/gmail/test-gmail-mailbox.ts';
import { gmailAccountConfig, openApiAccount } from '../../daemon/providers/gmail/test-gmail-account.ts';
import { testDaemon } from '../../daemon/test-daemon.ts';
import { until } from '../../daemon/test-until.ts';
import { startGmailServer, type GmailServer } from '../../testing/servers/gmail/server.ts';
import { gmailContents } from './support/gmail-contents.ts';
import { auditStore } from './support/store-audit.ts';
import { buildMessage } from './support/test-messages.ts';

/** A daemon whose account uses the Gmail API alone. */
async function open(
  t: TestContext,
  { count = 60, prepare }: { count?: number; prepare?: (server: GmailServer) => void } = {},
) {
  const server = await startGmailServer();
  t.after(() => server.stop());
  const start = Date.parse('2026-03-01T08:00:00Z');
  let number = 0;
  const deliver = async (subject: string, now = start + ++number * 60_000) => {
    const sentAt = Math.floor(now / 1000);
    const labelIds = ['INBOX', 'UNREAD'];
    const bytes = buildMessage({
      id: `${subject.replaceAll(' ', '.')}@gmail.example`,
      subject,
      text: `This is ${subject}.`,
      sentAt,
    });
    const raw = bytes.toString('base64url');
    const { id } = await server.call('POST', '/messages', { raw, labelIds, internalDate: String(sentAt * 1000) });
    return String(id);
  };
  for (let each = 1; each <= count; each++) await deliver(`Letter ${each}`);
  await server.call('POST', '/labels', { name: 'Work', color: { backgroundColor: '#16a766', textColor: '#ffffff' } });
  prepare?.(server);
  const tokens = testTokens(server);
  const account = openApiAccount({ origin: server.origin, tokens, clock: systemClock, unitLimit: 1_000_000 });
  const daemon = await testDaemon(t, {
    accounts: [],
    config: gmailAccountConfig,
    options: { ...account, clock: systemClock },
  });
  const { ask, events } = daemon;
  const pass = async () => {
    const before = events.all('SyncFinished').length;
    await ask('sync.start');
    await events.until('SyncFinished', before + 1);
  };
  /** A pass may have been under way. */
  const sync = async () => {
    await pass();
    await pass();
    await daemon.whenIndexed();
  };
  await events.until('SyncFinished', 1);
  const rowsOf = async (lens_kind: 'inbox' | 'all_mail') => {
    const { mailbox } = await ask('mailbox.list', { lens_kind, view: 'messages', limit: 200 });
    return mailbox.groups.flatMap(({ rows }) => rows);
  };
  const idOf = async (subject: string) => {
    const row = (await rowsOf('all_mail')).find((each) => each.subject === subject);
    assert.ok(row, `${subject} is listed`);
    return row.id;
  };
  const labelsOf = (subject: string): string[] => {
    const found = server.mail.messages.all().find((each) => each.subject === subject);
    return [...(found?.label_ids ?? [])].toSorted();
  };
  const done = (mutation_id: string | null) =>
    until('Gmail has the change', () =>
      events.all('MutationCompleted').some((event) => event.mutation_id === mutation_id && event.ok),
    );
  const assertInSync = async () => {
    await sync();
    assert.deepEqual(auditStore(daemon.dataDir, gmailContents(server, daemon.dataDir)), []);
  };
  return { server, daemon, tokens, account, deliver, sync, rowsOf, idOf, labelsOf, done, assertInSync };
}

test('an account through the API alone is synced, and its changes reach Gmail and are undone', async (t) => {
  const { server, daemon, rowsOf, idOf, labelsOf, done, assertInSync } = await open(t);
  const { ask } = daemon;
  assert.equal((await rowsOf('inbox')).length, 60);
  const work = server.mail.labels.all().find(({ name }) => name === 'Work')?.gmail_id ?? '';
  const acts: [
    name: 'archive' | 'trash' | 'spam' | 'star' | 'read' | 'labels' | 'move',
    input: object,
    expected: string[],
  ][] = [
    ['archive', {}, ['UNREAD']],
    ['trash', {}, ['TRASH', 'UNREAD']],
    ['spam', {}, ['SPAM', 'UNREAD']],
    ['star', { starred: true }, ['INBOX', 'STARRED', 'UNREAD']],
    ['read', { read: true }, ['INBOX']],
    ['labels', { add: ['Work'] }, ['INBOX', work, 'UNREAD'].toSorted()],
    ['move', { target_label: 'Work' }, [work, 'UNREAD'].toSorted()],
  ];
  for (const [index, [name, input, expected]] of acts.entries()) {
    const subject = `Letter ${index + 1}`;
    const { result } = await ask(`mutations.${name}`, { message_ids: [await idOf(subject)], ...input });
    await done(result.mutation_id);
    assert.deepEqual(labelsOf(subject), expected, name);
    const undone = await ask('mutations.undo', { mutation_id: result.mutation_id ?? '' });
    await done(undone.result.mutation_id);
    assert.deepEqual(labelsOf(subject), ['INBOX', 'UNREAD'], `${name} is undone`);
  }
  await assertInSync();
  const ids = (await rowsOf('inbox')).slice(0, 40).map(({ id }) => id);
  server.requests.length = 0;
  const { result } = await ask('mutations.read', { message_ids: ids, read: true });
  await done(result.mutation_id);
  const changes = server.requests.filter((name) => name.startsWith('POST'));
  assert.deepEqual(changes, ['POST /messages/batchModify'], '40 messages are one request');
  await assertInSync();
});

test('mail that the first sync has not reached is found by Gmail, and a sync goes on as if it had not been', async (t) => {
  const { server, daemon, rowsOf, assertInSync } = await open(t, {
    count: 120,
    prepare: ({ faults }) => faults.add({ on: 'GET /messages/:id raw', after: 25, do: 'respond', status: 503 }),
  });
  const { ask } = daemon;
  // A next pass begins with the labels, and gets no answer.
  server.faults.clear();
  server.faults.add({ on: 'GET /labels', do: 'delay' });
  assert.ok((await rowsOf('all_mail')).length < 100);
  const find = async (q: string) => (await ask('search.find', { q, matching: 'exact' })).total;
  assert.deepEqual([await find('"Letter 7"'), await find('"Letter 9"')], [0, 0]);
  const trashed = server.mail.messages.all().find(({ subject }) => subject === 'Letter 9');
  await server.call('POST', `/messages/${trashed?.gmail_id}/trash`);
  const { accounts } = await ask('search.fetch', { q: 'subject:"letter 7"' });
  assert.deepEqual(
    accounts.map(({ state, remaining }) => [state, remaining]),
    [['searched', 0]],
  );
  assert.equal(await find('"Letter 7"'), 1);
  await ask('search.fetch', { q: '"letter 9"' });
  assert.equal(await find('"Letter 9" in:trash'), 1, 'also in Trash');
  server.requests.length = 0;
  await ask('search.fetch', { q: '"letter 9"' });
  assert.ok(!server.requests.includes('GET /messages/:id raw'), 'stored mail is not read again');
  // Before the sync reaches them, one is deleted and the other one is labelled.
  await server.call('DELETE', `/messages/${trashed?.gmail_id}`);
  const seventh = server.mail.messages.all().find(({ subject }) => subject === 'Letter 7');
  await server.call('POST', `/messages/${seventh?.gmail_id}/modify`, { addLabelIds: ['STARRED'] });
  server.faults.clear();
  await assertInSync();
  assert.equal((await rowsOf('all_mail')).length, 119);
  assert.deepEqual([await find('"Letter 9"'), await find('"Letter 7" is:starred')], [0, 1]);
});

test('labels have their colors, and are created, renamed and deleted', async (t) => {
  const { server, daemon, idOf, labelsOf, done, assertInSync } = await open(t, { count: 5 });
  const { ask } = daemon;
  const own = async () => (await ask('labels.list')).labels.filter(({ kind }) => kind !== 'System');
  assert.deepEqual(
    (await own()).map(({ name, color }) => [name, color]),
    [['Work', '#16a766']],
  );
  const made = await ask('labels.create', { name: 'Plans', color: '#3f7a5d' });
  await done(made.mutation_id);
  const colorOf = (wanted: string) => server.mail.labels.all().find(({ name }) => name === wanted)?.color_background;
  const shown = async (wanted: string) => (await own()).find(({ name }) => name === wanted)?.color;
  await until('Gmail has the nearest of its colors', () => colorOf('Plans') === '#1a764d');
  const work = (await own()).find(({ name }) => name === 'Work');
  await ask('labels.colour', { label_id: work!.id, color: '#ffad47' });
  await until('Gmail has the color', () => colorOf('Work') === '#ffad47');
  await assertInSync();
  assert.deepEqual([await shown('Plans'), await shown('Work')], ['#3f7a5d', '#ffad47'], 'the chosen colors stay');
  // Another program chooses a color later.
  const workId = server.mail.labels.all().find(({ name }) => name === 'Work')?.gmail_id;
  const color = { backgroundColor: '#4a86e8', textColor: '#ffffff' };
  await server.call('PATCH', `/labels/${workId}`, { color });
  await assertInSync();
  assert.equal(await shown('Work'), '#4a86e8');
  await ask('labels.colour', { label_id: work!.id, color: null });
  await until('Gmail has no color', () => (colorOf('Work') ?? null) === null);
  await assertInSync();
  assert.equal(await shown('Work'), null);
  const labelled = await ask('mutations.labels', { message_ids: [await idOf('Letter 1')], add: ['Plans'] });
  await done(labelled.result.mutation_id);
  const { mutation_id } = await ask('labels.rename', { from: 'Plans', to: 'Old plans' });
  await done(mutation_id);
  await assertInSync();
  const id = server.mail.labels.all().find(({ name }) => name === 'Old plans')?.gmail_id;
  assert.ok(id !== undefined && labelsOf('Letter 1').includes(id));
  server.requests.length = 0;
  await server.call('PATCH', `/labels/${id}`, { name: 'Plans of another program' });
  await assertInSync();
  assert.ok(!server.requests.includes('GET /messages/:id raw'), 'a renamed label reads no mail again');
  const removed = await ask('labels.remove', { name: 'Plans of another program' });
  await done(removed.mutation_id);
  await assertInSync();
  assert.deepEqual(
    (await own()).map(({ name }) => name),
    ['Work'],
  );
});

test('a draft has one version on the server, and is gone when it was sent once', async (t) => {
  const { server, daemon, assertInSync } = await open(t, { count: 3 });
  const { ask } = daemon;
  const drafts = () => server.mail.messages.all().filter(({ label_ids }) => label_ids.includes('DRAFT'));
  const sent = () => server.mail.messages.all().filter(({ label_ids }) => label_ids.includes('SENT'));
  const { session } = await ask('compose.open', {
    kind: 'new',
    to: 'ben@people.example',
    subject: 'Dinner',
    body: 'Six?',
  });
  const { draftPath: draft_path, draftId: draft_id } = session;
  await ask('compose.save', { draft_path, save_to_server: true });
  await until('the draft is on the server', () => drafts().length === 1);
  await assertInSync();
  const { draft } = await ask('drafts.get', { draft_id });
  await ask('drafts.saveLocal', { ...draft, body_markdown: 'Seven?' });
  await until('the new version has replaced the old one', () => {
    const [only, ...others] = drafts();
    return others.length === 0 && Buffer.from(only?.raw ?? '', 'base64url').includes('Seven?');
  });
  await assertInSync();
  assert.equal((await ask('drafts.list')).drafts.length, 1, 'the version is not a second draft');
  await ask('outbox.sendStored', { draft_id });
  await until('it is sent', () => sent().length === 1);
  await until('its draft is gone', () => drafts().length === 0);
  await assertInSync();
  assert.equal(sent().length, 1, 'no second copy in Sent');
  assert.deepEqual((await ask('drafts.list')).drafts, []);
});

test('new mail is announced once, and a storm of refusals is told and survived', async (t) => {
  const { server, daemon, account, deliver, sync, rowsOf } = await open(t, { count: 10 });
  await deliver('Fresh', Date.now());
  await sync();
  const announced = daemon.events.all('NewMessages').flatMap(({ envelopes }) => envelopes);
  assert.deepEqual(
    announced.map(({ subject }) => subject),
    ['Fresh'],
  );
  const status = async () => (await daemon.ask('admin.status')).sync_statuses[0];
  server.faults.add({ on: '', times: 1, do: 'respond', status: 429, headers: { 'retry-after': '3600' } });
  await deliver('During the storm');
  await daemon.ask('sync.start');
  await until('the user is told', async () =>
    /^Slowed by Google until \d\d:\d\d\.$/.test((await status())?.last_error ?? ''),
  );
  server.faults.clear();
  assert.ok(account.quota.pausedUntil() !== undefined, 'nothing is sent until then');
  assert.equal((await rowsOf('inbox')).length, 11, 'mail can be read meanwhile');
});

test('a revoked sign-in is told, and after the next one mail, ids and labels are as before', async (t) => {
  const { server, daemon, tokens, deliver, sync, rowsOf, assertInSync } = await open(t, { count: 10 });
  const before = (await rowsOf('inbox')).map(({ id }) => id);
  tokens.isRevoked = true;
  await daemon.ask('sync.start');
  const status = async () => (await daemon.ask('admin.status')).sync_statuses[0];
  await until('the user is told', async () =>
    ((await status())?.last_error ?? '').startsWith('The sign-in has ended.'),
  );
  assert.deepEqual(
    (await rowsOf('inbox')).map(({ id }) => id),
    before,
  );
  tokens.isRevoked = false;
  await deliver('After the sign-in');
  server.requests.length = 0;
  await sync();
  await assertInSync();
  assert.equal(server.requests.filter((name) => name === 'GET /messages/:id raw').length, 1);
  assert.deepEqual((await rowsOf('inbox')).map(({ id }) => id).slice(1), before);
});

test('an expired history changes no id and downloads no mail again', async (t) => {
  const { server, deliver, rowsOf, assertInSync } = await open(t, { count: 40 });
  const before = (await rowsOf('inbox')).map(({ id }) => id);
  await deliver('After the holiday');
  server.expireHistory();
  server.requests.length = 0;
  await assertInSync();
  assert.equal(server.requests.filter((name) => name === 'GET /messages/:id raw').length, 1);
  assert.deepEqual((await rowsOf('inbox')).map(({ id }) => id).slice(1), before);
});
