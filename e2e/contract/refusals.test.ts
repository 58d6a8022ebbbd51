import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../daemon/base/failure.ts';
import type { Caller } from '../../daemon/handler-types.ts';
import { randomId } from '../../daemon/base/ids.ts';
import { openReadOnly, sql } from '../../daemon/store/db.ts';
import { storeFiles } from '../../daemon/store/open.ts';
import { until } from '../../daemon/test-until.ts';
import type { Policy, Profile } from '../../daemon/safety/policy.ts';
import { expectedRows } from './policy-expectations.ts';
import { inputOf } from './policy-inputs.ts';
import { expectedOutcome, type Situation } from './policy-reading.ts';
import { openTestBridge, type TestBridge } from './test-bridge.ts';

/** Exist only on demo instances; and is recorded only where `[activity].track_link_clicks` is on. */
const leftOut = /^(demo\.(controls|moveClock|setFault)|activity\.linkOpened)$/;
/** Each row with its first line. */
const rows = [
  ...new Map(
    expectedRows()
      .toReversed()
      .map((row) => [row.name, row]),
  ).values(),
].filter(({ name }) => !leftOut.test(name));

const accounts = ['ada', 'bob'].map((key) => ({ account_id: key, key, email: key }));

const agentProfile: Profile = {
  safety_policy: 'full',
  allowed_accounts: ['ada'],
  allow_send: false,
  allow_destructive: false,
  allowed_destructive_actions: [],
  approve: false,
};

test('a refused request reaches no provider and no sender, writes no row, and is one entry in the activity log (checklist 76, 90)', async (t) => {
  const stage = await openTestBridge({ after: (close) => t.after(close) });
  const watch = openWatch(t, stage);
  const { mailbox } = await stage.daemon.ask('mailbox.list', { lens_kind: 'all_mail' });
  const message = mailbox.groups.flatMap(({ rows }) => rows)[0];
  assert.ok(message);

  async function refuseAll(origin: Caller['origin'], general: Policy, profiles: Situation['profiles']): Promise<void> {
    const before = watch.state();
    const recorded = watch.refusalsRecorded();
    let refused = 0;
    for (const row of rows) {
      // The same read by the same caller is recorded once in ten minutes, so each comes with a token of its own.
      const caller = origin === 'web' ? { origin } : { origin, token_id: randomId() };
      const expected = expectedOutcome(row, { general, caller, profiles }, accounts);
      if (expected === 'handled') continue;
      const more = { idempotencyKey: row.name };
      const answer = stage.daemon.dispatch(row.name, inputOf(row, undefined, message!), caller, more);
      await assert.rejects(answer, (failed) => failed instanceof Failure && failed.code === expected, row.name);
      refused++;
    }
    assert.ok(refused > 100, `${refused} refused`);
    assert.deepEqual(watch.state(), before);
    await until('every refusal is recorded', () => {
      stage.daemon.clock.advance(500);
      return watch.refusalsRecorded() >= recorded + refused;
    });
    assert.equal(watch.refusalsRecorded(), recorded + refused);
  }

  await refuseAll('agent', 'full', {});
  await refuseAll('mcp', 'full', {});
  for (const [key, value] of Object.entries(agentProfile))
    await stage.daemon.ask('settings.change', { key: `agents.profiles.agent.${key}`, value });
  await refuseAll('agent', 'full', { agent: agentProfile });
  await refuseAll('mcp', 'full', { agent: agentProfile });
  await stage.daemon.ask('settings.change', { key: 'general.safety_policy', value: 'read-only' });
  await refuseAll('web', 'read-only', { agent: agentProfile });
  await refuseAll('agent', 'read-only', { agent: agentProfile });
});

/** What a refused request must leave as it is, and the entries about refusals. */
function openWatch(t: { after(close: () => void): void }, { daemon, databases }: TestBridge) {
  const files = storeFiles(daemon.dataDir);
  const [mailDb, activity] = [files.mail, files.activity].map((file) => openReadOnly(file));
  t.after(() => [mailDb, activity].forEach((db) => db?.close()));
  return {
    state: () => ({
      versions: databases.versionsOfMail(),
      outbox: mailDb?.get<{ count: number }>(sql`SELECT count(*) AS count FROM outbox`)?.count,
      calls: ['ada', 'bob'].map((key) => ({ ...daemon.server(key).control.calls })),
      deliveries: ['ada', 'bob'].map((key) => daemon.sender(key).deliveries.length),
      events: daemon.events.recordedEvents.length,
    }),
    refusalsRecorded: () =>
      activity?.get<{ count: number }>(
        sql`SELECT count(*) AS count FROM activity WHERE outcome IN ('policy', 'people_only', 'agents_refused')`,
      )?.count ?? 0,
  };
}
