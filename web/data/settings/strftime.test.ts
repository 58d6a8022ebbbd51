import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strftime } from './strftime.ts';

const date = new Date(2026, 2, 5, 15, 4, 9);
const cases = {
  '%d.%m.%Y': '05.03.2026',
  '%-d.%-m.%y, %R': '5.3.26, 15:04',
  '%A, %e %B': 'Thursday, 5 March',
  '%a %b': 'Thu Mar',
  '%l:%M %p (%I, %j)': '3:04 PM (03, 064)',
  '%F %T': '2026-03-05 15:04:09',
  '100 %% %q %': '100 % %q %',
  'no sign': 'no sign',
};

test('a date is written in the configured format', () => {
  for (const [format, written] of Object.entries(cases)) assert.equal(strftime(format, date, 'en-US'), written, format);
});

test('days and months have names in the given language, and an unknown language is no error', () => {
  assert.equal(strftime('%A, %e. %B', date, 'de'), 'Donnerstag, 5. März');
  for (const language of ['not a language', 'xx-XX', '']) assert.match(strftime('%Y %B', date, language), /^2026 \S+/);
});
