import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchIconOf, positionsAfterMove, positionsAfterPin, shownAmong } from './saved-search.ts';
import type { SavedSearch } from './queries.ts';

const known = (text: string) => /^(#|rgb|hsl|oklch|red$|inherit$)/.test(text);

test('an icon sets a style only if it is a numeric colour or a colour name of the browser', () => {
  for (const icon of ['#3f7a5d', 'rgb(1 2 3 / 50%)', 'oklch(0.7 0.1 200)', 'red'])
    assert.deepEqual(searchIconOf(icon, known), { colour: icon });
  assert.deepEqual(
    searchIconOf('rgb(1 2 3);}', () => true),
    { sign: 'r' },
  );
  assert.deepEqual(
    searchIconOf('#fff url(//x)', () => true),
    { sign: '#' },
  );
  assert.deepEqual([searchIconOf('inherit', known), searchIconOf('👨‍👩‍👧', known)], [{ sign: 'i' }, { sign: '👨‍👩‍👧' }]);
  assert.deepEqual([searchIconOf('bills', known), searchIconOf(null, known)], [{ sign: 'b' }, undefined]);
});

const at = (name: string, position: number) => ({ name, position });

test('a search moves within its group, and equal positions are renumbered', () => {
  const list = [at('a', -7), at('b', -1), at('c', 0), at('d', 0), at('e', 9)];
  assert.deepEqual(positionsAfterMove(list, 'b', -1), [at('b', -2), at('a', -1)]);
  assert.deepEqual(positionsAfterMove(list, 'd', -1), [at('c', 1), at('e', 2)]);
  assert.deepEqual(positionsAfterMove(list, 'c', -1), []);
  assert.deepEqual(positionsAfterMove(list, 'b', 1), []);
  assert.deepEqual(positionsAfterPin(list, 'e', true), [at('a', -3), at('b', -2), at('e', -1), at('d', 1)]);
  assert.deepEqual(positionsAfterPin(list, 'a', false), [at('a', 0), at('c', 1), at('d', 2), at('e', 3)]);
});

test('the shown search is a saved one if its query and its account are the same', () => {
  const search = { name: 'A', query: 'tea', sort: 'Relevance', account_id: null } as SavedSearch;
  const lens = { query: 'tea', account: undefined };
  assert.equal(shownAmong([search], lens, 'relevant'), search);
  assert.equal(shownAmong([search], lens, undefined), search);
  assert.equal(shownAmong([search], lens, 'oldest'), undefined);
  assert.equal(shownAmong([search], { ...lens, account: 'x' }, 'relevant'), undefined);
});
