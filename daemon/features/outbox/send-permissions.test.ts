import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { ada, bob, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { entryOf, waitForEntry, isDraftStored, storedDraft } from './test-sends.ts';

const minute = 60_000;
const code = (wanted: string) => (thrown: unknown) => thrown instanceof Failure && thrown.code === wanted;

function configure({ configFile, reloadConfig }: TestDaemon, change: (text: string) => string): void {
  writeFileSync(configFile, change(readFileSync(configFile, 'utf8')));
  reloadConfig();
}

test('a disabled account sends nothing: its queued sends report it and are sent when it is enabled again (checklist 35)', async (t) => {
  const daemon = await testDaemon(t, { accounts: [ada, bob] });
  await daemon.synced();
  const [draft_id, later] = [storedDraft(daemon, { key: 'bob' }), storedDraft(daemon, { key: 'bob' })];
  await daemon.ask('outbox.schedule', { draft_id, send_at: '2026-03-10T08:10:00Z' });
  configure(daemon, (text) => text.replace(/(bob@example\.test"\nenabled = )true/, '$1false'));
  daemon.clock.advance(13 * minute);
  const entry = await entryOf(daemon, draft_id);
  assert.deepEqual(
    [entry.state, entry.trouble?.code, entry.words],
    ['queued', 'account_disabled', 'Waiting for its account'],
  );
  for (const asked of [
    daemon.ask('outbox.sendStored', { draft_id: later }),
    daemon.ask('outbox.schedule', { draft_id: later, send_at: '2026-03-11T08:00:00Z' }),
  ])
    await assert.rejects(asked, code('account_disabled'));
  assert.deepEqual(daemon.sender('bob').deliveries, []);
  configure(daemon, (text) => text.replace(/(bob@example\.test"\nenabled = )false/, '$1true'));
  await waitForEntry(daemon, draft_id, ({ state }) => state === 'sent');
  assert.equal(daemon.sender('bob').deliveries.length, 1);
});

test('a caller limited to drafts sends nothing, now or later, and a scheduled send is checked against the permissions when it is due (checklist 68)', async (t) => {
  const profile = '[agents.profiles.agent]\nsafety_policy = "full"\nallow_send = true\nallowed_accounts = ["ada"]\n';
  const daemon = await testDaemon(t, { accounts: [ada, bob], config: profile });
  await daemon.synced();
  const agent = { origin: 'agent' } as const;
  const [draft_id, ofBob] = [storedDraft(daemon), storedDraft(daemon, { key: 'bob' })];
  const send_at = '2026-03-10T08:10:00Z';
  await assert.rejects(daemon.ask('outbox.sendStored', { draft_id: ofBob }, agent), code('not_found'));
  await daemon.ask('outbox.schedule', { draft_id, send_at }, agent);
  const { send_id } = await entryOf(daemon, draft_id);
  configure(daemon, (text) => text.replace('safety_policy = "full"', 'safety_policy = "draft-only"'));
  for (const [row, input] of [
    ['outbox.sendStored', { draft_id }],
    ['outbox.schedule', { draft_id, send_at }],
    ['outbox.retry', { send_id }],
    ['outbox.cancel', { draft_id }],
    ['outbox.resetOrphan', { draft_id }],
    ['outbox.confirmSent', { send_id }],
  ] as const)
    await assert.rejects(daemon.ask(row, input, agent), code('policy'), row);
  assert.equal((await daemon.ask('outbox.list', {}, agent)).sends.length, 1);
  daemon.clock.advance(10 * minute);
  const { ok, error } = await daemon.events.until('ScheduledSendFlushed');
  assert.deepEqual([ok, isDraftStored(daemon, draft_id)], [false, true]);
  assert.match(error ?? '', /draft-only/);
  assert.deepEqual(daemon.sender('ada').deliveries, []);
});

test('cancelling a scheduled send is not sending: a caller without the permission to send may do it (checklist 82)', async (t) => {
  const profile =
    '[agents.profiles.agent]\nsafety_policy = "full"\nallow_destructive = true\nallowed_accounts = ["ada"]\n';
  const daemon = await testDaemon(t, { config: profile });
  await daemon.synced();
  const agent = { origin: 'agent' } as const;
  const draft_id = storedDraft(daemon);
  const send_at = '2026-03-10T08:10:00Z';
  await assert.rejects(daemon.ask('outbox.schedule', { draft_id, send_at }, agent), code('policy'));
  await daemon.ask('outbox.schedule', { draft_id, send_at });
  assert.deepEqual(await daemon.ask('outbox.cancel', { draft_id }, agent), { kind: 'Ack' });
  assert.ok(isDraftStored(daemon, draft_id));
});

test('an account that only sends does so, and stores no copy', async (t) => {
  const daemon = await testDaemon(t, { accounts: [ada, bob] });
  await daemon.synced();
  configure(daemon, (text) => text.replace('[accounts.bob.sync]\ntype = "fake"\n', ''));
  const draft_id = storedDraft(daemon, { key: 'bob' });
  const { state } = await daemon.ask('outbox.sendStored', { draft_id });
  const { copy } = await waitForEntry(daemon, draft_id, ({ ended_at }) => ended_at !== null);
  assert.deepEqual([state, copy, isDraftStored(daemon, draft_id)], ['sent', 'none', false]);
});
