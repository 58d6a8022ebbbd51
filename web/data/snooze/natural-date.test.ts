import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateLanguages } from './date-languages.ts';
import { parseMoment } from './natural-date.ts';

/** A Sunday. Times without a zone are in the zone of the machine, as for the user. */
const now = new Date('2026-11-22T10:00:00');
const hours = { morning: 8, evening: 18 };

async function read(text: string, ...languages: string[]): Promise<string> {
  const reading = parseMoment(text, await dateLanguages(languages), now, hours);
  if (reading.kind === 'unclear') return 'unclear';
  const { at, kind } = reading;
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  return kind === 'moment' ? local : `${kind} ${local}`;
}

for (const [text, expected] of [
  ['next friday 9am', '2026-11-27T09:00'],
  ['friday', '2026-11-27T08:00'],
  ['sunday', '2026-11-29T08:00'],
  ['sunday 5pm', '2026-11-29T17:00'],
  ['next sunday', '2026-11-29T08:00'],
  ['today', 'past 2026-11-22T08:00'],
  ['tomorrow', '2026-11-23T08:00'],
  ['tomorrow 8', '2026-11-23T08:00'],
  ['tomorrow, 14', '2026-11-23T14:00'],
  ['friday 9', '2026-11-27T09:00'],
  ['tomorrow 80', '2026-11-23T08:00'],
  ['tomorrow noon', '2026-11-23T12:00'],
  ['tomorrow morning', '2026-11-23T08:00'],
  ['tonight', '2026-11-22T18:00'],
  ['3 days', '2026-11-25T08:00'],
  ['in 2 hours', '2026-11-22T12:00'],
  ['9am', '2026-11-23T09:00'],
  ['4 dec 14:30', '2026-12-04T14:30'],
  ['noon', '2026-11-22T12:00'],
  ['yesterday', 'past 2026-11-21T08:00'],
  ['1 march 2020', 'past 2020-03-01T08:00'],
  ['1 march 2040', 'far 2040-03-01T08:00'],
  ['whenever', 'unclear'],
] as const) {
  test(`"${text}" is ${expected}`, async () => assert.equal(await read(text, 'en-GB'), expected));
}

test('the order of day and month is that of the region', async () => {
  assert.equal(await read('4/12', 'en-GB'), '2026-12-04T08:00');
  assert.equal(await read('4/12', 'en-US'), '2027-04-12T08:00');
});

test('the languages of the browser are understood, and English always', async () => {
  assert.equal(await read('nächsten freitag 9 uhr', 'de-DE'), '2026-11-27T09:00');
  assert.equal(await read('heute abend', 'de-DE'), '2026-11-22T18:00');
  assert.equal(await read('demain', 'fr', 'en'), '2026-11-23T08:00');
  assert.equal(await read('next friday 9am', 'fr-FR'), '2026-11-27T09:00');
  assert.equal(await read('next friday 9am', 'kw'), '2026-11-27T09:00');
});
