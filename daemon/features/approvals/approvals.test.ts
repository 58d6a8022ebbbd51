import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import type { PendingApproval } from '../../contract/approval.ts';
import type { Caller } from '../../handler-types.ts';
import { ada, bob, mail, testDaemon, type Reply, type TestDaemon } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';
import { sql } from '../../store/db.ts';
import { withStore } from '../outbox/test-sends.ts';

const agent: Caller = { origin: 'agent' };
const person: Caller = { origin: 'web' };
const profile = (more = '') => `[agents.profiles.agent]
safety_policy = "full"
allowed_accounts = ["ada"]
allow_send = true
allow_destructive = true
approve = true
${more}`;

type Approval = Reply<'approvals.get'>['approval'];

async function openDaemon(t: Parameters<typeof testDaemon>[0], config = profile()) {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    config,
    prepare(servers) {
      for (const key of ['ada', 'bob'])
        for (const subject of ['First', 'Second'])
          servers
            .get(key)
            ?.control.deliver(mail({ from: 'eve@example.test', subject: `${subject} ${key}`, text: subject }));
    },
  });
  await daemon.synced();
  return daemon;
}

/** Asks as an agent for what waits. */
async function asked(
  daemon: TestDaemon,
  name: string,
  input: object,
  more = {},
  caller = agent,
): Promise<PendingApproval> {
  const reply = (await daemon.dispatch(name, input, caller, more)) as PendingApproval;
  assert.equal(reply.status, 'pending_approval', JSON.stringify(reply));
  return reply;
}

const get = async (daemon: TestDaemon, { approval_id }: { approval_id: string }, caller = person): Promise<Approval> =>
  (await daemon.ask('approvals.get', { approval_id }, caller)).approval;

async function approve(daemon: TestDaemon, pending: PendingApproval): Promise<Approval> {
  const { approval_id, payload_hash } = await get(daemon, pending);
  await daemon.ask('approvals.approve', { approval_id, payload_hash }, person);
  return ended(daemon, pending);
}

async function ended(daemon: TestDaemon, pending: PendingApproval): Promise<Approval> {
  await until('the approval has ended', async () => (await get(daemon, pending)).ended_at !== null);
  return get(daemon, pending);
}

async function messageOf(daemon: TestDaemon, subject: string) {
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages' });
  return mailbox.groups.flatMap(({ rows }) => rows).find((row) => row.subject === subject)!;
}

const isStarred = async (daemon: TestDaemon, subject: string) => (await messageOf(daemon, subject)).starred;

/** A compose session of the agent with a message. */
async function composed(daemon: TestDaemon): Promise<string> {
  const { session } = await daemon.ask('compose.open', { kind: 'new' }, agent);
  await write(daemon, session.draftPath);
  return session.draftPath;
}

async function write(
  daemon: TestDaemon,
  draft_path: string,
  content: { to?: string; body?: string } = {},
): Promise<void> {
  const { to = 'Grace <grace@example.org>', body = 'At seven?' } = content;
  const message = { draft_path, to, cc: '', bcc: '', from: '', subject: 'Dinner', body };
  await daemon.ask('compose.update', message, agent);
}

test('a change of an agent waits, is shown as it is, and is made once when the owner approves it', async (t) => {
  const daemon = await openDaemon(t);
  const { id } = await messageOf(daemon, 'First ada');
  const pending = await asked(
    daemon,
    'mutations.star',
    { message_ids: [id], starred: true },
    { reason: ' Asked\n for \u202eit ' },
  );
  assert.equal(pending.expires_at, '2026-03-11T08:00:00.000Z');
  assert.equal(await isStarred(daemon, 'First ada'), false);
  const shown = await get(daemon, pending);
  assert.deepEqual(
    [
      shown.status,
      shown.action,
      shown.caller_name,
      shown.reason,
      shown.content.mail_count,
      shown.content.mail[0]?.subject,
    ],
    ['pending', 'change', 'Agent', 'Asked for it', 1, 'First ada'],
  );
  const done = await approve(daemon, pending);
  assert.equal(done.status, 'done');
  assert.equal((done.reply as Reply<'mutations.star'>).result.succeeded, 1);
  assert.equal(await isStarred(daemon, 'First ada'), true);
  await assert.rejects(
    daemon.ask('approvals.approve', { approval_id: pending.approval_id, payload_hash: shown.payload_hash }, person),
    { code: 'not_pending' },
  );
  const entries = (await daemon.ask('mutations.history')).mutations;
  assert.equal(entries.length, 1);
});

test('a message is shown as it would be sent, and is sent once, with time to undo it; what is not a send or a change does not wait', async (t) => {
  const daemon = await openDaemon(t);
  const draft_path = await composed(daemon);
  const pending = await asked(daemon, 'compose.send', { draft_path });
  const { content, action } = await get(daemon, pending);
  const [message] = content.messages;
  assert.deepEqual(
    [action, content.message_count, message?.from, message?.to, message?.subject, message?.body],
    [
      'send',
      1,
      'ada@example.test',
      [{ name: 'Grace', email: 'grace@example.org', is_new: true }],
      'Dinner',
      'At seven?',
    ],
  );
  assert.deepEqual((await daemon.ask('outbox.list')).sends, []);
  const done = await approve(daemon, pending);
  assert.equal(done.status, 'done', JSON.stringify(done.error));
  const [send, ...others] = (await daemon.ask('outbox.list')).sends;
  assert.deepEqual([send?.state, others.length, daemon.sender('ada').deliveries.length], ['queued', 0, 0]);
  daemon.clock.advance(60_000);
  await until('it was sent', () => daemon.sender('ada').deliveries.length > 0);
  assert.equal(daemon.sender('ada').deliveries.length, 1);
  await daemon.ask('mutations.archive', { query: 'first', dry_run: true }, agent);
  await daemon.ask('search.count', { q: 'first' }, agent);
});

test('a message that is given whole is shown in full, and sent as it was shown', async (t) => {
  const daemon = await openDaemon(t);
  const { id } = await messageOf(daemon, 'First ada');
  const message = { in_reply_to: id, body: 'At **seven**.', cc: 'Grace <grace@example.org>' };
  const pending = await asked(daemon, 'compose.sendMessage', message);
  const { content } = await get(daemon, pending);
  const [shown] = content.messages;
  assert.deepEqual(
    [shown?.to.map(({ email }) => email), shown?.cc[0]?.email, shown?.subject, shown?.body, content.mail_count],
    [['eve@example.test'], 'grace@example.org', 'Re: First ada', 'At **seven**.', 0],
  );
  assert.deepEqual(await asked(daemon, 'compose.sendMessage', message), pending);
  daemon.clock.advance(1_000);
  const { status, error } = await approve(daemon, pending);
  assert.deepEqual([status, error], ['done', null]);
  assert.equal((await daemon.ask('outbox.list')).sends.length, 1);
  await assert.rejects(daemon.dispatch('compose.sendMessage', { body: 'x' }, agent), { code: 'not_safe' });
  await assert.rejects(daemon.dispatch('compose.sendMessage', { to: 'no address' }, agent), { code: 'bad_address' });
  assert.equal((await daemon.ask('approvals.list', {}, person)).pending_count, 0);
});

test('of an HTML draft its text is shown, where its links lead, and what it hides', async (t) => {
  const daemon = await openDaemon(t);
  const { account_id } = await messageOf(daemon, 'First ada');
  const body_html =
    '<p>See the <a href="https://evil.example/?q=secret">price list</a>.</p><p style="display:none">hidden</p>';
  const { draft } = await daemon.ask(
    'drafts.saveLocal',
    {
      id: randomUUID(),
      account_id,
      to: [{ email: 'grace@example.org' }],
      subject: 'Prices',
      body_html,
      body_text: 'Something else',
    },
    agent,
  );
  const pending = await asked(daemon, 'outbox.sendStored', { draft_id: draft.id });
  assert.equal(
    (await get(daemon, pending)).content.messages[0]?.body,
    [
      'See the price list.',
      '--- Links and images ---',
      'https://evil.example/?q=secret',
      '--- 6 hidden characters ---',
      '--- Plain text version ---',
      'Something else',
    ].join('\n\n'),
  );
});

test('a draft that changed after the request needs a new approval', async (t) => {
  const daemon = await openDaemon(t);
  const draft_path = await composed(daemon);
  const first = await asked(daemon, 'compose.send', { draft_path });
  await write(daemon, draft_path, { to: 'Eve <eve@evil.example>' });
  const outdated = await approve(daemon, first);
  assert.deepEqual([outdated.status, outdated.error?.code], ['outdated', 'approval_outdated']);
  const second = await asked(daemon, 'compose.send', { draft_path });
  await write(daemon, draft_path, { body: 'At eight?' });
  const third = await asked(daemon, 'compose.send', { draft_path });
  assert.notEqual(third.approval_id, second.approval_id);
  assert.equal((await get(daemon, second)).status, 'outdated');
  const { changed_from } = (await get(daemon, third)).content;
  assert.deepEqual(
    [changed_from?.of, changed_from?.body, changed_from?.to.map(({ email }) => email)],
    ['earlier_request', 'At seven?', ['eve@evil.example']],
  );
  assert.deepEqual((await daemon.ask('outbox.list')).sends, []);
  const { payload_hash } = await get(daemon, second);
  await assert.rejects(daemon.ask('approvals.approve', { approval_id: third.approval_id, payload_hash }, person), {
    code: 'approval_outdated',
  });
});

test('what an agent has changed in a draft of the owner is shown, against what the owner wrote last', async (t) => {
  const daemon = await openDaemon(t);
  const { accounts } = await daemon.ask('accounts.list', {});
  const account_id = accounts.find(({ key }) => key === 'ada')!.account_id;
  const draft = { id: randomUUID(), account_id, subject: 'Offer' };
  const grace = [{ email: 'grace@example.org' }];
  const save = (caller: Caller, to: { email: string }[], body_markdown: string) =>
    daemon.ask('drafts.saveLocal', { ...draft, to, body_markdown }, caller);
  const shown = async () => {
    const pending = await asked(daemon, 'outbox.sendStored', { draft_id: draft.id });
    const { changed_from: from } = (await get(daemon, pending)).content;
    return from && [from.of, from.body, from.to.map(({ email }) => email), from.subject];
  };
  await save(person, grace, 'Twelve each.');
  assert.equal(await shown(), null);
  await save(agent, [...grace, { email: 'eve@evil.example' }], 'Twenty each.');
  await save(agent, [...grace, { email: 'eve@evil.example' }], 'Thirty each.');
  assert.deepEqual(await shown(), ['owner_draft', 'Twelve each.', ['grace@example.org'], 'Offer']);
  // What the owner writes next is theirs, also where the agent had written before.
  await save(person, grace, 'Fifteen each.');
  assert.deepEqual((await shown())?.[0], 'earlier_request');
  await save(agent, grace, 'Sixty each.');
  assert.deepEqual(await shown(), ['owner_draft', 'Fifteen each.', ['grace@example.org'], 'Offer']);
});

test('what other limits refuse is refused before anything is stored', async (t) => {
  const daemon = await openDaemon(t, profile('allowed_destructive_actions = ["archive"]'));
  const [mine, theirs] = [await messageOf(daemon, 'First ada'), await messageOf(daemon, 'First bob')];
  const refused = async (name: string, input: object, code: string) =>
    assert.rejects(daemon.dispatch(name, input, agent), { code }, name);
  await refused('mutations.trash', { message_ids: [mine.id] }, 'policy');
  // The row itself is a change that is allowed; what it comes to is not.
  await daemon.ask('labels.create', { name: 'Travel' }, person);
  await refused('mutations.labels', { message_ids: [mine.id], add: ['Travel'], remove: ['Inbox'] }, 'policy');
  await refused('mutations.archive', { message_ids: [theirs.id] }, 'not_found');
  await refused('mutations.archive', { message_ids: ['x'] }, 'malformed_id');
  await refused('outbox.sendStored', { draft_id: '00000000-0000-4000-8000-000000000000' }, 'not_found');
  await refused('compose.send', { draft_path: '00000000-0000-4000-8000-000000000000' }, 'session_not_found');
  await refused('merge.send', { batch: '00000000-0000-4000-8000-000000000000' }, 'policy');
  await refused('tokens.create', { name: 'x', origin: 'agent' }, 'people_only');
  await refused('settings.change', { key: 'agents.profiles.agent.approve', value: false }, 'people_only');
  assert.equal((await daemon.ask('approvals.list', {}, person)).approvals.length, 0);
});

test('the same request waits once, under an Idempotency-Key too', async (t) => {
  const daemon = await openDaemon(t);
  const { id } = await messageOf(daemon, 'First ada');
  const star = (starred: boolean, more = {}) => asked(daemon, 'mutations.star', { message_ids: [id], starred }, more);
  const first = await star(true);
  assert.deepEqual(await star(true), first);
  assert.deepEqual(await star(true, { idempotencyKey: 'k' }), first);
  assert.deepEqual(await star(true, { idempotencyKey: 'k' }), first);
  await assert.rejects(star(false, { idempotencyKey: 'k' }), { code: 'idempotency_key_reused' });
  assert.equal((await daemon.ask('approvals.list', {}, person)).pending_count, 1);
  await approve(daemon, first);
  // Under the key it is the request that was answered; without it, another one.
  assert.deepEqual(await star(true, { idempotencyKey: 'k' }), first);
  assert.notEqual((await star(true)).approval_id, first.approval_id);
});

test('only a person decides, in the page; an agent sees what it asked for, and no more', async (t) => {
  const daemon = await openDaemon(t, `${profile()}[agents.profiles.mcp]\nallowed_accounts = ["ada"]\n`);
  const { id } = await messageOf(daemon, 'First ada');
  const { token } = await daemon.ask('tokens.create', { name: 'Helper', origin: 'agent' }, person);
  const { token: other } = await daemon.ask('tokens.create', { name: 'Script', origin: 'script' }, person);
  const [helper, script] = [daemon.callerForToken(token)!, daemon.callerForToken(other)!];
  const pending = await asked(daemon, 'mutations.star', { message_ids: [id], starred: true }, {}, helper);
  const { approval_id } = pending;
  const { payload_hash, caller_name } = await get(daemon, pending, helper);
  assert.equal(caller_name, 'Helper');
  for (const [caller, code] of [
    [helper, 'people_only'],
    [agent, 'people_only'],
    [{ origin: 'mcp' }, 'policy'],
    [script, 'people_only'],
    [{ ...script, origin: 'web' }, 'people_only'],
    [{ origin: 'script' }, 'page_only'],
    [{ origin: 'cli' }, 'page_only'],
  ] as const) {
    await assert.rejects(daemon.ask('approvals.approve', { approval_id, payload_hash }, caller), { code });
    await assert.rejects(daemon.ask('approvals.decline', { approval_id }, caller), { code });
  }
  for (const caller of [agent, { origin: 'mcp' } as const, script]) {
    await assert.rejects(daemon.ask('approvals.get', { approval_id }, caller), { code: 'not_found' });
    assert.deepEqual(await daemon.ask('approvals.list', {}, caller), {
      approvals: [],
      pending_count: 0,
      next_offset: null,
      has_more: false,
      next_cursor: null,
    });
  }
  await assert.rejects(daemon.ask('approvals.withdraw', { approval_id }, agent), { code: 'not_found' });
  assert.equal((await daemon.ask('approvals.list', {}, helper)).pending_count, 1);
});

test('an approval is declined, withdrawn or expires, and then nothing is done', async (t) => {
  const daemon = await openDaemon(t);
  const [one, two] = [await messageOf(daemon, 'First ada'), await messageOf(daemon, 'Second ada')];
  const star = (...ids: string[]) => asked(daemon, 'mutations.star', { message_ids: ids, starred: true });
  const [declined, withdrawn, expired] = [await star(one.id), await star(two.id), await star(one.id, two.id)];
  await daemon.ask('approvals.decline', { approval_id: declined.approval_id, reason: 'Not now.' }, person);
  await daemon.ask('approvals.withdraw', { approval_id: withdrawn.approval_id }, agent);
  const { payload_hash } = await get(daemon, expired);
  daemon.clock.advance(24 * 3_600_000);
  const late = daemon.ask('approvals.approve', { approval_id: expired.approval_id, payload_hash }, person);
  await assert.rejects(late, { code: 'not_pending' });
  assert.equal((await get(daemon, expired)).status, 'expired');
  const ends = [];
  for (const each of [declined, withdrawn, expired]) ends.push((await ended(daemon, each)).status);
  assert.deepEqual(ends, ['declined', 'withdrawn', 'expired']);
  assert.equal((await get(daemon, declined, agent)).decline_reason, 'Not now.');
  assert.equal(await isStarred(daemon, 'First ada'), false);
  assert.equal((await daemon.ask('mutations.history')).mutations.length, 0);
  const hasAnnounced = () =>
    daemon.events.all('OperationCancelled').filter(({ operation }) => operation === 'approval').length;
  await until('all three were told of', () => hasAnnounced() === 3);
});

test('the profile and the token are checked again when it is carried out', async (t) => {
  const daemon = await openDaemon(t);
  const { id } = await messageOf(daemon, 'First ada');
  const { token, token_id } = await daemon.ask('tokens.create', { name: 'Helper', origin: 'agent' }, person);
  const helper = daemon.callerForToken(token)!;
  const input = { message_ids: [id], starred: true };
  const [ofAgent, ofHelper] = [
    await asked(daemon, 'mutations.star', input),
    await asked(daemon, 'mutations.star', input, {}, helper),
  ];
  await daemon.ask('tokens.remove', { token_id }, person);
  const config = readFileSync(daemon.configFile, 'utf8');
  writeFileSync(daemon.configFile, config.replace('allow_destructive = true', 'allow_destructive = false'));
  daemon.reloadConfig();
  const failures = [(await approve(daemon, ofAgent)).error?.code, (await approve(daemon, ofHelper)).error?.code];
  assert.deepEqual(failures, ['policy', 'token_removed']);
  assert.equal(await isStarred(daemon, 'First ada'), false);
});

test('an undo, a rule, a scheduled send, a snooze and a label are no way round', async (t) => {
  const daemon = await openDaemon(t);
  const { id } = await messageOf(daemon, 'First ada');
  const { result } = await daemon.ask('mutations.archive', { message_ids: [id] }, person);
  const draft_path = await composed(daemon);
  const rule = { name: 'x', conditions: { type: 'field', field: 'is_unread' }, actions: [{ type: 'archive' }] };
  const requests: [string, object][] = [
    ['mutations.undo', { mutation_id: result.mutation_id }],
    ['rules.upsert', { rule }],
    ['compose.send', { draft_path, send_at: '2026-03-12T08:00:00Z' }],
    ['snooze.create', { message_id: id, until: 'tomorrow' }],
    ['labels.create', { name: 'Travel' }],
    ['sync.start', {}],
  ];
  for (const [name, input] of requests) await asked(daemon, name, input);
  assert.equal((await daemon.ask('approvals.list', {}, person)).pending_count, requests.length);
  assert.deepEqual((await daemon.ask('outbox.list')).sends, []);
  assert.deepEqual((await daemon.ask('rules.list')).rules, []);
  assert.deepEqual((await daemon.ask('snooze.list')).snoozed, []);
});

test('an approval for a search is for the mail that it found, not for mail that comes later', async (t) => {
  const daemon = await openDaemon(t);
  const pending = await asked(daemon, 'mutations.star', { query: 'from:eve', starred: true });
  const { content } = await get(daemon, pending);
  assert.deepEqual(
    [content.mail_count, content.mail.map(({ subject }) => subject).toSorted()],
    [2, ['First ada', 'Second ada']],
  );
  daemon.server('ada').control.deliver(mail({ from: 'eve@example.test', subject: 'Later', text: 'x' }));
  await daemon.resync();
  await approve(daemon, pending);
  assert.deepEqual([await isStarred(daemon, 'First ada'), await isStarred(daemon, 'Later')], [true, false]);
});

test('the owner and the caller receive its events, others do not; the activity says that it waited', async (t) => {
  const daemon = await openDaemon(t);
  const { id } = await messageOf(daemon, 'First ada');
  const pending = await asked(daemon, 'mutations.star', { message_ids: [id], starred: true });
  const startOf = () => daemon.events.all('OperationStarted').find(({ operation }) => operation === 'approval');
  await until('the request was told of', () => startOf() !== undefined);
  const started = startOf()!;
  assert.deepEqual(
    [started.operation_id, started.operation, started.message, started.actor?.origin],
    [pending.approval_id, 'approval', 'Agent wants to star 1 message.', 'agent'],
  );
  await approve(daemon, pending);
  const isDone = () => daemon.events.all('OperationCompleted').some(({ operation }) => operation === 'approval');
  await until('its end was told of', isDone);
  const outcomes = async () =>
    (await daemon.ask('activity.list', { source: 'agent', action: 'mail.star' })).entries.map(({ outcome }) => outcome);
  daemon.clock.advance(1_000);
  await until('the activity is stored', async () => (await outcomes()).length === 2);
  assert.deepEqual((await outcomes()).toSorted(), ['ok', 'pending_approval']);
});

test('after a crash what was approved is done, and what was interrupted is settled honestly', async (t) => {
  const config = profile();
  const daemon = await openDaemon(t, config);
  const [one, two] = [await messageOf(daemon, 'First ada'), await messageOf(daemon, 'Second ada')];
  const star = (id: string) => asked(daemon, 'mutations.star', { message_ids: [id], starred: true });
  const [approved, expired] = [await star(one.id), await star(two.id)];
  const queued = await asked(daemon, 'compose.send', { draft_path: await composed(daemon) });
  const { account_id } = one;
  const awaiting = await asked(daemon, 'voice.rebuild', { account_id });
  await daemon.close();
  withStore(daemon, (db) => {
    const set = (state: string, { approval_id }: PendingApproval) =>
      db.run(sql`UPDATE approvals SET state = ${state}, decided_at = requested_at WHERE approval_id = ${approval_id}`);
    set('approved', approved);
    set('running', queued);
    set('running', awaiting);
    db.run(sql`UPDATE approvals SET expires_at = requested_at WHERE approval_id = ${expired.approval_id}`);
  });
  const next = await testDaemon(t, { accounts: [ada, bob], config, dataDir: daemon.dataDir });
  const states = [];
  for (const each of [approved, expired, queued, awaiting]) states.push((await ended(next, each)).status);
  assert.deepEqual(states, ['done', 'expired', 'done', 'unknown']);
  assert.deepEqual([await isStarred(next, 'First ada'), await isStarred(next, 'Second ada')], [true, false]);
});

test('approved requests of every form are carried out', async (t) => {
  const daemon = await openDaemon(t);
  const { id, thread_id, account_id } = await messageOf(daemon, 'First ada');
  await daemon.ask('labels.create', { name: 'Travel', account_id }, person);
  const requests: [string, object][] = [
    ['sync.start', {}],
    ['voice.rebuild', { account_id }],
    ['labels.remove', { name: 'Travel', account_id }],
    ['modes.done', { mode: 'messages', thread_ids: [thread_id] }],
    ['mutations.archive', { query: 'subject:second', conversations: true }],
    ['mutations.flags', { message_id: id, flags: 3 }],
  ];
  for (const [name, input] of requests) {
    const { status, error } = await approve(daemon, await asked(daemon, name, input));
    assert.deepEqual([name, status, error], [name, 'done', null]);
  }
});
