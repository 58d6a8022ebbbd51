import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';

const hourMs = 3_600_000;
const noon = '2026-03-10T12:00:00.000Z';

const own = { from: 'Ada <ada@example.test>', headers: { To: 'ben@people.example' } };
const answer = (id: string, headers: Record<string, string> = {}) =>
  mail({
    from: 'Ben <ben@people.example>',
    subject: 'Re: Dinner',
    text: 'Gladly.',
    id: `${id}@people.example`,
    minutesAgo: 0,
    headers: { 'In-Reply-To': '<dinner@example.test>', ...headers },
  });

/** A daemon with two sent messages and a received message, each in a thread of its own. */
async function daemonWithSentMail(t: Pick<TestContext, 'after'>, config = '') {
  const daemon = await testDaemon(t, {
    config,
    prepare: (providers) => {
      const { control } = providers.get('ada')!;
      const sent = { folder: 'Sent', flags: ['\\Seen'] };
      control.deliver(
        mail({ ...own, subject: 'Dinner', text: 'Friday?', id: 'dinner@example.test', minutesAgo: 90 }),
        sent,
      );
      control.deliver(
        mail({ ...own, subject: 'Bicycle', text: 'Yours?', id: 'bike@example.test', minutesAgo: 60 }),
        sent,
      );
      control.deliver(
        mail({ from: 'Cid <cid@people.example>', subject: 'Hello', text: 'Hello.', id: 'hello@people.example' }),
      );
    },
  });
  await daemon.synced();
  const idOf = async (subject: string) => {
    const { groups } = await daemon.ask('search.find', { q: `subject:${subject}`, scope: 'messages' });
    return groups[0]?.rows[0]?.id ?? '';
  };
  return { daemon, dinner: await idOf('Dinner'), bicycle: await idOf('Bicycle'), hello: await idOf('Hello') };
}

async function sentRows(daemon: TestDaemon) {
  const { groups } = await daemon.ask('search.find', { q: 'in:sent', scope: 'messages' });
  return groups.flatMap(({ rows }) => rows);
}

const fired = (daemon: TestDaemon) =>
  daemon.events.all('ReminderTriggered').map(({ sent_message_id }) => sent_message_id);

async function listed(daemon: TestDaemon) {
  const { reminders } = await daemon.ask('reminders.list');
  return reminders.map(({ subject, remind_at, fired_at }) => [subject, remind_at, fired_at]);
}

test('checklist 108: a reminder fires once, at its time, and not again after a restart; a cancelled reminder never fires', async (t) => {
  const { daemon, dinner, bicycle } = await daemonWithSentMail(t);
  const asked = { sent_message_id: dinner, remind_at: '2026-03-10T18:00:00Z' };
  assert.deepEqual(await daemon.ask('reminders.set', asked), { kind: 'Ack' });
  await daemon.ask('reminders.set', { ...asked, remind_at: '2026-03-10T13:00:00+01:00' });
  assert.deepEqual(await listed(daemon), [['Dinner', noon, null]]);
  assert.equal((await sentRows(daemon)).find(({ id }) => id === dinner)?.reminder_at, noon);
  await daemon.ask('reminders.set', { sent_message_id: bicycle, remind_at: noon });
  for (let time = 0; time < 2; time++)
    assert.deepEqual(await daemon.ask('reminders.cancel', { message_id: bicycle }), { kind: 'Ack' });
  daemon.clock.advance(3 * hourMs);
  assert.deepEqual(fired(daemon), []);
  daemon.clock.advance(hourMs);
  await daemon.events.until('ReminderTriggered');
  assert.deepEqual(fired(daemon), [dinner]);
  assert.deepEqual(await listed(daemon), [['Dinner', noon, noon]]);
  const { mailbox } = await daemon.ask('mailbox.list', { lens_kind: 'all_mail', view: 'messages' });
  assert.deepEqual(mailbox.groups.flatMap(({ rows }) => rows.map(({ id, reminder_at }) => [id, reminder_at]))[0], [
    dinner,
    undefined,
  ]);
  await daemon.close();
  const { clock, dataDir } = daemon;
  const again = { clock, openProvider: async () => ({ ...daemon.server('ada'), close: async () => undefined }) };
  const second = await testDaemon(t, { dataDir, options: again });
  await second.synced();
  clock.advance(8 * 24 * hourMs);
  await second.resync();
  assert.deepEqual([fired(second), await listed(second)], [[], []]);
});

test('checklist 108: an answer cancels a reminder; an automatic report about the mail does not', async (t) => {
  const { daemon, dinner, bicycle } = await daemonWithSentMail(t);
  const { control } = daemon.server('ada');
  await daemon.ask('reminders.set', { sent_message_id: dinner, remind_at: noon });
  await daemon.ask('reminders.set', { sent_message_id: bicycle, remind_at: noon });
  const report = { 'In-Reply-To': '<bike@example.test>', ...reportHeaders };
  control.deliver(
    mail({
      from: 'Mailer <mailer@people.example>',
      subject: 'Delayed',
      text: reportText,
      headers: report,
      minutesAgo: 0,
    }),
  );
  control.deliver(answer('gladly'));
  await daemon.resync();
  assert.deepEqual(await listed(daemon), [['Bicycle', noon, null]]);
  daemon.clock.advance(4 * hourMs);
  await daemon.events.until('ReminderTriggered');
  assert.deepEqual(fired(daemon), [bicycle]);
  const late = daemon.ask('reminders.set', { sent_message_id: dinner, remind_at: '2026-03-11T12:00:00Z' });
  await assert.rejects(late, (thrown) => thrown instanceof Failure && thrown.code === 'already_answered');
});

const reportHeaders = { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary="b"' };
const reportText = [
  '--b',
  'Content-Type: text/plain',
  '',
  'It could not be delivered yet.',
  '--b',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; people.example',
  '',
  'Final-Recipient: rfc822; ben@people.example',
  'Action: delayed',
  'Status: 4.4.1',
  '--b--',
  '',
].join('\n');

test('checklist 80: reminders are for sent mail, for a future time, and for accounts that the caller may use', async (t) => {
  const { daemon, dinner, hello } = await daemonWithSentMail(t);
  const owner = { origin: 'script' } as const;
  const unknown = '00000000-0000-4000-8000-000000000000';
  for (const [row, input, caller, code] of [
    ['reminders.set', { sent_message_id: hello, remind_at: noon }, owner, 'not_sent'],
    ['reminders.set', { sent_message_id: dinner, remind_at: '2026-03-10T08:00:00Z' }, owner, 'time_past'],
    ['reminders.set', { sent_message_id: unknown, remind_at: noon }, owner, 'not_found'],
    ['reminders.set', { sent_message_id: dinner, remind_at: noon }, { ...owner, only: [] }, 'not_found'],
    ['reminders.cancel', { message_id: dinner }, { ...owner, only: [] }, 'not_found'],
  ] as const) {
    const asked = daemon.ask(row, input, caller);
    await assert.rejects(asked, (thrown) => thrown instanceof Failure && thrown.code === code, code);
  }
  assert.deepEqual(await listed(daemon), []);
  // A token that is revoked when its reminder is due has no permission any more.
  const gone = { ...owner, token_id: unknown };
  await daemon.ask('reminders.set', { sent_message_id: dinner, remind_at: noon }, gone);
  daemon.clock.advance(5 * hourMs);
  await daemon.resync();
  assert.deepEqual([fired(daemon), await listed(daemon)], [[], []]);
});
