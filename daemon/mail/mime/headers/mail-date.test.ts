import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runCount } from '../../../test-run-count.ts';
import { parseMailDate } from './mail-date.ts';

function assertDates(expected: string | null, ...values: string[]) {
  for (const value of values) assert.equal(parseMailDate(value), expected, value);
}

test('the dates of RFC 5322, appendix A', () => {
  assertDates(
    '1997-11-21T15:55:06.000Z',
    'Fri, 21 Nov 1997 09:55:06 -0600',
    'Fri, 21 Nov 1997 09(comment):   55  :  06 -0600',
  );
  assertDates(
    '1969-02-14T03:02:00.000Z',
    'Thu,\r\n      13\r\n        Feb\r\n          1969\r\n      23:32\r\n -0330 (Newfoundland Time)',
  );
  assertDates('1997-11-21T09:55:06.000Z', '21 Nov 97 09:55:06 GMT');
});

test('obsolete and wrong forms of one instant', () => {
  assertDates(
    '2024-01-01T10:00:00.000Z',
    'Mon, 1 Jan 2024 10:00:00 +0000',
    'Mon,1 Jan 2024 10:00:00 -0000',
    'Sun, 01 Jan 2024 10:00:00 +0000',
    '1 Jan 2024 10:00',
    '1 January 24 10:00:00 Z',
    'Monday, 1 jan 124 10:00:00 UT',
    'Mon, 1 Jan 2024 11:00:00 +0100 (CET)',
    'Mon, 1 Jan 2024 11:00:00 GMT+0100',
    'Mon, 1 Jan 2024 11:00:00 +01:00 whatever comes here',
    'Mon, 1 Jan 2024 05:00:00 EST',
    'Mon, 1 Jan 2024 03:00 MDT (a (nested) comment)'.replace('03:00', '04:00'),
    'Mon, 1 Jan 2024 15:30:00 IST',
    'Mon, 1 Jan 2024 10:00:00 A',
    'Mon, 1 Jan 2024 10:00:00 NOWHERE',
    'Mon, 1 Jan 2024 10:00:00 +9900',
    'Mon, 1 Jan 2024 10:00 AM',
    'Mon Jan  1 10:00:00 2024',
    'Mon Jan  1 11:00:00 CET 2024',
    'Mon Jan 01 11:00:00 +0100 2024',
    '2024-01-01T10:00:00Z',
    '2024-01-01 11:00:00.000 +01:00',
    '2024/01/01 10:00',
    '1-Jan-2024 10:00:00 +0000',
    '10:00:00 1-Jan-2024',
    '01.01.2024 10:00',
    '1/1/2024 10:00:00 AM',
  );
});

test('hours of the day', () => {
  assertDates('2024-01-01T22:00:00.000Z', '1 Jan 2024 10:00 PM', '1 Jan 2024 22:00 PM');
  assertDates('2024-01-01T00:00:00.000Z', '1 Jan 2024 12:00 AM', '31 Dec 2023 24:00', '1 Jan 2024');
  assertDates('2024-01-01T12:00:00.000Z', '1 Jan 2024 12:00 PM');
  assertDates('2017-01-01T00:00:00.000Z', 'Sat, 31 Dec 2016 23:59:60 +0000');
  assertDates('2024-01-01T10:00:00.120Z', '2024-01-01T10:00:00.12Z', '2024-01-01T10:00:00,120999Z');
});

test('a numeric date is read by the order that its form implies', () => {
  assertDates(
    '2024-11-05T00:00:00.000Z',
    '5-11-2024',
    '05.11.24',
    '11/5/2024',
    'Nov 5 2024',
    '2024 Nov 5',
    '2024-11-5',
  );
  assertDates('2024-02-13T00:00:00.000Z', '13/2/2024', '2/13/2024');
});

test('text that is not a date gives null', () => {
  assertDates(
    null,
    '',
    'nonsense',
    'Mon',
    '10:00:00',
    'Jan 2024',
    '30 Feb 2024 10:00',
    '29 Feb 2023',
    '0 Jan 2024',
    '32 Jan 2024',
  );
  assertDates(
    null,
    '1 Jan 2024 25:00',
    '1 Jan 2024 10:60',
    '1 Jan 2024 24:01',
    '1 Jan 20244 10:00',
    '13/13/2024',
    '1 Foo 2024',
  );
});

test('years are limited to 0 to 9999, measured by the instant', () => {
  assertDates('0001-01-01T00:00:00.000Z', '1 Jan 0001 00:00:00 +0000');
  assertDates('9999-12-31T23:59:59.000Z', '31 Dec 9999 23:59:59 +0000');
  assertDates(null, '31 Dec 9999 23:59:59 -0100', '1 Jan 0000 00:00:00 +0100');
});

test('any instant round-trips through its usual form in any zone', () => {
  const date = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9998-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(date, fc.integer({ min: -14 * 60, max: 14 * 60 }), fc.boolean(), (date, offset, isUsual) => {
      const seconds = Math.floor(date.getTime() / 1000) * 1000;
      fc.pre(new Date(seconds + offset * 60_000).getUTCFullYear() > 0);
      const [, day, month, year, time] = new Date(seconds + offset * 60_000).toUTCString().split(' ');
      const sign = offset < 0 ? '-' : '+';
      const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((n) =>
        `${n}`.padStart(2, '0'),
      );
      const zone = `${sign}${hours}${minutes}`;
      const value = isUsual
        ? `Mon, ${day} ${month} ${year} ${time} ${zone}`
        : `${month} ${day} ${time} ${zone} ${year}`;
      assert.equal(parseMailDate(value), new Date(seconds).toISOString());
    }),
  );
});

test('any text gives an instant or null, and large hostile texts are parsed in linear time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('1', '99', ':', '-', '+', '/', '.', ' ', 'jan', 'pm', '2024', 'T', 'Z')),
      (pieces) => {
        assert.match(
          parseMailDate(pieces.join('')) ?? '0000-01-01T00:00:00.000Z',
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
        );
      },
    ),
    { numRuns: runCount(1_000) },
  );
  for (const part of ['1', '(', ' ', '1:', '+', '1 ', 'a', '-a', ')']) {
    assert.equal(parseMailDate(part.repeat(2_000_000)), null);
  }
});
