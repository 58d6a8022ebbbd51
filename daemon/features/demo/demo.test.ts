import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { demoAccounts } from '../../demo/accounts.ts';
import { openDemo } from '../../demo/open-demo.ts';
import { movableClock } from '../../base/clock.ts';
import { timeId } from '../../base/ids.ts';
import { testDaemon, testStart } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';

const hourMs = 3_600_000;
const at = (hours: number) => new Date(Date.parse(testStart) + hours * hourMs).toISOString();

/** A daemon on a demo mailbox whose clock stands still unless the demo moves it. */
async function openTestDemo(t: TestContext) {
  const { options } = openDemo(500, { systemClock: movableClock(testStart) });
  const daemon = await testDaemon(t, { accounts: demoAccounts(500), options: { ...options, isDemo: true } });
  await daemon.synced();
  const { accounts } = await daemon.ask('accounts.list');
  const idOf = (name: string) => accounts.find((account) => account.name === name)?.account_id ?? '';
  const healthOf = async (name: string) =>
    (await daemon.ask('accounts.list')).accounts.find((account) => account.name === name)?.health;
  /** Queues a message of the personal account. */
  async function send({ to, subject, send_at }: { to: string; subject: string; send_at?: string }) {
    const id = timeId();
    const account_id = idOf('Demo Personal');
    const body_text = 'They are on the shelf.';
    await daemon.ask('drafts.saveLocal', { id, account_id, to: [{ email: to }], subject, body_text });
    if (send_at === undefined) await daemon.ask('outbox.sendStored', { draft_id: id, hold_seconds: 600 });
    else await daemon.ask('outbox.schedule', { draft_id: id, send_at });
    return async () => (await daemon.ask('outbox.list')).sends.find((each) => each.subject === subject);
  }
  return { daemon, idOf, healthOf, send };
}

test('the clock of a demo wakes snoozed mail and sends scheduled messages that become due', async (t) => {
  const { daemon, send } = await openTestDemo(t);
  const { mailbox } = await daemon.ask('mailbox.list', { limit: 1 });
  const thread_id = mailbox.groups[0]?.rows[0]?.thread_id;
  await daemon.ask('snooze.create', { thread_ids: [thread_id], until: at(20) });
  const sent = await send({ to: 'robin.vale@lanternworks.example', subject: 'Keys', send_at: at(22) });

  const moved = await daemon.ask('demo.moveClock', { to: at(24) });
  assert.deepEqual([moved.now, moved.offset_ms], [at(24), 24 * hourMs]);
  await daemon.events.until('MessageUnsnoozed');
  await until('the message is sent', async () => (await sent())?.state === 'sent');
  assert.deepEqual((await daemon.ask('snooze.list')).snoozed, []);
});

test('the clock of a demo moves forward only, and by a year at most', async (t) => {
  const { daemon } = await openTestDemo(t);
  await assert.rejects(daemon.ask('demo.moveClock', { to: at(-1) }), { code: 'time_past' });
  await assert.rejects(daemon.ask('demo.moveClock', { to: at(24 * 400) }), { code: 'time_far' });
  assert.equal((await daemon.ask('demo.controls')).offset_ms, 0);
});

test('a fault shows what a real one shows, for one account, until it is ended', async (t) => {
  const { daemon, idOf, healthOf } = await openTestDemo(t);
  const account_id = idOf('Demo Work');
  const messages = {
    offline: /^Offline: Can’t reach imap\.lanternworks\.example\. Check the network connection\./,
    too_many_requests: /^imap\.lanternworks\.example asks for fewer requests\. Posthorn tries again later\./,
    sign_in_expired: /^imap\.lanternworks\.example didn’t accept the username and password: The sign-in has expired\./,
  };
  for (const fault of ['offline', 'too_many_requests', 'sign_in_expired'] as const) {
    const { faults } = await daemon.ask('demo.setFault', { fault, account_id });
    assert.deepEqual(faults, [{ account_id, fault }]);
    await until(`the account shows ${fault}`, async () =>
      messages[fault].test((await healthOf('Demo Work'))?.message ?? ''),
    );
    assert.equal((await healthOf('Demo Personal'))?.state, 'synced');
  }
  assert.deepEqual((await daemon.ask('demo.setFault', { fault: null })).faults, []);
  await until('the account is synced again', async () => (await healthOf('Demo Work'))?.state === 'synced');
});

test('mail waits while its server fails, and is sent afterwards', async (t) => {
  const { daemon, send } = await openTestDemo(t);
  await daemon.ask('demo.setFault', { fault: 'offline' });
  const sent = await send({ to: 'iris.calder@example.org', subject: 'Postponed' });
  await daemon.ask('demo.moveClock', { to: at(1) });
  const trouble = async () => (await sent())?.trouble?.message ?? '';
  await until('an attempt has failed', async () => (await trouble()).startsWith('Can’t reach smtp.vale.example'));
  await daemon.ask('demo.setFault', { fault: null });
  await until('the message is sent', async () => (await sent())?.state === 'sent');
});

test('the controls of a demo are unknown to other instances, and reserved for the user', async (t) => {
  const own = await testDaemon(t);
  for (const name of ['demo.controls', 'demo.moveClock', 'demo.setFault'] as const)
    await assert.rejects(own.ask(name, {}), { code: 'unknown_request' });
  const { daemon } = await openTestDemo(t);
  const agent = { origin: 'agent' as const };
  await assert.rejects(daemon.ask('demo.setFault', { fault: 'offline' }, agent), { code: 'policy' });
});

test('mail that arrives in a demo after its first sync fills Now, Deliveries and the preview of the screener', async (t) => {
  const { options } = openDemo(500, { hasArrivals: true, systemClock: movableClock(testStart) });
  const daemon = await testDaemon(t, { accounts: demoAccounts(500), options: { ...options, isDemo: true } });
  const now = async () => (await daemon.ask('modes.now')).now;
  await until('Now shows people, a to-do and updates', async () => {
    const { people, due_soon, updates } = await now();
    return people.total === 3 && due_soon.total === 1 && updates?.message_count === 3;
  });
  assert.deepEqual(
    (await now()).due_soon.todos.map(({ todo }) => [todo.kind, todo.when_label]),
    [['commitment', 'Tomorrow']],
  );
  await until('a parcel is on its way', async () => (await daemon.ask('deliveries.list')).deliveries.length === 1);
  const { deliveries } = await daemon.ask('deliveries.list');
  assert.deepEqual(
    deliveries.map(({ merchant, carrier, status }) => [merchant, carrier, status]),
    [['Kiln & Thread', 'UPS', 'in_transit']],
  );
  const { accounts } = await daemon.ask('accounts.list');
  const queues = await Promise.all(accounts.map(({ account_id }) => daemon.ask('screener.queue', { account_id })));
  const waiting = queues.flatMap(({ entries }) => entries.map(({ display_name }) => display_name));
  assert.deepEqual(new Set(waiting), new Set(['Kiln & Thread', 'Nadia Ferreira', 'The Tideline']));
});
