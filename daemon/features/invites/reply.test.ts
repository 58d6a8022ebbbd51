import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import type { TestDaemon } from '../../test-daemon.ts';
import { readEvents } from '../../mail/ical/events.ts';
import { calendarTexts } from '../../mail/mime/content/calendars.ts';
import { updatedInvitation, invitation, inviteMessageIds, daemonWithMail } from './test-invites.ts';

const profile = [
  '[agents.profiles.agent]',
  'safety_policy = "full"',
  'allowed_accounts = ["ada"]',
  'allow_send = false',
  'allow_destructive = true',
].join('\n');

const series = [
  'SEQUENCE:2',
  'RECURRENCE-ID;TZID=Europe/Berlin:20260311T190000',
  'ATTENDEE;CN="Morgan, Ada";PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:Ada@example.test',
  'ATTENDEE;CN=Cid;PARTSTAT=NEEDS-ACTION:mailto:cid@people.example',
];

/** The user's answer on the card of a message. */
async function shownAnswer(daemon: TestDaemon, message_id: string | undefined) {
  const { invite, answering } = await daemon.ask('invites.ofMessage', { message_id });
  return {
    partstat: invite?.metadata.viewer_partstat,
    state: invite?.own_answer?.state,
    comment: invite?.own_answer?.comment,
    why_not: answering.why_not,
  };
}

test('an invitation is answered once, from the invited address, and a preview sends nothing (checklist 81, 104)', async (t) => {
  const daemon = await daemonWithMail(t, [invitation({ id: 'one', event: series })], { config: profile });
  const message_id = (await inviteMessageIds(daemon)).get('Dinner');
  const { deliveries } = daemon.sender('ada');
  const answer = { message_id, action: 'accept', comment: 'With pleasure; Ada' };

  const agent = { origin: 'agent' } as const;
  const { status, preview } = await daemon.ask('invites.reply', { ...answer, dry_run: true }, agent);
  assert.deepEqual(
    [status, preview?.organizer_email, preview?.attendee_email, preview?.subject, preview?.warnings],
    ['preview', 'ben@people.example', 'Ada@example.test', 'Accepted: Dinner', []],
  );
  assert.match(
    preview?.body_text ?? '',
    /^Morgan, Ada has accepted: Dinner\nWednesday, 11 March 2026 at 19:00 \(Europe\/Berlin\)\n\nWith pleasure; Ada$/,
  );
  await assert.rejects(daemon.ask('invites.reply', answer, agent), isFailure('policy'));
  assert.deepEqual(await shownAnswer(daemon, message_id), {
    partstat: 'needs_action',
    state: undefined,
    comment: undefined,
    why_not: null,
  });
  assert.equal(deliveries.length, 0);

  const { status: sent, result } = await daemon.ask('invites.reply', answer);
  assert.deepEqual([sent, result?.action, deliveries.length], ['sent', 'accept', 1]);
  assert.deepEqual([deliveries[0]?.from, deliveries[0]?.to], ['Ada@example.test', ['ben@people.example']]);
  const [ics = ''] = calendarTexts(deliveries[0]?.bytes ?? Buffer.alloc(0));
  const lines = ics.split('\r\n');
  for (const line of [
    'METHOD:REPLY',
    'UID:dinner@people.example',
    'SEQUENCE:2',
    'RECURRENCE-ID;TZID=Europe/Berlin:20260311T190000',
    'DTSTAMP:20260310T080000Z',
    'ORGANIZER;CN=Ben:mailto:ben@people.example',
    'ATTENDEE;CN="Morgan, Ada";PARTSTAT=ACCEPTED:mailto:Ada@example.test',
    'COMMENT:With pleasure\\; Ada',
  ])
    assert.ok(lines.includes(line), line);
  assert.equal(readEvents(ics)[0]?.attendees.length, 1);
  assert.deepEqual(await shownAnswer(daemon, message_id), {
    partstat: 'accepted',
    state: 'sent',
    comment: 'With pleasure; Ada',
    why_not: null,
  });
  assert.equal((await daemon.ask('invites.list')).invites[0]?.metadata.viewer_partstat, 'accepted');

  // The second answer counts, although no second has passed.
  await daemon.ask('invites.reply', { message_id, action: 'maybe' });
  const [second = ''] = calendarTexts(deliveries[1]?.bytes ?? Buffer.alloc(0));
  assert.deepEqual(
    [readEvents(second)[0]?.dtstamp, readEvents(second)[0]?.attendees[0]?.partstat],
    ['2026-03-10T08:00:01.000Z', 'tentative'],
  );
  assert.equal((await shownAnswer(daemon, message_id)).partstat, 'tentative');
});

test('a waiting reply can be cancelled or replaced, and a failed reply does not count', async (t) => {
  const daemon = await daemonWithMail(t, [invitation({ id: 'one' })]);
  const message_id = (await inviteMessageIds(daemon)).get('Dinner');
  const sender = daemon.sender('ada');
  const held = { message_id, hold_seconds: 10 };
  const { status, result } = await daemon.ask('invites.reply', { ...held, action: 'decline' });
  assert.equal(status, 'queued');
  assert.deepEqual(await shownAnswer(daemon, message_id), {
    partstat: 'declined',
    state: 'queued',
    comment: null,
    why_not: null,
  });
  await daemon.ask('outbox.cancel', { draft_id: result?.draft_id });
  assert.deepEqual(await shownAnswer(daemon, message_id), {
    partstat: 'needs_action',
    state: undefined,
    comment: undefined,
    why_not: null,
  });

  await daemon.ask('invites.reply', { ...held, action: 'decline' });
  await daemon.ask('invites.reply', { message_id, action: 'accept' });
  assert.equal(sender.deliveries.length, 1);
  assert.equal((await shownAnswer(daemon, message_id)).partstat, 'accepted');

  sender.faults.push({
    state: 'refused',
    reason: 'refused',
    isTemporary: false,
    recipients: [],
    reply: null,
    message: 'There is no such mailbox.',
  });
  await assert.rejects(daemon.ask('invites.reply', { message_id, action: 'decline' }), isFailure('send_failed'));
  const { partstat, state } = await shownAnswer(daemon, message_id);
  assert.deepEqual([partstat, state], ['accepted', 'failed']);
});

test('an invitation that cannot be answered says so in advance, and a reply is refused', async (t) => {
  const whole = (lines: string[], subject: string) =>
    invitation({ id: subject, subject, event: [`UID:${subject}`, ...lines] });
  const daemon = await daemonWithMail(t, [
    whole(['ORGANIZER:mailto:ada@example.test'], 'Mine'),
    whole(['ATTENDEE:mailto:cid@people.example'], 'Theirs'),
    whole(['STATUS:CANCELLED'], 'Gone'),
    invitation({ id: 'first', subject: 'First' }),
    updatedInvitation('second', 'Second', ['SEQUENCE:1']),
  ]);
  const ids = await inviteMessageIds(daemon);
  for (const [subject, code] of Object.entries({
    Mine: 'own_event',
    Theirs: 'not_invited',
    Gone: 'event_cancelled',
    First: 'event_changed',
  })) {
    const message_id = ids.get(subject);
    await assert.rejects(daemon.ask('invites.reply', { message_id, action: 'accept', dry_run: true }), isFailure(code));
    assert.notEqual((await shownAnswer(daemon, message_id)).why_not, null);
  }
  await daemon.ask('invites.reply', { message_id: ids.get('Second'), action: 'accept', dry_run: true });
});

function isFailure(code: string) {
  return (failed: unknown) => failed instanceof Failure && failed.code === code;
}
