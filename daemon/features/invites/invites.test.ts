import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { ada, bob, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { updatedInvitation, invitation, inviteMessageIds, daemonWithMail } from './test-invites.ts';

test('an invitation is read with its times, people and location, and shown with its message', async (t) => {
  const place = ['LOCATION:Mill Lane 4\\, first floor', 'URL:https://meet.example.org/dinner', 'SEQUENCE:0'];
  const daemon = await daemonWithMail(t, [invitation({ id: 'one', event: place })]);
  const { invites } = await daemon.ask('invites.list');
  const message_id = (await inviteMessageIds(daemon)).get('Dinner') ?? '';
  const { invite, state, superseded_by, more } = await daemon.ask('invites.ofMessage', { message_id });
  assert.deepEqual([state, superseded_by, more, invites.length], ['current', null, 0, 1]);
  assert.deepEqual([invites[0]?.id, invites[0]?.message_id, invites[0]?.state], [invite?.id, message_id, 'current']);
  const { raw_ics, attendees, ...metadata } = invite?.metadata ?? assert.fail('the message is missing');
  assert.match(raw_ics ?? '', /^BEGIN:VCALENDAR\r\n/);
  assert.equal(invites[0]?.metadata.raw_ics, null);
  assert.deepEqual(
    attendees.map(({ name, email, partstat, rsvp }) => [name, email, partstat, rsvp]),
    [
      ['Ada', 'Ada@example.test', 'needs_action', true],
      ['Cid', 'cid@people.example', 'needs_action', null],
    ],
  );
  assert.deepEqual(metadata, {
    component_kind: 'VEVENT',
    method: 'REQUEST',
    uid: 'dinner@people.example',
    recurrence_id: null,
    this_and_future: false,
    sequence: 0,
    dtstamp: '2026-03-01T08:00:00.000Z',
    status: null,
    summary: 'Dinner',
    description: null,
    location: 'Mill Lane 4, first floor',
    starts_at: '2026-03-11T18:00:00.000Z',
    ends_at: '2026-03-11T20:00:00.000Z',
    starts_local: '2026-03-11T19:00:00',
    ends_local: '2026-03-11T21:00:00',
    all_day: false,
    time_zone: 'Europe/Berlin',
    rrule: null,
    repeats: null,
    organizer: { name: 'Ben', email: 'ben@people.example', uri: 'mailto:ben@people.example' },
    rsvp_requested: true,
    url: 'https://meet.example.org/dinner',
    warnings: [],
    is_update: false,
    viewer_attendee_email: 'Ada@example.test',
    viewer_partstat: 'needs_action',
  });
  assert.deepEqual([invite?.created_at, invite?.updated_at], [1773126000, 1773126000]);
  const { right_rail } = await daemon.ask('threads.get', { thread_id: invite?.thread_id });
  assert.equal(right_rail.items.at(-1), '1 invitation');
  daemon.clock.advance(2 * 86_400_000);
  const later = await daemon.ask('invites.ofMessage', { message_id });
  assert.equal(later.state, 'past');
  assert.deepEqual((await daemon.ask('invites.list', { upcoming: true })).invites, []);
});

test('the newest message defines an event, in any order of arrival; answers show the participation', async (t) => {
  const moved = [
    'SEQUENCE:1',
    'DTSTART;TZID=Europe/Berlin:20260312T190000',
    'DTEND;TZID=Europe/Berlin:20260312T210000',
  ];
  const answer = ['ATTENDEE;PARTSTAT=ACCEPTED:mailto:cid@people.example', 'SEQUENCE:1', 'DTSTAMP:20260303T080000Z'];
  const daemon = await daemonWithMail(t, [
    updatedInvitation('two', 'Moved', moved),
    invitation({ id: 'one', subject: 'First' }),
    invitation({ id: 'answer', subject: 'Accepted', method: 'REPLY', from: 'Cid <cid@people.example>', event: answer }),
  ]);
  const ids = await inviteMessageIds(daemon);
  const [listed, ...others] = (await daemon.ask('invites.list')).invites;
  assert.deepEqual(others, []);
  const partstats = ({ metadata }: NonNullable<typeof listed>) => metadata.attendees?.map(({ partstat }) => partstat);
  assert.ok(listed);
  assert.deepEqual(
    [listed.message_id, listed.metadata.starts_at, listed.metadata.is_update, partstats(listed)],
    [ids.get('Moved'), '2026-03-12T18:00:00.000Z', true, ['needs_action', 'accepted']],
  );
  const first = await daemon.ask('invites.ofMessage', { message_id: ids.get('First') });
  assert.deepEqual([first.state, first.superseded_by], ['updated', ids.get('Moved')]);
  assert.deepEqual([first.superseded_in, first.invite?.id], [listed.thread_id, listed.id]);
  const reply = await daemon.ask('invites.ofMessage', { message_id: ids.get('Accepted') });
  assert.deepEqual([reply.state, reply.superseded_by, reply.invite?.metadata.method], ['current', null, 'REPLY']);

  daemon
    .server('ada')
    .control.deliver(updatedInvitation('three', 'Cancelled', ['SEQUENCE:2', 'STATUS:CANCELLED'], 'CANCEL'));
  await daemon.resync();
  await daemon.calendarsRead();
  const gone = await daemon.ask('invites.ofMessage', { message_id: ids.get('Moved') });
  assert.deepEqual([gone.state, gone.superseded_by], ['cancelled', (await inviteMessageIds(daemon)).get('Cancelled')]);
  assert.deepEqual(
    (await daemon.ask('invites.list')).invites.map(({ state }) => state),
    ['cancelled'],
  );
  assert.deepEqual((await daemon.ask('invites.list', { upcoming: true })).invites, []);
});

test('one day of a series is an event of its own, and belongs to the series; a message that is not from the organizer is reported', async (t) => {
  const series = invitation({ id: 'series', subject: 'Series', event: ['RRULE:FREQ=WEEKLY'] });
  const day = updatedInvitation('day', 'One day', [
    'RECURRENCE-ID;TZID=Europe/Berlin:20260318T190000',
    'DTSTART;TZID=Europe/Berlin:20260318T200000',
    'SUMMARY:Supper',
  ]);
  const daemon = await daemonWithMail(t, [series, day]);
  const upcoming = async () => (await daemon.ask('invites.list', { upcoming: true })).invites;
  assert.deepEqual(
    (await upcoming()).map(({ metadata: { summary, rrule, recurrence_id } }) => [summary, rrule, recurrence_id]),
    [
      ['Dinner', 'FREQ=WEEKLY', null],
      ['Supper', null, '2026-03-18T18:00:00.000Z'],
    ],
  );
  const event = ['DTSTAMP:20260305T080000Z', 'SEQUENCE:3'];
  const end = invitation({ id: 'end', subject: 'The end', method: 'CANCEL', from: 'Eve <eve@people.example>', event });
  daemon.server('ada').control.deliver(end);
  await daemon.resync();
  await daemon.calendarsRead();
  assert.deepEqual(await upcoming(), []);
  const ids = await inviteMessageIds(daemon);
  const { state, superseded_by } = await daemon.ask('invites.ofMessage', { message_id: ids.get('One day') });
  assert.deepEqual([state, superseded_by], ['cancelled', ids.get('The end')]);
  const { invite } = await daemon.ask('invites.ofMessage', { message_id: ids.get('The end') });
  assert.deepEqual(invite?.metadata.warnings, [
    'The message is from eve@people.example, not from the organizer, ben@people.example.',
  ]);
});

test('checklist 117: 200 events are listed by default, the newest mail first', async (t) => {
  const days = Array.from({ length: 5 }, (_, part) =>
    Array.from({ length: 45 }, (_one, at) => `event-${part}-${at}@people.example`),
  );
  const messages = days.map((uids, part) =>
    invitation({
      id: `part-${part}`,
      subject: `Part ${part}`,
      minutesAgo: 10 + part,
      event: [
        'DTSTAMP:20260301T080000Z',
        'DTSTART:20260401T100000Z',
        'DTEND:20260401T110000Z',
        ...uids.flatMap((uid) => [`UID:${uid}`, 'END:VEVENT', 'BEGIN:VEVENT', 'DTSTART:20260401T100000Z']),
      ],
    }),
  );
  const daemon = await daemonWithMail(t, messages);
  const ids = await inviteMessageIds(daemon);
  const { invites } = await daemon.ask('invites.list');
  assert.equal(invites.length, 200);
  assert.deepEqual([invites[0]?.message_id, invites[199]?.message_id], [ids.get('Part 0'), ids.get('Part 4')]);
  assert.equal((await daemon.ask('invites.list', { limit: 3 })).invites.length, 3);
  const { more } = await daemon.ask('invites.ofMessage', { message_id: ids.get('Part 2') });
  assert.equal(more, 45);
});

test('spam defines no event, trashed events are not listed, and events of other accounts are not visible', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    prepare: (providers) => {
      const { control } = providers.get('ada')!;
      control.deliver(invitation({ id: 'one', subject: 'Real' }));
      control.deliver(updatedInvitation('two', 'Forged', ['SEQUENCE:9'], 'CANCEL'), { folder: 'Junk' });
      control.deliver(invitation({ id: 'three', subject: 'Binned', event: ['UID:other@people.example'] }), {
        folder: 'Trash',
      });
    },
  });
  await daemon.synced();
  await daemon.calendarsRead();
  const { invites } = await daemon.ask('invites.list');
  const [invite] = invites;
  assert.deepEqual(
    invites.map(({ state }) => state),
    ['current'],
  );
  const mine = { message_id: invite?.message_id };
  assert.deepEqual((await daemon.ask('invites.ofMessage', mine)).state, 'current');
  const other = { origin: 'script', only: [await accountOf(daemon, 'bob@example.test')] } as const;
  assert.deepEqual((await daemon.ask('invites.list', {}, other)).invites, []);
  for (const [input, caller, code] of [
    [mine, other, 'not_found'],
    [{ message_id: '00000000-0000-4000-8000-000000000000' }, { origin: 'script' }, 'not_found'],
  ] as const)
    await assert.rejects(
      daemon.ask('invites.ofMessage', input, caller),
      (thrown) => thrown instanceof Failure && thrown.code === code,
      code,
    );
});

async function accountOf(daemon: TestDaemon, email: string): Promise<string> {
  const { accounts } = await daemon.ask('accounts.list');
  return accounts.find((each) => each.email === email)?.account_id ?? '';
}
