import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { IntlMessageFormat } from 'intl-messageformat';
import { catalogEntries } from './validate.ts';
import { placeholdersOf } from './placeholders.ts';
import { parseText } from './icu.ts';
import { createLocale } from './locale.ts';
import type { Text, CatalogSource } from './message-format.ts';

const file = join(import.meta.dirname, '../../resources/locales/en/page.json');
const english = createLocale({ code: 'en', catalog: {}, regional: 'en-GB' });

/** Values for all placeholders of a message, of each type that its choices use. */
function valuesFor(text: Text, number: number, word: string): Record<string, string | number> {
  return Object.fromEntries(
    [...placeholdersOf(text)].map(([name, kinds]) => [
      name,
      kinds.has('number') ? number : kinds.has('flag') ? 'true' : word,
    ]),
  );
}

test('every message is formatted as the reference library formats it', () => {
  const written = catalogEntries(JSON.parse(readFileSync(file, 'utf8')) as CatalogSource);
  const filled = written.filter(({ text }) => text.includes('{'));
  assert.ok(filled.length > 300);
  for (const { key, text } of filled) {
    const read = parseText(text);
    const model = new IntlMessageFormat(text, 'en-GB', undefined, { ignoreTag: true });
    for (const [number, word] of [
      [0, 'sent'],
      [1, 'other'],
      [2, 'Ann'],
      [12_345, '_'],
    ] as const) {
      const values = valuesFor(read, number, word);
      assert.equal(english.format(read, values), String(model.format(values)), `${key} ${JSON.stringify(values)}`);
    }
  }
});

test('cardinal and ordinal plurals and offsets follow the rules of the language', () => {
  const format = (text: string, count: number) => english.format(parseText(text), { count });
  const order = '{count, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}';
  assert.deepEqual(
    [1, 2, 3, 11, 1022].map((count) => format(order, count)),
    ['1st', '2nd', '3rd', '11th', '1,022nd'],
  );
  const liked = '{count, plural, offset:1 =0 {Nobody} =1 {You} one {You and # other} other {You and # others}}';
  assert.deepEqual(
    [0, 1, 2, 3].map((count) => format(liked, count)),
    ['Nobody', 'You', 'You and 1 other', 'You and 2 others'],
  );
});

test('unsupported syntax cannot be parsed', () => {
  for (const text of [
    '{at, date}',
    '{at, time, short}',
    '{part, number, percent}',
    'Open {',
    '{count, plural, one {x}}',
  ]) {
    assert.throws(() => parseText(text), SyntaxError, text);
  }
});
