import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stemOf } from './stems.ts';

test('the forms of a word have one stem, and other words have another', () => {
  const families = [
    ['invoice', 'invoices', 'invoiced', 'invoicing'],
    ['copy', 'copies', 'copied', 'copying'],
    ['run', 'runs', 'running'],
    ['box', 'boxes'],
    ['proof', 'proofs', 'proofed', 'proofing'],
    ['quick', 'quickly'],
  ];
  for (const family of families) assert.equal(new Set(family.map(stemOf)).size, 1, family.join());
  assert.equal(new Set(families.map(([word = '']) => stemOf(word))).size, families.length);
  for (const word of ['glass', 'bus', 'this', 'sing', 'red', 'only', 'as'])
    assert.equal(stemOf(word).length > 1, true, word);
});
