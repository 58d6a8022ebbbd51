import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Failure } from '../../base/failure.ts';
import type { Caller } from '../../handler-types.ts';
import { ada, bob, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';

const accountId = async (daemon: TestDaemon, key: string) =>
  (await daemon.ask('accounts.list')).accounts.find((account) => account.key === key)?.account_id ?? '';

test('a token identifies its holder; its secret is returned once, and stored nowhere', async (t) => {
  const daemon = await testDaemon(t);
  const { token, token_id } = await daemon.ask('tokens.create', { name: 'Backup script', origin: 'script' });
  assert.deepEqual(daemon.callerForToken(token), { origin: 'script', token_id });
  assert.equal(daemon.callerForToken(`${token}x`), undefined);
  assert.equal(daemon.callerForToken(''), undefined);
  const { tokens } = await daemon.ask('tokens.list');
  assert.deepEqual(tokens, [
    {
      token_id,
      name: 'Backup script',
      origin: 'script',
      account_ids: null,
      scopes: null,
      requests: null,
      requests_per_minute: null,
      created_at: '2026-03-10T08:00:00.000Z',
      expires_at: null,
      last_used_at: '2026-03-10T08:00:00.000Z',
    },
  ]);
  assert.ok(!JSON.stringify(tokens).includes(token));
});

test('a removed token grants no access, and its event listeners are disconnected', async (t) => {
  const daemon = await testDaemon(t);
  const { token, token_id } = await daemon.ask('tokens.create', { name: 'x', origin: 'script' });
  const holder = daemon.callerForToken(token);
  assert.ok(holder);
  assert.deepEqual(daemon.visibleAccountIds(holder), new Set([await accountId(daemon, 'ada')]));
  await daemon.ask('tokens.remove', { token_id });
  assert.equal(daemon.callerForToken(token), undefined);
  assert.throws(() => daemon.visibleAccountIds(holder), { kind: 'refused', code: 'token_removed' });
  await assert.rejects(daemon.ask('tokens.remove', { token_id }), { kind: 'missing' });
});

test('the listeners of callers are told of a removed token and of a changed profile', async (t) => {
  const daemon = await testDaemon(t, { config: '[agents.profiles.agent]\nallowed_accounts = ["ada"]\n' });
  const { token, token_id } = await daemon.ask('tokens.create', { name: 'x', origin: 'script' });
  const agent: Caller = { origin: 'agent' };
  const holder = daemon.callerForToken(token);
  assert.ok(holder);
  const refused: (string | undefined)[] = [];
  const codeFor = (caller: Caller) => {
    try {
      daemon.visibleAccountIds(caller);
    } catch (failed) {
      return (failed as Failure).code;
    }
    return undefined;
  };
  daemon.events.onCallersChange(() => refused.push(codeFor(holder), codeFor(agent)));
  await daemon.ask('tokens.remove', { token_id });
  assert.deepEqual(refused, ['token_removed', undefined]);
  writeFileSync(daemon.configFile, readFileSync(daemon.configFile, 'utf8').replace('[agents.profiles.agent]', '[old]'));
  daemon.reloadConfig();
  await daemon.events.until('ConfigChanged');
  assert.deepEqual(refused.slice(2), ['token_removed', 'policy']);
});

test('a token for one account accesses no other, in lists, counts, ids and events', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    prepare(servers) {
      for (const [key, server] of servers)
        server.control.deliver(mail({ from: 'eve@example.test', subject: `for ${key}`, text: key }));
    },
  });
  await daemon.synced();
  const id = await accountId(daemon, 'ada');
  const { token } = await daemon.ask('tokens.create', { name: 'x', origin: 'script', account_ids: [id.toUpperCase()] });
  const holder = daemon.callerForToken(token);
  assert.ok(holder);
  assert.deepEqual([holder.only, daemon.visibleAccountIds(holder)], [[id], new Set([id])]);
  assert.equal((await daemon.ask('search.count', { q: 'for' }, holder)).count, 1);
  assert.deepEqual((await daemon.ask('admin.status', {}, holder)).accounts, ['Ada']);
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages' });
  const theirs = mailbox.groups.flatMap(({ rows }) => rows).find(({ subject }) => subject === 'for bob');
  await assert.rejects(daemon.ask('messages.body', { message_id: theirs?.id }, holder), { code: 'not_found' });
});

test('a token for an unknown account is refused', async (t) => {
  const daemon = await testDaemon(t);
  const [mine, none] = [await accountId(daemon, 'ada'), '00000000-0000-4000-8000-000000000000'];
  for (const account_ids of [[none], [mine, none]])
    await assert.rejects(daemon.ask('tokens.create', { name: 'x', origin: 'script', account_ids }), {
      code: 'not_found',
    });
  await assert.rejects(daemon.ask('tokens.create', { name: 'x', origin: 'script', account_ids: ['no id'] }), {
    kind: 'invalid',
    code: 'malformed_id',
  });
  for (const wrong of [
    { name: ' ', origin: 'script' },
    { name: 'x', origin: 'web' },
    { name: 'x', origin: 'agent', account_ids: [] },
  ])
    await assert.rejects(daemon.ask('tokens.create', wrong), { code: 'invalid_input' });
  assert.deepEqual((await daemon.ask('tokens.list')).tokens, []);
});

test('an agent’s token is limited to the agents’ profile and may not manage tokens', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    config:
      '[agents.profiles.agent]\nsafety_policy = "full"\nallow_destructive = true\nallowed_accounts = ["ada", "bob"]\n',
  });
  await daemon.synced();
  const account_ids = [await accountId(daemon, 'bob')];
  const { token } = await daemon.ask('tokens.create', { name: 'Helper', origin: 'agent', account_ids });
  const { token: toolToken } = await daemon.ask('tokens.create', { name: 'Tool', origin: 'mcp' });
  const [agent, tool] = [daemon.callerForToken(token), daemon.callerForToken(toolToken)];
  assert.ok(agent && tool);
  assert.deepEqual((await daemon.ask('admin.status', {}, agent)).accounts, ['Bob']);
  await assert.rejects(daemon.ask('admin.status', {}, tool), { code: 'policy', message: /\[agents\.profiles\.mcp\]/ });
  assert.throws(() => daemon.visibleAccountIds(tool), { code: 'policy' });
  for (const [name, input] of [
    ['tokens.list', {}],
    ['tokens.create', { name: 'x', origin: 'script' }],
    ['tokens.remove', { token_id: agent.token_id }],
  ] as const)
    await assert.rejects(daemon.ask(name, input, agent), { kind: 'refused', code: 'people_only' });
});

test('a script’s token has the permissions of scripts, and cannot create or remove tokens that would outlive it', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const { token, token_id } = await daemon.ask('tokens.create', { name: 'x', origin: 'script' });
  const holder = daemon.callerForToken(token);
  assert.ok(holder);
  assert.deepEqual(await daemon.ask('sync.start', {}, holder), { ok: true });
  for (const [name, input] of [
    ['tokens.create', { name: 'y', origin: 'script' }],
    ['tokens.remove', { token_id }],
    ['settings.change', { key: 'agents.profiles.agent.allow_send', value: true }],
  ] as const)
    await assert.rejects(daemon.ask(name, input, holder), { kind: 'refused', code: 'people_only' }, name);
  assert.equal((await daemon.ask('tokens.list')).tokens.length, 1);
});

test('a repeated request for a token with the same Idempotency-Key creates one token, and its secret is returned once', async (t) => {
  const daemon = await testDaemon(t);
  const make = () =>
    daemon.dispatch('tokens.create', { name: 'x', origin: 'agent' }, { origin: 'web' }, { idempotencyKey: 'once' });
  await make();
  await assert.rejects(make(), { kind: 'conflict', code: 'told_once' });
  assert.equal((await daemon.ask('tokens.list')).tokens.length, 1);
});

test('the scopes of a token allow only what they say, beside reading', async (t) => {
  const daemon = await testDaemon(t, {
    prepare: (servers) =>
      servers.get('ada')?.control.deliver(mail({ from: 'eve@example.test', subject: 'Hello', text: 'Hello' })),
  });
  await daemon.synced();
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages' });
  const message_ids = [mailbox.groups[0]?.rows[0]?.id ?? ''];
  const attempts = {
    read: ['mailbox.list', {}],
    draft: ['compose.open', { kind: 'new' }],
    act: ['mutations.star', { message_ids, starred: true }],
    destroy: ['mutations.archive', { message_ids, dry_run: false }],
    admin: ['snippets.save', {}],
    operate: ['sync.start', {}],
  } as const;
  const allowed = async (scopes: ('read' | 'draft' | 'send' | 'act' | 'admin')[]) => {
    const { token } = await daemon.ask('tokens.create', { name: 'x', origin: 'script', scopes });
    const caller = daemon.callerForToken(token);
    const results = await Promise.all(
      Object.entries(attempts).map(async ([name, [request, input]]) => {
        try {
          await daemon.dispatch(request, input, caller!);
          return name;
        } catch (failed) {
          // Anything else than a refusal comes after the check of the token.
          return (failed as Failure).code === 'policy' ? '' : name;
        }
      }),
    );
    return results.filter(Boolean).join(' ');
  };
  assert.equal(await allowed(['read']), 'read');
  assert.equal(await allowed(['draft']), 'read draft');
  assert.equal(await allowed(['send']), 'read draft');
  assert.equal(await allowed(['act']), 'read act destroy');
  assert.equal(await allowed(['draft', 'act']), 'read draft act destroy');
  assert.equal(await allowed(['admin']), 'read act destroy admin operate');
});

test('a token of single requests may send these and sees no events', async (t) => {
  const daemon = await testDaemon(t);
  const { token } = await daemon.ask('tokens.create', { name: 'x', origin: 'script', requests: ['snooze.list'] });
  const holder = daemon.callerForToken(token);
  assert.ok(holder);
  assert.deepEqual((await daemon.ask('snooze.list', {}, holder)).snoozed, []);
  await assert.rejects(daemon.ask('mailbox.list', {}, holder), {
    code: 'policy',
    message: /only the requests it names/,
  });
  assert.throws(() => daemon.visibleAccountIds(holder), { code: 'policy' });
  await assert.rejects(daemon.ask('tokens.create', { name: 'x', origin: 'script', requests: ['snooze.none'] }), {
    code: 'unknown_request_name',
  });
});

test('an expired token no longer works, and its event listeners are disconnected', async (t) => {
  const daemon = await testDaemon(t);
  const create = (expires_at: string) => daemon.ask('tokens.create', { name: 'x', origin: 'script', expires_at });
  await assert.rejects(create('2026-03-10T08:00:00Z'), { code: 'already_expired' });
  const { token } = await create('2026-03-10T09:00:00Z');
  const holder = daemon.callerForToken(token);
  assert.ok(holder);
  daemon.clock.advance(3_599_999);
  assert.ok(daemon.callerForToken(token));
  daemon.clock.advance(1);
  assert.equal(daemon.callerForToken(token), undefined);
  assert.throws(() => daemon.visibleAccountIds(holder), { code: 'token_expired' });
  const [listed] = (await daemon.ask('tokens.list')).tokens;
  assert.deepEqual(
    [listed?.expires_at, listed?.last_used_at],
    ['2026-03-10T09:00:00.000Z', '2026-03-10T08:59:00.000Z'],
  );
});
