import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyTable, meaningOf } from './keys.ts';

test('g then i goes to the inbox, and i alone means nothing', () => {
  assert.deepEqual(meaningOf('g', undefined), { leader: 'g' });
  assert.deepEqual(meaningOf('i', 'g'), { act: 'inbox' });
  assert.deepEqual(meaningOf('i', undefined), {});
});

test('a chord that is not finished lets the next key mean what it always means', () => {
  assert.deepEqual(meaningOf('j', 'g'), { act: 'next' });
});

test('no key has two meanings', () => {
  const keys = keyTable.flatMap((row) => [...row.keys]);
  assert.equal(new Set(keys).size, keys.length);
});
