import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedDraft } from '../../daemon/features/outbox/test-sends.ts';
import { mail, testDaemon, type TestDaemon } from '../../daemon/test-daemon.ts';

const minuteMs = 60_000;
const names = ['A', 'B', 'C', 'D'];

/** A daemon with four received messages and a sent one, all older than the test. */
async function daemonWithMessages(t: Parameters<typeof testDaemon>[0]) {
  const daemon = await testDaemon(t, {
    prepare: (providers) => {
      const { control } = providers.get('ada')!;
      for (const [index, name] of names.entries())
        control.deliver(
          mail({ from: 'ben@people.example', subject: `Letter ${name}`, text: 'Hello.', minutesAgo: 200 - index }),
        );
      const own = { from: 'Ada <ada@example.test>', headers: { To: 'ben@people.example' } };
      control.deliver(mail({ ...own, subject: 'Question', text: 'Well?', minutesAgo: 300 }), {
        folder: 'Sent',
        flags: ['\\Seen'],
      });
    },
  });
  await daemon.synced();
  return daemon;
}

async function idOf(daemon: TestDaemon, subject: string): Promise<string> {
  const { groups } = await daemon.ask('search.find', { q: `subject:"${subject}"`, scope: 'messages' });
  return groups[0]?.rows[0]?.id ?? '';
}

async function subjectsIn(daemon: TestDaemon, lens_kind: 'inbox' | 'all_mail'): Promise<string[]> {
  const { mailbox } = await daemon.ask('mailbox.list', { lens_kind, view: 'messages' });
  return mailbox.groups.flatMap(({ rows }) => rows).map(({ subject }) => subject);
}

const at = (minutes: number) => new Date(Date.parse('2026-03-10T08:00:00Z') + minutes * minuteMs).toISOString();

test('after a sleep everything that was due comes back once, and what was due last is on top', async (t) => {
  const daemon = await daemonWithMessages(t);
  // The order of the times is neither that of the messages nor its reverse.
  for (const [name, minutes] of [
    ['B', 10],
    ['D', 20],
    ['A', 40],
    ['C', 50],
  ] as const)
    await daemon.ask('snooze.create', { message_id: await idOf(daemon, `Letter ${name}`), until: at(minutes) });
  await daemon.ask('reminders.set', { sent_message_id: await idOf(daemon, 'Question'), remind_at: at(30) });
  const draft_id = storedDraft(daemon, { subject: 'Planned' });
  await daemon.ask('outbox.schedule', { draft_id, send_at: at(58) });
  assert.deepEqual(await subjectsIn(daemon, 'inbox'), []);

  daemon.clock.advance(60 * minuteMs);
  daemon.handleResume();
  daemon.handleResume();
  await daemon.events.until('MessageUnsnoozed', 4);
  await daemon.events.until('ReminderTriggered');
  await daemon.events.until('ScheduledSendFlushed');
  assert.deepEqual(await subjectsIn(daemon, 'inbox'), ['Letter C', 'Letter A', 'Letter D', 'Letter B']);
  const all = (await subjectsIn(daemon, 'all_mail')).filter((subject) => subject !== 'Planned');
  assert.deepEqual(all, ['Letter C', 'Letter A', 'Question', 'Letter D', 'Letter B']);

  // A second sleep repeats nothing.
  daemon.clock.advance(60 * minuteMs);
  daemon.handleResume();
  await daemon.resync();
  const counts = (['MessageUnsnoozed', 'ReminderTriggered', 'ScheduledSendFlushed'] as const).map(
    (kind) => daemon.events.all(kind).length,
  );
  assert.deepEqual(counts, [4, 1, 1]);
  assert.equal(daemon.sender('ada').deliveries.length, 1);
});
