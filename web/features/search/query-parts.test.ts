import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinParts, partsOf } from './query-parts.ts';

test('a query is split into words and filters, and joined again', () => {
  const query = 'green from:"Marta N" -paper in march';
  const clause = (part: string, is_text: boolean) => ({
    position: query.indexOf(part),
    length: part.length,
    words: part,
    is_text,
  });
  const parts = partsOf(query, [
    clause('green', true),
    clause('from:"Marta N"', false),
    clause('-paper', true),
    clause('in march', false),
  ]);
  assert.deepEqual(parts, { words: 'green -paper', filters: 'from:"Marta N" in march' });
  assert.equal(joinParts(parts), 'green -paper from:"Marta N" in march');
  assert.equal(joinParts({ words: ' ', filters: 'is:unread' }), 'is:unread');
  assert.equal(joinParts({ words: 'tea ', filters: '' }), 'tea');
});

test('filters apply to every alternative', () => {
  const filters = 'is:unread';
  assert.equal(joinParts({ words: 'tea or coffee', filters }), '(tea or coffee) is:unread');
  assert.equal(
    joinParts({ words: '(tea OR coffee) "this or that"', filters }),
    '(tea OR coffee) "this or that" is:unread',
  );
});
