import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initials, recipientNames } from './recipients.ts';

const own = new Set(['me@home.example']);
const person = (name: string | null, email = `${name}@x.example`) => ({ name, email });

test('the user is "you" and comes first, regardless of the case of the address', () => {
  const message = { to: [person('Jonas Weber')], cc: [person('M. E.', 'Me@Home.example')] };
  assert.deepEqual(recipientNames(message, own), ['you', 'Jonas Weber']);
});

test('recipients after the second are counted', () => {
  const message = { to: ['Ada', 'Bo', 'Cy', 'Di'].map((name) => person(name)) };
  assert.deepEqual(recipientNames(message, own), ['Ada', 'Bo', '2 others']);
});

test('a recipient without a name is shown by address', () => {
  assert.deepEqual(recipientNames({ to: [person(null, 'bo@x.example')] }, own), ['bo@x.example']);
});

test('initials come from first and last name, or from the address', () => {
  assert.deepEqual(['Marta Nowak', 'Ada', 'bo@x.example', '  ', 'Jean-Luc van Dam', '“Lee” Ng'].map(initials), [
    'MN',
    'A',
    'B',
    '?',
    'JD',
    'LN',
  ]);
});
