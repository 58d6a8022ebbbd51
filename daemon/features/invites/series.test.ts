import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { calendarTexts } from '../../mail/mime/content/calendars.ts';
import type { TestDaemon } from '../../test-daemon.ts';
import { daemonWithMail, invitation, inviteMessageIds } from './test-invites.ts';

/** Every Tuesday from the day of the clock on, over the change to daylight saving time on 29 March. */
const weekly = (id = 'series', event: string[] = []) =>
  invitation({
    id,
    subject: 'Series',
    event: [
      'DTSTART;TZID=Europe/Berlin:20260310T190000',
      'DTEND;TZID=Europe/Berlin:20260310T210000',
      'RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20260414T170000Z',
      ...event,
    ],
  });

type OccurrenceOptions = { time?: string; method?: string; event?: string[]; range?: boolean };

/** A message about the occurrence of a day in March, or with `range` about all later ones too: it lasts an hour. */
function occurrence(
  day: string,
  { time = '19', method = 'REQUEST', event = [], range = false }: OccurrenceOptions = {},
): Buffer {
  const lines = [
    `RECURRENCE-ID${range ? ';RANGE=THISANDFUTURE' : ''};TZID=Europe/Berlin:202603${day}T190000`,
    `DTSTART;TZID=Europe/Berlin:202603${day}T${time}0000`,
    `DTEND;TZID=Europe/Berlin:202603${day}T${Number(time) + 1}0000`,
    'SEQUENCE:1',
    'DTSTAMP:20260302T080000Z',
  ];
  const nameOf = (line: string) => /^[\w-]+/.exec(line)?.[0];
  const kept = lines.filter((line) => !event.some((each) => nameOf(each) === nameOf(line)));
  const id = ['day', day, time, method, range, ...event].join('-').replaceAll(/[^\w-]/g, '');
  return invitation({ id, subject: `Day ${day}`, method, minutesAgo: 30, event: [...kept, ...event] });
}

async function deliver(daemon: TestDaemon, message: Buffer): Promise<void> {
  daemon.server('ada').control.deliver(message);
  await daemon.resync();
  await daemon.calendarsRead();
}

/** The series as the card of a message shows it. */
async function seriesOf(daemon: TestDaemon, subject: string) {
  const message_id = (await inviteMessageIds(daemon)).get(subject);
  const { series, state, superseded_by } = await daemon.ask('invites.ofMessage', { message_id });
  return {
    state,
    superseded_by,
    repeats: series?.repeats,
    next: series?.next,
    nextAt: series?.next?.starts_at,
    changes: series?.changes.map(({ recurrence_id, starts_at, is_cancelled }) =>
      is_cancelled
        ? `${recurrence_id.slice(5, 10)} cancelled`
        : `${recurrence_id.slice(5, 10)} at ${starts_at.slice(5, 16)}`,
    ),
  };
}

const weekMs = 7 * 86_400_000;

test('a series shows how it repeats and its next event, across a clock change, until it is over', async (t) => {
  const daemon = await daemonWithMail(t, [weekly()]);
  const first = await seriesOf(daemon, 'Series');
  assert.deepEqual(first.repeats, {
    frequency: 'weekly',
    interval: 1,
    weekdays: [{ day: 'TU', nth: null }],
    position: null,
    month_days: [],
    months: [],
    count: null,
    until: '2026-04-14',
  });
  assert.deepEqual(first.changes, []);
  const starts: (string | undefined)[] = [];
  const listed: (string | undefined)[] = [];
  for (let week = 0; week < 7; week++) {
    starts.push((await seriesOf(daemon, 'Series')).nextAt);
    listed.push((await daemon.ask('invites.list', { upcoming: true })).invites[0]?.series?.next?.starts_at);
    daemon.clock.advance(weekMs);
  }
  assert.deepEqual(starts, [
    '2026-03-10T18:00:00.000Z',
    '2026-03-17T18:00:00.000Z',
    '2026-03-24T18:00:00.000Z',
    '2026-03-31T17:00:00.000Z',
    '2026-04-07T17:00:00.000Z',
    '2026-04-14T17:00:00.000Z',
    undefined,
  ]);
  assert.deepEqual(listed, starts);
  assert.equal((await seriesOf(daemon, 'Series')).state, 'past');
});

test('changes and cancellations of single events change only these events, in any order of arrival', async (t) => {
  const messages = [
    occurrence('10', { method: 'CANCEL' }),
    occurrence('24', { time: '16', event: ['SUMMARY:Supper'] }),
    weekly(),
  ];
  const daemon = await daemonWithMail(t, messages);
  const { state, nextAt, changes } = await seriesOf(daemon, 'Series');
  assert.deepEqual(
    [state, nextAt, changes],
    ['current', '2026-03-17T18:00:00.000Z', ['03-10 cancelled', '03-24 at 03-24T15:00']],
  );
  // The message about one event shows its series too.
  assert.equal((await seriesOf(daemon, 'Day 24')).repeats?.frequency, 'weekly');
  assert.equal((await seriesOf(daemon, 'Day 10')).state, 'cancelled');

  // An earlier version that arrives later changes nothing, a later one does.
  await deliver(daemon, occurrence('24', { time: '12', event: ['SEQUENCE:0', 'DTSTAMP:20260301T090000Z'] }));
  assert.deepEqual((await seriesOf(daemon, 'Series')).changes?.at(-1), '03-24 at 03-24T15:00');
  await deliver(daemon, occurrence('24', { time: '13', event: ['SEQUENCE:1', 'DTSTAMP:20260303T080000Z'] }));
  assert.deepEqual((await seriesOf(daemon, 'Series')).changes?.at(-1), '03-24 at 03-24T12:00');

  // An event that was moved before the others comes next, and is listed once.
  await deliver(
    daemon,
    occurrence('31', {
      time: '19',
      event: ['DTSTART;TZID=Europe/Berlin:20260311T080000', 'DTEND;TZID=Europe/Berlin:20260311T090000'],
    }),
  );
  const next = (await seriesOf(daemon, 'Series')).next;
  assert.deepEqual([next?.recurrence_id, next?.starts_at], ['2026-03-31T17:00:00.000Z', '2026-03-11T07:00:00.000Z']);
  assert.equal(next?.message_id, (await inviteMessageIds(daemon)).get('Day 31'));
  const upcoming = (await daemon.ask('invites.list', { upcoming: true })).invites;
  assert.deepEqual(
    upcoming.map(({ metadata }) => metadata.starts_at),
    ['2026-03-11T07:00:00.000Z', '2026-03-24T12:00:00.000Z'],
  );
});

test('a change of the whole series keeps the changes of the events that it still has', async (t) => {
  const daemon = await daemonWithMail(t, [
    weekly(),
    occurrence('17', { method: 'CANCEL' }),
    occurrence('24', { time: '16' }),
  ]);
  await deliver(daemon, weekly('place', ['SEQUENCE:2', 'DTSTAMP:20260304T080000Z', 'SUMMARY:Renamed']));
  const renamed = (await daemon.ask('invites.list', { upcoming: true })).invites.find(({ series }) => series);
  assert.deepEqual(
    [renamed?.metadata.summary, renamed?.series?.next?.starts_at, renamed?.series?.changes.length],
    ['Renamed', '2026-03-10T18:00:00.000Z', 2],
  );
  const wednesdays = [
    'SEQUENCE:3',
    'DTSTAMP:20260305T080000Z',
    'DTSTART;TZID=Europe/Berlin:20260311T190000',
    'DTEND;TZID=Europe/Berlin:20260311T210000',
    'RRULE:FREQ=WEEKLY;BYDAY=WE',
  ];
  await deliver(daemon, invitation({ id: 'moved', subject: 'Moved', event: wednesdays }));
  const { nextAt, changes, repeats } = await seriesOf(daemon, 'Moved');
  assert.deepEqual([nextAt, changes, repeats?.until], ['2026-03-11T18:00:00.000Z', [], null]);
  assert.equal((await seriesOf(daemon, 'Series')).state, 'updated');
});

test('one event and all later ones can be changed or cancelled', async (t) => {
  const daemon = await daemonWithMail(t, [weekly(), occurrence('17', { time: '10', range: true })]);
  const starts: (string | undefined)[] = [];
  for (let week = 0; week < 4; week++) {
    const { next } = await seriesOf(daemon, 'Series');
    starts.push(`${next?.starts_at} ${next?.ends_at?.slice(11, 16)}`);
    daemon.clock.advance(weekMs);
  }
  assert.deepEqual(starts, [
    '2026-03-10T18:00:00.000Z 20:00',
    '2026-03-17T09:00:00.000Z 10:00',
    '2026-03-24T09:00:00.000Z 10:00',
    '2026-03-31T08:00:00.000Z 09:00',
  ]);
  await deliver(daemon, occurrence('24', { method: 'CANCEL', range: true, event: ['SEQUENCE:2'] }));
  const { next, state } = await seriesOf(daemon, 'Series');
  assert.deepEqual([next, state], [null, 'past']);
  assert.deepEqual((await daemon.ask('invites.list', { upcoming: true })).invites, []);
});

test('all-day, floating and Windows time zones, single dates, and rules without a limit are read', async (t) => {
  const series = (id: string, event: string[]) =>
    invitation({ id, subject: id, event: [`UID:${id}@people.example`, ...event] });
  const daemon = await daemonWithMail(t, [
    series('day', ['DTSTART;VALUE=DATE:20260301', 'DTEND;VALUE=DATE:20260302', 'RRULE:FREQ=WEEKLY']),
    series('floating', ['DTSTART:20260301T070000', 'DTEND:20260301T080000', 'RRULE:FREQ=DAILY']),
    series('windows', [
      'DTSTART;TZID=Eastern Standard Time:20250301T090000',
      'DTEND;TZID=Eastern Standard Time:20250301T100000',
      'RRULE:FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR',
    ]),
    series('dates', [
      'RDATE;TZID=Europe/Berlin:20260401T120000,20260402T120000',
      'DTSTART;TZID=Europe/Berlin:20260301T120000',
      'DTEND;TZID=Europe/Berlin:20260301T130000',
    ]),
    series('hostile', ['RRULE:FREQ=SECONDLY;COUNT=1000000000', 'DTSTART:20200101T000000Z', 'DTEND:20200101T000001Z']),
  ]);
  const nextOf = async (subject: string) => {
    const { next } = await seriesOf(daemon, subject);
    return next && [next.starts_at, next.starts_local, next.ends_local, next.recurrence_id];
  };
  assert.deepEqual(await nextOf('day'), [
    '2026-03-14T23:00:00.000Z',
    '2026-03-15',
    '2026-03-16',
    '2026-03-15T00:00:00.000Z',
  ]);
  assert.deepEqual((await nextOf('floating'))?.slice(0, 2), ['2026-03-11T06:00:00.000Z', '2026-03-11T07:00:00']);
  assert.deepEqual((await nextOf('windows'))?.slice(0, 2), ['2026-03-10T13:00:00.000Z', '2026-03-10T09:00:00']);
  assert.deepEqual((await nextOf('dates'))?.slice(0, 2), ['2026-04-01T10:00:00.000Z', '2026-04-01T12:00:00']);
  assert.equal(await nextOf('hostile'), null);
  const upcoming = (await daemon.ask('invites.list', { upcoming: true })).invites;
  const names = upcoming.map(({ metadata }) => metadata.uid?.split('@')[0] ?? '');
  assert.deepEqual(
    names.toSorted((a, b) => a.localeCompare(b)),
    ['dates', 'day', 'floating', 'hostile', 'windows'],
  );
});

test('one event of a series or all of them can be answered, each answer once', async (t) => {
  const daemon = await daemonWithMail(t, [
    weekly(),
    occurrence('24', { time: '16' }),
    occurrence('17', { method: 'CANCEL' }),
  ]);
  const ids = await inviteMessageIds(daemon);
  const message_id = ids.get('Series');
  const { deliveries } = daemon.sender('ada');
  const sentLines = () => (calendarTexts(deliveries.at(-1)?.bytes ?? Buffer.alloc(0))[0] ?? '').split('\r\n');
  const shown = async () => {
    const { invite, series } = await daemon.ask('invites.ofMessage', { message_id });
    return [invite?.metadata.viewer_partstat, series?.next?.viewer_partstat, series?.next?.own_answer?.state];
  };
  assert.deepEqual(await shown(), ['needs_action', 'needs_action', undefined]);

  const one = { message_id, recurrence_id: '2026-03-10T18:00:00.000Z' };
  const { preview } = await daemon.ask('invites.reply', { ...one, action: 'decline', dry_run: true });
  assert.match(preview?.body_text ?? '', /\nTuesday, 10 March 2026 at 19:00 \(Europe\/Berlin\)$/);
  assert.equal(deliveries.length, 0);
  await daemon.ask('invites.reply', { ...one, action: 'decline' }, { origin: 'script' });
  const lines = sentLines();
  for (const line of [
    'RECURRENCE-ID;TZID=Europe/Berlin:20260310T190000',
    'DTSTART;TZID=Europe/Berlin:20260310T190000',
    'DTEND;TZID=Europe/Berlin:20260310T210000',
    'ATTENDEE;CN=Ada;PARTSTAT=DECLINED:mailto:Ada@example.test',
  ])
    assert.ok(lines.includes(line), line);
  assert.ok(!lines.some((line) => line.startsWith('RRULE')));
  assert.deepEqual([deliveries.length, ...(await shown())], [1, 'needs_action', 'declined', 'sent']);

  await daemon.ask('invites.reply', { message_id, action: 'accept' });
  assert.ok(
    sentLines().some((line) => line.startsWith('RRULE')) && !sentLines().some((line) => line.startsWith('RECURRENCE')),
  );
  assert.deepEqual([deliveries.length, ...(await shown())], [2, 'accepted', 'accepted', 'sent']);

  // An event that was changed is answered as it is now, and other events are refused.
  const changed = { message_id, recurrence_id: '2026-03-24T18:00:00.000Z', action: 'tentative' };
  const { result } = await daemon.ask('invites.reply', { ...changed, hold_seconds: 60 });
  assert.equal(result?.message_id, ids.get('Day 24'));
  await daemon.ask('outbox.cancel', { draft_id: result?.draft_id });
  assert.equal(deliveries.length, 2);
  for (const [recurrence_id, code] of [
    ['2026-03-17T18:00:00.000Z', 'event_cancelled'],
    ['2026-03-18T18:00:00.000Z', 'no_occurrence'],
  ] as const)
    await assert.rejects(
      daemon.ask('invites.reply', { message_id, recurrence_id, action: 'accept' }),
      (thrown) => thrown instanceof Failure && thrown.code === code,
      code,
    );
});
