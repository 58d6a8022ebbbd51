import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantsOf, readAge, readDay } from './days.ts';
import { readSize } from './sizes.ts';

function instants(text: string, zone = 'Europe/Berlin', now = '2026-03-11T08:00:00Z'): string[] {
  const day = readDay(text);
  assert.ok(day, text);
  const { from, until } = instantsOf(day, { now: new Date(now), zone });
  return [from, until].map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 16));
}

test('a day begins and ends at midnight of the zone', () => {
  const day = ['2026-01-04T23:00', '2026-01-05T23:00'];
  assert.deepEqual(instants('2026-01-05'), day);
  assert.deepEqual(instants('2026/01/05'), day);
  assert.deepEqual(instants('01/05/2026'), day);
  assert.deepEqual(instants('2026-01-05', 'Asia/Kolkata'), ['2026-01-04T18:30', '2026-01-05T18:30']);
});

test('days on which the clocks change have 23 or 25 hours', () => {
  assert.deepEqual(instants('2026-03-29'), ['2026-03-28T23:00', '2026-03-29T22:00']);
  assert.deepEqual(instants('2026-10-25'), ['2026-10-24T22:00', '2026-10-25T23:00']);
  // Clocks changed from midnight to one, and from midnight back to eleven.
  assert.deepEqual(instants('2018-11-04', 'America/Sao_Paulo'), ['2018-11-04T03:00', '2018-11-05T02:00']);
  assert.deepEqual(instants('2018-02-18', 'America/Sao_Paulo'), ['2018-02-18T03:00', '2018-02-19T03:00']);
});

test('relative days use the calendar of the zone, and weeks begin on Monday', () => {
  assert.deepEqual(instants('today'), ['2026-03-10T23:00', '2026-03-11T23:00']);
  assert.deepEqual(instants('Yesterday'), ['2026-03-09T23:00', '2026-03-10T23:00']);
  assert.deepEqual(instants('this-week'), ['2026-03-08T23:00', '2026-03-15T23:00']);
  assert.deepEqual(instants('this_month'), ['2026-02-28T23:00', '2026-03-31T22:00']);
  assert.deepEqual(instants('today', 'Pacific/Auckland', '2026-03-10T12:00:00Z'), [
    '2026-03-10T11:00',
    '2026-03-11T11:00',
  ]);
  assert.deepEqual(instants('this-week', 'UTC', '2026-03-15T23:59:00Z'), ['2026-03-09T00:00', '2026-03-16T00:00']);
});

test('months, years and dates in words are ranges of the calendar', () => {
  const local = (text: string) => instants(text, 'UTC').map((instant) => instant.slice(0, 10));
  const ranges: [text: string, first: string, next: string][] = [
    ['2026-03', '2026-03-01', '2026-04-01'],
    ['2025', '2025-01-01', '2026-01-01'],
    ['this-year', '2026-01-01', '2027-01-01'],
    ['last year', '2025-01-01', '2026-01-01'],
    ['last-month', '2026-02-01', '2026-03-01'],
    ['last week', '2026-03-02', '2026-03-09'],
    ['March', '2026-03-01', '2026-04-01'],
    ['april', '2025-04-01', '2025-05-01'],
    ['may 2024', '2024-05-01', '2024-06-01'],
    ['3 march', '2026-03-03', '2026-03-04'],
    ['march-12th', '2025-03-12', '2025-03-13'],
    ['29 feb 2024', '2024-02-29', '2024-03-01'],
    // It is a Wednesday.
    ['wednesday', '2026-03-11', '2026-03-12'],
    ['last wednesday', '2026-03-04', '2026-03-05'],
    ['thu', '2026-03-05', '2026-03-06'],
    ['3 days ago', '2026-03-08', '2026-03-09'],
    ['a week ago', '2026-03-04', '2026-03-05'],
    ['two months ago', '2026-01-11', '2026-01-12'],
    ['last 7 days', '2026-03-05', '2026-03-12'],
  ];
  for (const [text, ...range] of ranges) assert.deepEqual(local(text), range, text);
  assert.deepEqual(instants('12-months-ago', 'UTC', '2024-02-29T08:00:00Z')[0], '2023-02-28T00:00');
});

test('text that is not a day, an age or a size is rejected', () => {
  for (const text of [
    '2026-02-29',
    '2026-13-01',
    '2026-1',
    '26-01-05',
    '2026-01/05',
    '13/01/2026',
    'tomorrow',
    '',
    '29 february',
    '31 june 2026',
    '2026-00',
    '1666',
    'next week',
    '0 days ago',
  ])
    assert.equal(readDay(text), undefined, text);
  for (const text of ['2', 'd', '2h', '-2d', '2 d', '1.5d', '1234567d']) assert.equal(readAge(text), undefined, text);
  for (const text of ['', 'k', '-1k', '1t', '1e3', '=>1', '1.k', '9'.repeat(15) + 'g'])
    assert.equal(readSize(text), undefined, text);
  assert.equal(readAge('2M'), 60 * 86_400);
  assert.deepEqual(readSize('<=0.5KB'), { comparison: '<=', bytes: 512 });
});
