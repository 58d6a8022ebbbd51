import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  countOf,
  formatUids,
  hasUid,
  highestOf,
  newestOf,
  packUids,
  parseUids,
  intersection,
  uidSetOf,
  uidsFrom,
  uidsOf,
  union,
  unpackUids,
  difference,
} from './uid-set.ts';

const uids = fc.array(fc.integer({ min: 1, max: 60 }));
const listed = (set: Iterable<number>) => [...new Set(set)].toSorted((a, b) => a - b);

test('sets of UIDs behave like sets of numbers', () => {
  fc.assert(
    fc.property(uids, uids, fc.integer({ min: 0, max: 70 }), (left, right, number) => {
      const [a, b] = [uidSetOf(left), uidSetOf(right)];
      assert.deepEqual([...uidsOf(a)], listed(left));
      assert.equal(countOf(a), new Set(left).size);
      assert.equal(highestOf(a), Math.max(0, ...left));
      assert.equal(hasUid(a, number), left.includes(number));
      assert.deepEqual([...uidsOf(union(a, b))], listed([...left, ...right]));
      assert.deepEqual(
        [...uidsOf(difference(a, b))],
        listed(left).filter((uid) => !right.includes(uid)),
      );
      assert.deepEqual(
        [...uidsOf(intersection(a, b))],
        listed(left).filter((uid) => right.includes(uid)),
      );
      assert.deepEqual([...uidsOf(newestOf(a, number))], number === 0 ? [] : listed(left).slice(-number));
      assert.deepEqual(
        [...uidsOf(uidsFrom(a, number))],
        listed(left).filter((uid) => uid >= number),
      );
    }),
  );
});

test('a set round-trips through the server notation and the cursor notation', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 4_294_967_295 })), (list) => {
      const set = uidSetOf(list);
      assert.deepEqual(parseUids(formatUids(set)), set);
      assert.deepEqual(unpackUids(packUids(set)), set);
    }),
  );
  assert.equal(packUids(parseUids('1:500,502,510:520')), '1+dv,2,8+a');
});

test('a reversed or repeated range is one range', () => {
  assert.equal(formatUids(parseUids('9:5,6,4')), '4:9');
});

test('a broken cursor is distinguished from an empty one', () => {
  assert.deepEqual(unpackUids(''), []);
  assert.throws(() => unpackUids('!'), RangeError);
});
