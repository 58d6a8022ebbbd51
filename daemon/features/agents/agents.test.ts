import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { RequestName } from '../../contract.ts';
import type { Caller } from '../../handler-types.ts';
import { ada, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';

const profile = (origin: 'agent' | 'mcp') => `[agents.profiles.${origin}]
safety_policy = "full"
allowed_accounts = ["ada"]
allow_send = true
allow_destructive = true
`;
const config = `${profile('agent')}${profile('mcp')}`;
const paused = { kind: 'refused', code: 'policy', message: /The owner has paused all agents and tools/ };

async function tokenOf(daemon: TestDaemon, origin: 'agent' | 'mcp' | 'script'): Promise<Caller> {
  const { token } = await daemon.ask('tokens.create', { name: origin, origin });
  const caller = daemon.callerForToken(token);
  assert.ok(caller);
  return caller;
}

test('while the owner has paused agents, every one of them is refused everything, and others are not', async (t) => {
  const daemon = await testDaemon(t, { config });
  await daemon.synced();
  const agents: Caller[] = [
    { origin: 'agent' },
    { origin: 'mcp' },
    await tokenOf(daemon, 'agent'),
    await tokenOf(daemon, 'mcp'),
  ];
  const script = await tokenOf(daemon, 'script');
  for (const caller of agents) await daemon.ask('mailbox.list', {}, caller);
  const calls = { ...daemon.server('ada').control.calls };

  assert.deepEqual(await daemon.ask('agents.pause', { paused: true }), { paused: true });
  const requests: RequestName[] = ['mailbox.list', 'client.permissions', 'agents.get', 'admin.ping', 'sync.start'];
  for (const caller of agents) {
    for (const name of requests) await assert.rejects(daemon.ask(name, {}, caller), paused, name);
    assert.throws(() => daemon.visibleAccountIds(caller), paused, 'events');
  }
  // A script's token that says it is an agent is one.
  await assert.rejects(daemon.ask('mailbox.list', {}, { ...script, origin: 'agent' }), paused);
  assert.deepEqual({ ...daemon.server('ada').control.calls }, calls);
  for (const caller of [script, { origin: 'web' } as const]) {
    await daemon.ask('mailbox.list', {}, caller);
    assert.equal((await daemon.ask('admin.status', {}, caller)).agents_paused, true);
    assert.deepEqual(await daemon.ask('agents.get', {}, caller), { paused: true });
  }

  assert.deepEqual(await daemon.ask('agents.pause', { paused: false }), { paused: false });
  for (const caller of agents) await daemon.ask('mailbox.list', {}, caller);
  assert.doesNotMatch(readFileSync(daemon.configFile, 'utf8'), /paused/);
});

test('only the owner pauses and resumes agents, under every policy that lets the daemon be run', async (t) => {
  const daemon = await testDaemon(t, { config: `[general]\nsafety_policy = "restricted"\n${config}` });
  const others: Caller[] = [{ origin: 'agent' }, { origin: 'mcp' }, { origin: 'script', token_id: 'a token' }];
  for (const caller of others) {
    await assert.rejects(daemon.ask('agents.pause', { paused: false }, caller), { code: 'people_only' });
    const change = { key: 'agents.paused', value: false };
    await assert.rejects(daemon.ask('settings.change', change, caller), { kind: 'refused' });
  }
  await daemon.ask('agents.pause', { paused: true }, { origin: 'cli' });
  assert.deepEqual(await daemon.ask('agents.get'), { paused: true });
});

test('the pause holds after a restart, and a switch with a mistake is on', async (t) => {
  const first = await testDaemon(t, { config });
  await first.ask('agents.pause', { paused: true });
  // The account is written to the file again by the next daemon.
  const [stored = ''] = readFileSync(first.configFile, 'utf8').match(/\[agents\]\n[^[]*/) ?? [];
  assert.match(stored, /paused = true/);
  await first.close();
  const again = await testDaemon(t, { config: `${config}${stored}`, dataDir: first.dataDir });
  await assert.rejects(again.ask('mailbox.list', {}, { origin: 'agent' }), paused);
  await again.ask('agents.pause', { paused: false });
  await again.ask('mailbox.list', {}, { origin: 'agent' });

  const mistyped = await testDaemon(t, { config: `[agents]\npaused = "yes"\n${config}` });
  assert.deepEqual(await mistyped.ask('agents.get'), { paused: true });
  await assert.rejects(mistyped.ask('mailbox.list', {}, { origin: 'mcp' }), paused);
});

test('what an agent had scheduled is not sent while agents are paused, and what it asked for is not carried out', async (t) => {
  const daemon = await testDaemon(t, {
    config: config.replace('allow_send = true', 'allow_send = true\napprove = true'),
    accounts: [ada],
    prepare: (servers) =>
      servers.get('ada')?.control.deliver(mail({ from: 'eve@example.test', subject: 'a', text: 'a' })),
  });
  await daemon.synced();
  const [account] = (await daemon.ask('accounts.list')).accounts;
  const message = { account_id: account?.account_id, to: ['eve@example.test'], subject: 'Later', body: 'Later.' };
  await daemon.ask('compose.sendMessage', { ...message, send_at: '2026-03-10T09:00:00Z' }, { origin: 'mcp' });
  const asked = await daemon.dispatch('compose.sendMessage', message, { origin: 'agent' });
  const { approval_id } = asked as { approval_id: string };

  await daemon.ask('agents.pause', { paused: true });
  const { approval } = await daemon.ask('approvals.get', { approval_id });
  const approve = { approval_id, payload_hash: approval.payload_hash };
  await assert.rejects(daemon.ask('approvals.approve', approve, { origin: 'web' }), { code: 'agents_paused' });
  daemon.clock.advance(3_600_000);
  await until('the message is due and refused', async () => {
    const { sends } = await daemon.ask('outbox.list', {});
    return sends.some(({ trouble }) => /paused all agents/.test(trouble?.message ?? ''));
  });
  assert.equal(daemon.sender('ada').deliveries.length, 0);
});
