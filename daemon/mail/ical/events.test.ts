import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CalendarEvent } from '../../contract/calendar.ts';
import { readEvents } from './events.ts';

/** The event of a calendar with these lines, read in the time zone of Lisbon. */
function eventOf(lines: readonly string[], calendarLines: readonly string[] = []): CalendarEvent {
  const text = ['BEGIN:VCALENDAR', ...calendarLines, 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join(
    '\r\n',
  );
  return readEvents(text, 'Europe/Lisbon')[0] ?? assert.fail('there is no event');
}

const startOf = (line: string, calendarLines: readonly string[] = []) => eventOf([line], calendarLines).starts_at;
const zone = (tzid: string, ...parts: string[]) => ['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...parts, 'END:VTIMEZONE'];
const observance = (name: string, from: string, to: string, ...more: string[]) => [
  `BEGIN:${name}`,
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  ...more,
  `END:${name}`,
];

test('times follow the clocks of their zone before and after a daylight saving change', () => {
  const newYork = zone(
    'Customized Time Zone',
    ...observance('STANDARD', '-0400', '-0500', 'DTSTART:16011104T020000', 'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11'),
    ...observance('DAYLIGHT', '-0500', '-0400', 'DTSTART:16010311T020000', 'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3'),
  );
  const cases: [at: string, instant: string][] = [
    ['20260307T120000', '2026-03-07T17:00:00.000Z'],
    ['20260308T013000', '2026-03-08T06:30:00.000Z'],
    // This time does not exist in that night: running clocks show it an hour later.
    ['20260308T023000', '2026-03-08T07:30:00.000Z'],
    ['20260308T120000', '2026-03-08T16:00:00.000Z'],
    // This time occurs twice; the first is used (RFC 5545, section 3.3.5).
    ['20261101T013000', '2026-11-01T05:30:00.000Z'],
    ['20261101T120000', '2026-11-01T17:00:00.000Z'],
    ['20990701T120000', '2099-07-01T16:00:00.000Z'],
  ];
  for (const [at, instant] of cases) {
    assert.equal(startOf(`DTSTART;TZID=Customized Time Zone:${at}`, newYork), instant, at);
    assert.equal(startOf(`DTSTART;TZID=America/New_York:${at}`), instant, at);
  }
});

test('a rule without an end stops at the next rule of its kind', () => {
  const rules = zone(
    'Ours',
    ...observance('STANDARD', '-0400', '-0500', 'DTSTART:16711029T020000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'),
    ...observance('DAYLIGHT', '-0500', '-0400', 'DTSTART:16710404T020000', 'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4'),
    ...observance('STANDARD', '-0400', '-0500', 'DTSTART:20071104T020000', 'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11'),
    ...observance('DAYLIGHT', '-0500', '-0400', 'DTSTART:20070311T020000', 'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3'),
  );
  const starts = ['19981030T120000', '20261030T120000'].map((at) => startOf(`DTSTART;TZID=Ours:${at}`, rules));
  assert.deepEqual(starts, ['1998-10-30T17:00:00.000Z', '2026-10-30T16:00:00.000Z']);
});

test('zones are found by the names that calendars use for them', () => {
  const named: [tzid: string, time_zone: string | null, instant: string][] = [
    ['Europe/Berlin', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
    ['/example.org/20260101_1/Europe/Berlin', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
    ['W. Europe Standard Time', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
    ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', 'Europe/Amsterdam', '2026-07-01T10:00:00.000Z'],
    ['"(UTC-05:00) Eastern Time (US & Canada)"', 'America/New_York', '2026-07-01T16:00:00.000Z'],
    ['"tzone://Microsoft/Utc"', 'UTC', '2026-07-01T12:00:00.000Z'],
    ['GMT+0200', 'GMT+0200', '2026-07-01T10:00:00.000Z'],
    ['Somewhere/Nowhere', null, '2026-07-01T11:00:00.000Z'],
  ];
  for (const [tzid, time_zone, instant] of named) {
    const event = eventOf([`DTSTART;TZID=${tzid}:20260701T120000`]);
    assert.deepEqual([event.time_zone, event.starts_at], [time_zone, instant], tzid);
    assert.equal(event.warnings.length, time_zone === null || tzid.startsWith('GMT') ? 1 : 0, tzid);
  }
  const rules = zone(
    'Europe/Berlin',
    ...observance('STANDARD', '+0400', '+0300', 'DTSTART:19701001T000000', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1'),
    ...observance('DAYLIGHT', '+0300', '+0400', 'DTSTART:19700401T000000', 'RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=1'),
  );
  assert.equal(startOf('DTSTART;TZID=Europe/Berlin:20260701T120000', rules), '2026-07-01T08:00:00.000Z');
  assert.equal(startOf('DTSTART:20260701T120000'), '2026-07-01T11:00:00.000Z');
  assert.equal(startOf('DTSTART:20260701T120000', ['X-WR-TIMEZONE:Europe/Berlin']), '2026-07-01T10:00:00.000Z');
  const unusable = zone('Europe/Berlin', ...observance('STANDARD', '+0300', 'noon', 'DTSTART:19700101T000000'));
  assert.equal(startOf('DTSTART;TZID=Europe/Berlin:20260701T120000', unusable), '2026-07-01T10:00:00.000Z');
});

test('rules without the yearly changes of the clocks are not trusted over an IANA name', () => {
  const winterOnly = observance('STANDARD', '+0100', '+0100', 'DTSTART:19701025T030000');
  const firstChanges = [
    ...observance('STANDARD', '+0200', '+0100', 'DTSTART:19701025T030000'),
    ...observance('DAYLIGHT', '+0100', '+0200', 'DTSTART:19700329T020000'),
  ];
  for (const parts of [winterOnly, firstChanges]) {
    const summer = startOf('DTSTART;TZID=Europe/Berlin:20260701T120000', zone('Europe/Berlin', ...parts));
    assert.equal(summer, '2026-07-01T10:00:00.000Z');
    const located = zone('Ours', 'X-LIC-LOCATION:Europe/Berlin', ...parts);
    assert.equal(startOf('DTSTART;TZID=Ours:20260701T120000', located), '2026-07-01T10:00:00.000Z');
  }
  // Without an IANA name the rules are all that is known; in a Windows zone, the user may have switched summer time off.
  for (const name of ['Ours', 'W. Europe Standard Time'])
    assert.equal(
      startOf(`DTSTART;TZID=${name}:20260701T120000`, zone(name, ...winterOnly)),
      '2026-07-01T11:00:00.000Z',
    );
});

test('an occurrence of an all-day series is named by its date', () => {
  const idOf = (line: string) => eventOf(['DTSTART;VALUE=DATE:20260311', line]).recurrence_id;
  for (const line of [
    'RECURRENCE-ID;VALUE=DATE:20260310',
    'RECURRENCE-ID;TZID=W. Europe Standard Time:20260310T000000',
  ])
    assert.equal(idOf(line), '2026-03-10T00:00:00.000Z', line);
});

test('an event ends at its end time, after its duration, at the end of its day, or has no end', () => {
  const ends: [lines: string[], ends_at: string | null, ends_local: string | null, all_day: boolean][] = [
    [['DTSTART:20260328T120000Z', 'DTEND:20260328T130000Z'], '2026-03-28T13:00:00.000Z', '2026-03-28T13:00:00', false],
    // The length of a day depends on clock changes, the length of hours does not.
    [
      ['DTSTART;TZID=Europe/Berlin:20260328T120000', 'DURATION:P1D'],
      '2026-03-29T10:00:00.000Z',
      '2026-03-29T12:00:00',
      false,
    ],
    [
      ['DTSTART;TZID=Europe/Berlin:20260328T120000', 'DURATION:PT24H'],
      '2026-03-29T11:00:00.000Z',
      '2026-03-29T13:00:00',
      false,
    ],
    [['DTSTART;VALUE=DATE:20260328'], '2026-03-29T00:00:00.000Z', '2026-03-29', true],
    [['DTSTART:20260328', 'DURATION:P1W'], '2026-04-03T23:00:00.000Z', '2026-04-04', true],
    [['DTSTART:20260328T120000Z'], null, null, false],
    [['DTSTART:20260328T120000Z', 'DTEND:20260328T110000Z'], null, null, false],
  ];
  for (const [lines, ends_at, ends_local, all_day] of ends) {
    const event = eventOf(lines);
    assert.deepEqual([event.ends_at, event.ends_local, event.all_day], [ends_at, ends_local, all_day], lines.join());
  }
  const { starts_at, warnings } = eventOf(['DTSTART:soon']);
  assert.deepEqual([starts_at, warnings], [null, ['It doesn’t say when it is.']]);
});

describe('malformed calendars are read', () => {
  const start = 'DTSTART:20260310T080000Z';

  test('folded and unfolded, with all line ends, blank lines and text that is not a calendar', () => {
    const text = `noise\n\uFEFFBEGIN:VCALENDAR\nMETHOD:request\r\n\r\nBEGIN:VEVENT\r${start}\nSUMMARY:Din\n ner\\, at\r\n\t eight\nDESCRIPTION:One\nand two\nX;=;broken\nATTENDEE\nEND:VALARM`;
    const [event] = readEvents(text);
    assert.deepEqual(
      [event?.method, event?.starts_at, event?.summary, event?.description],
      ['REQUEST', '2026-03-10T08:00:00.000Z', 'Dinner, at eight', 'One\nand two'],
    );
    assert.equal(readEvents(`BEGIN:VEVENT\n${start}\nEND:VEVENT`).length, 1);
    assert.deepEqual(readEvents('BEGIN:VCARD\nFN:Ada\nEND:VCARD'), []);
  });

  test('folded before a space, and within or right after the name of a property', () => {
    const folded = (lines: string[]) => readEvents(['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n'))[0];
    assert.equal(folded(['SUMMARY:Work Group ', ' meeting'])?.summary, 'Work Group meeting');
    assert.equal(folded(['SUMMARY:Work Group', '  meeting', ' '])?.summary, 'Work Group meeting');
    const event = folded(['DTSTART', ' ;TZID=Europe/Berlin', ' :20260310T080000', 'SUMM', '\tARY', ' :Dinner']);
    assert.deepEqual([event?.starts_at, event?.summary], ['2026-03-10T07:00:00.000Z', 'Dinner']);
  });

  test('attendees whose address is in a parameter, and links without a target', () => {
    const { organizer, attendees, url } = eventOf([
      'ORGANIZER;CN="Ben, of Mill Lane";EMAIL=ben@people.example:urn:uuid:1',
      'ATTENDEE;PARTSTAT=TENTATIVE;ROLE=OPT-PARTICIPANT:MAILTO:cid%40people.example',
      'ATTENDEE:nobody',
      'URL:javascript:alert(1)',
      'X-GOOGLE-CONFERENCE:https://meet.example.org/a',
    ]);
    assert.deepEqual([organizer?.name, organizer?.email], ['Ben, of Mill Lane', 'ben@people.example']);
    assert.deepEqual(
      attendees.map(({ email, partstat, role }) => [email, partstat, role]),
      [['cid@people.example', 'tentative', 'opt_participant']],
    );
    assert.equal(url, 'https://meet.example.org/a');
  });

  test('input of any size', () => {
    const many = (count: number, lines: string) => lines.repeat(count);
    const hostile = [
      many(50_000, 'BEGIN:VCALENDAR\n'),
      `BEGIN:VCALENDAR\n${many(3_000, `BEGIN:VEVENT\n${start}\nEND:VEVENT\n`)}`,
      `BEGIN:VEVENT\n${start}\nDESCRIPTION:a\n${many(200_000, ' b\n')}`,
      `BEGIN:VEVENT\n${start}\n${many(30_000, 'ATTENDEE:mailto:a@b.example\n')}`,
      `BEGIN:VEVENT\n${start}\nRRULE:FREQ=SECONDLY;COUNT=999999999\nSUMMARY;A="${many(50_000, '"')}`,
    ].map((text) => readEvents(text));
    assert.deepEqual(
      hostile.map(({ length }) => length),
      [0, 50, 1, 1, 1],
    );
    assert.ok(hostile.flat().every(({ attendees }) => attendees.length <= 500));
  });
});
