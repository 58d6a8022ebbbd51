import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findText } from './find-text.ts';

const found = (texts: (string | null)[], query: string) =>
  findText(texts, query).map(({ start, end }) => [start.text, start.offset, end.text, end.offset]);

test('case, diacritics and white space do not matter', () => {
  assert.deepEqual(found(['Crème  brûlée, CREME\n\tBRULEE'], 'creme brulee'), [
    [0, 0, 0, 13],
    [0, 15, 0, 28],
  ]);
  assert.deepEqual(found(['Żółw i źdźbło'], 'ŹDŹB'), [[0, 7, 0, 11]]);
});

test('a match may extend over several texts of a block, but not over blocks', () => {
  assert.deepEqual(found(['An ', 'invo', 'ice from March'], 'an invoice'), [[0, 0, 2, 3]]);
  assert.deepEqual(found(['An', null, 'invoice'], 'an invoice'), []);
});

test('matches do not overlap, and an empty query finds nothing', () => {
  assert.deepEqual(found(['aaaa'], 'aa'), [
    [0, 0, 0, 2],
    [0, 2, 0, 4],
  ]);
  assert.deepEqual(found(['text'], '  '), []);
  assert.deepEqual(found(['soft\u00adware 😀'], 'software 😀'), [[0, 0, 0, 12]]);
});
