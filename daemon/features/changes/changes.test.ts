import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetRemovals, renewChangeHistory } from '../../mail/changes/changes.ts';
import { openWritable, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { ada, bob, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';

const message = (subject: string, minutesAgo = 5) =>
  mail({ from: 'Ben <ben@example.test>', subject, text: subject, id: `${subject}@x`, minutesAgo });
const answer = (subject: string, to: string) =>
  mail({
    from: 'Ben <ben@example.test>',
    subject,
    text: subject,
    id: `${subject}@x`,
    headers: { 'In-Reply-To': `<${to}@x>`, References: `<${to}@x>` },
  });

const agentProfile =
  '[agents.profiles.agent]\nallowed_accounts = ["ada"]\nsafety_policy = "full"\nallow_destructive = true\n';

/** Where the last delivered message with the subject Three is. */
const threes: { folder: string; uid: number }[] = [];

async function daemonWith(t: Parameters<typeof testDaemon>[0]) {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    config: agentProfile,
    prepare(servers) {
      for (const subject of ['One', 'Two']) servers.get('ada')?.control.deliver(message(subject));
      threes.splice(0, 1, servers.get('ada')!.control.deliver(message('Three')));
      servers.get('bob')?.control.deliver(message('Theirs'));
    },
  });
  await daemon.synced();
  return daemon;
}

async function rowOf(daemon: TestDaemon, subject: string) {
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', lens_kind: 'all_mail' });
  const row = mailbox.groups.flatMap(({ rows }) => rows).find((each) => each.subject === subject);
  assert.ok(row, subject);
  return row;
}

async function stateOf(daemon: TestDaemon): Promise<string> {
  return (await daemon.ask('changes.list', {})).state;
}

const nothing = { created: [], updated: [], destroyed: [] };

test('after a state, only what changed is told: added, changed and removed, each once', async (t) => {
  const daemon = await daemonWith(t);
  const [one, two] = [await rowOf(daemon, 'One'), await rowOf(daemon, 'Two')];
  const since = await stateOf(daemon);
  const before = await daemon.ask('changes.list', { since });
  assert.deepEqual([before.messages, before.threads, before.has_more, before.state], [nothing, nothing, false, since]);

  await daemon.ask('mutations.star', { message_ids: [one.id], starred: true });
  await daemon.ask('mutations.read', { message_ids: [one.id], read: true });
  daemon.server('ada').control.deliver(message('Four'));
  daemon.server('ada').control.deliver(answer('Five', 'Two'));
  await daemon.resync();
  const [four, five] = [await rowOf(daemon, 'Four'), await rowOf(daemon, 'Five')];
  const changed = await daemon.ask('changes.list', { since });
  assert.deepEqual(
    [new Set(changed.messages.created), changed.messages.updated, changed.messages.destroyed],
    [new Set([four.id, five.id]), [one.id], []],
  );
  assert.deepEqual(
    [changed.threads.created, new Set(changed.threads.updated), changed.threads.destroyed],
    [[four.thread_id], new Set([one.thread_id, two.thread_id]), []],
  );

  const then = changed.state;
  const [ref] = threes.splice(0);
  assert.ok(ref);
  const three = await rowOf(daemon, 'Three');
  daemon.server('ada').control.expunge(ref.folder, ref.uid);
  await daemon.resync();
  const removed = await daemon.ask('changes.list', { since: then });
  assert.deepEqual(removed.messages, { ...nothing, destroyed: [three.id] });
  assert.deepEqual(removed.threads, { ...nothing, destroyed: [three.thread_id] });
});

test('pages together tell of each message once, also when it changes between them', async (t) => {
  const daemon = await daemonWith(t);
  const since = await stateOf(daemon);
  for (const subject of ['A', 'B', 'C', 'D']) daemon.server('ada').control.deliver(message(subject));
  await daemon.resync();
  const first = await daemon.ask('changes.list', { since, limit: 2 });
  assert.deepEqual([first.messages.created.length, first.has_more], [2, true]);
  const rows = await Promise.all(['A', 'B', 'C', 'D'].map((subject) => rowOf(daemon, subject)));
  const later = rows.map(({ id }) => id).filter((id) => !first.messages.created.includes(id));
  await daemon.ask('mutations.star', { message_ids: later, starred: true });
  const second = await daemon.ask('changes.list', { since: first.state, limit: 1000 });
  assert.deepEqual(
    [new Set(second.messages.created), second.messages.updated, second.has_more],
    [new Set(later), [], false],
  );
  // A message stays `created` on the page that reports it first; later pages report it as changed.
  await daemon.ask('mutations.star', { message_ids: later, starred: false });
  const third = await daemon.ask('changes.list', { since: second.state });
  assert.deepEqual([third.messages.created, new Set(third.messages.updated)], [[], new Set(later)]);
});

test('a state outlives a restart, and ends with its history, its removals or the accounts it is about', async (t) => {
  const daemon = await daemonWith(t);
  const since = await stateOf(daemon);
  await daemon.ask('mutations.star', { message_ids: [(await rowOf(daemon, 'One')).id], starred: true });
  await daemon.close();
  const again = await testDaemon(t, { accounts: [ada, bob], config: agentProfile, dataDir: daemon.dataDir });
  assert.equal((await again.ask('changes.list', { since })).messages.updated.length, 1);

  const expired = { kind: 'conflict', code: 'state_expired' };
  const agent = { origin: 'agent' as const };
  await assert.rejects(again.ask('changes.list', { since }, agent), expired);
  for (const wrong of ['', 'x', since.slice(1), `${since}x`])
    await assert.rejects(again.ask('changes.list', { since: wrong }), { kind: 'invalid', code: 'bad_state' });
  const present = await stateOf(again);
  const inFuture = present.replace(/-(\d+)-(\d+)-/, (_all, seq: string) => `-${Number(seq) + 1}-${seq}-`);
  await assert.rejects(again.ask('changes.list', { since: inFuture }), expired);

  const db = openWritable(storeFiles(again.dataDir).mail, { durability: 'normal' });
  t.after(() => db.close());
  renewChangeHistory(db);
  await assert.rejects(again.ask('changes.list', { since: present }), expired);
  assert.deepEqual((await again.ask('changes.list', { since: await stateOf(again) })).messages, nothing);
});

test('where very many removals were forgotten, earlier states are expired and later ones are not', async (t) => {
  const daemon = await daemonWith(t);
  const since = await stateOf(daemon);
  const [ref] = threes.splice(0);
  assert.ok(ref);
  daemon.server('ada').control.expunge(ref.folder, ref.uid);
  await daemon.resync();
  await daemon.ask('mutations.star', { message_ids: [(await rowOf(daemon, 'One')).id], starred: true });
  const later = await stateOf(daemon);
  const db = openWritable(storeFiles(daemon.dataDir).mail, { durability: 'normal' });
  t.after(() => db.close());
  forgetRemovals(db, 0);
  await assert.rejects(daemon.ask('changes.list', { since }), { code: 'state_expired' });
  assert.deepEqual((await daemon.ask('changes.list', { since: later })).messages, nothing);
});

test('a caller limited to one account is told of that account, and of nothing else', async (t) => {
  const daemon = await daemonWith(t);
  const agent = { origin: 'agent' as const };
  const { state: since } = await daemon.ask('changes.list', {}, agent);
  const theirs = await rowOf(daemon, 'Theirs');
  const mine = await rowOf(daemon, 'One');
  await daemon.ask('mutations.star', { message_ids: [theirs.id, mine.id], starred: true });
  const { messages, threads } = await daemon.ask('changes.list', { since }, agent);
  assert.deepEqual([messages.updated, threads.updated], [[mine.id], [mine.thread_id]]);
  await assert.rejects(daemon.ask('changes.list', { account_id: theirs.account_id }, agent), { code: 'not_found' });
  const { state: ofBob } = await daemon.ask('changes.list', { account_id: theirs.account_id });
  await daemon.ask('mutations.star', { message_ids: [theirs.id, mine.id], starred: false });
  const changed = await daemon.ask('changes.list', { since: ofBob, account_id: theirs.account_id });
  assert.deepEqual(changed.messages.updated, [theirs.id]);
});

test('labels, snoozes and conversations that are joined are changes, and every stored message has one', async (t) => {
  const daemon = await daemonWith(t);
  const [one, two] = [await rowOf(daemon, 'One'), await rowOf(daemon, 'Two')];
  let since = await stateOf(daemon);
  const step = async () => {
    const { state, messages, threads } = await daemon.ask('changes.list', { since });
    since = state;
    return { messages, threads };
  };
  await daemon.ask('mutations.archive', { message_ids: [one.id] });
  assert.deepEqual((await step()).messages.updated, [one.id]);
  await daemon.ask('snooze.create', { message_id: two.id, until: 'tomorrow' });
  assert.deepEqual((await step()).messages.updated, [two.id]);
  const both = { 'In-Reply-To': '<One@x>', References: '<One@x> <Two@x>' };
  const joining = mail({ from: 'Ben <ben@example.test>', subject: 'Both', text: 'Both', id: 'Both@x', headers: both });
  daemon.server('ada').control.deliver(joining);
  await daemon.resync();
  const { messages, threads } = await step();
  const joined = await rowOf(daemon, 'Both');
  const [gone] = [one, two].filter(({ thread_id }) => thread_id !== joined.thread_id);
  assert.ok(messages.created.includes(joined.id) && messages.updated.includes(gone?.id ?? ''));
  assert.deepEqual([threads.destroyed, threads.created], [[gone?.thread_id], []]);
  assert.ok(threads.updated.includes(joined.thread_id));

  const db = openWritable(storeFiles(daemon.dataDir).mail, { durability: 'normal' });
  t.after(() => db.close());
  const unrecorded = db.all(sql`
    SELECT id FROM messages WHERE id NOT IN (SELECT message FROM message_changes WHERE message IS NOT NULL)`);
  const surplus = db.all(sql`
    SELECT message FROM message_changes WHERE message IS NOT NULL AND message NOT IN (SELECT id FROM messages)`);
  assert.deepEqual([unrecorded, surplus], [[], []]);
});
