import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contract, contractWithoutDemo, requestsByName } from './contract.ts';
import { ada, bob, mail, testDaemon } from './test-daemon.ts';

const agent = { origin: 'agent' as const };
const newMessage = (subject: string) => mail({ from: 'eve@example.test', subject, text: subject });

test('an unknown request and a wrong input are clear errors', async (t) => {
  const daemon = await testDaemon(t);
  await assert.rejects(daemon.dispatch('mailbox.burn', {}, agent), { kind: 'missing', code: 'unknown_request' });
  await assert.rejects(
    daemon.ask('mailbox.list', { limit: 5000 }),
    (failure: { code: string; details: { issues: { field: string }[] } }) => {
      assert.equal(failure.code, 'invalid_input');
      assert.equal(failure.details.issues[0]?.field, 'limit');
      return true;
    },
  );
});

test('every row has an effect, a scope and an answer for its caller (checklist 91)', () => {
  for (const [name, request] of requestsByName(contract)) {
    assert.ok(request.effect && request.scope && request.input && request.output, name);
    if (request.http?.startsWith('DELETE')) assert.notDeepEqual(request.effect, { safety: 'read' }, name);
    if (request.runs === 'reader') assert.deepEqual(request.effect, { safety: 'read' }, name);
  }
});

test('rows that only read pass under read-only, those that do more are refused, the web app included (checklist 69, 71, 73)', async (t) => {
  const daemon = await testDaemon(t, { config: '[general]\nsafety_policy = "read-only"\n' });
  await daemon.synced();
  const before = { ...daemon.server('ada').control.calls };
  assert.deepEqual(await daemon.ask('admin.ping', {}, { origin: 'web' }), { pong: true });
  for (const origin of ['human', 'web', 'script'] as const) {
    await assert.rejects(daemon.ask('sync.start', {}, { origin }), {
      kind: 'refused',
      code: 'policy',
      message: /read-only/,
    });
    await assert.rejects(daemon.ask('admin.shutdown', {}, { origin }), { kind: 'refused', code: 'policy' });
  }
  assert.deepEqual({ ...daemon.server('ada').control.calls }, before);
});

test('without a profile an agent is refused everything, and the tool server too, before any server is asked', async (t) => {
  const daemon = await testDaemon(t, { config: '[agents.profiles.mcp]\nallowed_accounts = ["ada"]\n' });
  await daemon.synced();
  const before = { ...daemon.server('ada').control.calls };
  for (const name of requestsByName(contractWithoutDemo).keys()) {
    await assert.rejects(daemon.dispatch(name, inputFor(name), agent), { kind: 'refused', code: 'policy' }, name);
  }
  assert.deepEqual({ ...daemon.server('ada').control.calls }, before);
  assert.deepEqual(await daemon.ask('admin.ping', {}, { origin: 'mcp' }), { pong: true });
});

/** A value for whatever a row has to be given; ids name nothing here, for the profile is asked before anything is looked for. */
function inputFor(name: string): object {
  const id = '00000000-0000-0000-0000-000000000000';
  const ids = {
    id,
    commitment_id: id,
    thread_id: id,
    message_id: id,
    job_id: id,
    token_id: id,
    mutation_id: id,
    sent_message_id: id,
  };
  const labels = {
    to_label: 'x',
    from_queue_label: 'x',
    target_label: 'x',
    from: 'x',
    to: 'y',
    label_id: id,
    color: null,
  };
  const values = { starred: true, read: true, flag: true, muted: true, flags: 0, remind_at: '2026-03-11T08:00:00Z' };
  const others = {
    path: '/nowhere',
    name: 'x',
    origin: 'agent',
    key: 'ui.density',
    value: 'compact',
    action: 'accept',
    mode: 'updates',
  };
  const screened = {
    account_id: id,
    sender_email: 'ada@example.org',
    disposition: 'allow',
    scope: 'domain',
    content: '[]',
    format: 'json',
  };
  const assisted = {
    account_id: id,
    draft_id: id,
    email: 'ada@example.org',
    query: 'x',
    instruction: 'x',
    text: 'x',
    knobs: {},
    thread_ids: [],
  };
  const model = { enabled: true, base_url: 'http://127.0.0.1:1/v1', model: 'x', api_key_env: '' };
  if (/^(?:assist|voice|gists)\./.test(name)) return { thread_id: id, ...assisted };
  if (name.startsWith('llm.')) return { ...model, context_window: 1_000, request_timeout_secs: 1 };
  const ruled = {
    rule: 'x',
    message_ids: [id],
    command: 'x',
    action: 'archive',
    condition: 'x',
    format: 'sieve',
    content: 'keep;',
  };
  const writtenRule = {
    name: 'x',
    conditions: { type: 'field', field: 'is_unread' },
    actions: [{ type: 'star' }],
  };
  if (name === 'rules.upsert') return { rule: writtenRule };
  if (name.startsWith('rules.')) return { ...ruled, ...(name === 'rules.upsertForm' && { name: 'x' }) };
  if (name.startsWith('threads.')) return { thread_id: id };
  if (name === 'snooze.create') return { message_id: id, until: 'tomorrow' };
  if (name === 'messages.bodies') return { message_ids: [id] };
  return name.startsWith('messages.')
    ? { message_id: id }
    : { ...ids, ...labels, ...values, ...others, ...(name.startsWith('screener.') && screened) };
}

test('a caller held to one account sees that one in lists, and is refused the ids of another', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    config: '[agents.profiles.agent]\nallowed_accounts = ["ada"]\n',
    prepare(servers) {
      for (const [key, server] of servers) server.control.deliver(newMessage(`for ${key}`));
    },
  });
  await daemon.synced();
  const all = await daemon.ask('mailbox.list', { view: 'messages' });
  const rows = all.mailbox.groups.flatMap((group) => group.rows);
  const [mine, theirs] = ['for ada', 'for bob'].map((subject) => rows.find((row) => row.subject === subject));

  const { mailbox, sidebar } = await daemon.ask('mailbox.list', {}, agent);
  assert.deepEqual([mailbox.counts.total, sidebar?.sections[0]?.items[0]?.total], [1, 1]);
  assert.deepEqual(
    (await daemon.ask('accounts.list', {}, agent)).accounts.map(({ key }) => key),
    ['ada'],
  );
  const status = await daemon.ask('admin.status', {}, agent);
  assert.deepEqual([status.accounts, status.total_messages, status.sync_statuses.length], [['Ada'], 1, 1]);
  const sync = await daemon.ask('sync.status', {}, agent);
  assert.equal(sync.kind === 'SyncStatuses' && sync.sync_statuses.length, 1);
  assert.equal((await daemon.ask('jobs.list', {}, agent)).jobs.length, 1);

  assert.equal((await daemon.ask('threads.get', { thread_id: mine?.thread_id }, agent)).messages.length, 1);
  await assert.rejects(daemon.ask('threads.get', { thread_id: theirs?.thread_id }, agent), {
    kind: 'missing',
    code: 'not_found',
  });
  await assert.rejects(daemon.ask('messages.body', { message_id: theirs?.id }, agent), {
    kind: 'missing',
    code: 'not_found',
  });
  await assert.rejects(daemon.ask('messages.headers', { message_id: theirs?.id?.toUpperCase() }, agent), {
    kind: 'missing',
    code: 'not_found',
  });
  await assert.rejects(daemon.ask('sync.status', { account_id: theirs?.account_id }, agent), { kind: 'missing' });
});
