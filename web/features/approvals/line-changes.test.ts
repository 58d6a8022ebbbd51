import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lineChanges, type LineChange } from './line-changes.ts';

const marks = { same: ' ', removed: '-', added: '+' } as const;
const shown = (before: string, after: string) =>
  lineChanges(before, after)
    .map(({ kind, line }) => `${marks[kind]}${line}`)
    .join('|');

test('a changed line is taken out and added, and the others stay', () => {
  assert.equal(shown('a\nb\nc', 'a\nB\nc'), ' a|-b|+B| c');
  assert.equal(shown('a', 'a\nb'), ' a|+b');
  assert.equal(shown('a\nb', 'b'), '-a| b');
  assert.equal(shown('a', 'a'), ' a');
});

test('the changes lead from one text to the other', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 8 })
    .map((lines) => lines.join('\n'));
  const without = (changes: readonly LineChange[], kind: LineChange['kind']) =>
    changes
      .filter((each) => each.kind !== kind)
      .map(({ line }) => line)
      .join('\n');
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = lineChanges(before, after);
      assert.deepEqual([without(changes, 'added'), without(changes, 'removed')], [before, after]);
    }),
  );
});

test('very long texts are compared as a whole', () => {
  const long = 'x\n'.repeat(2_000);
  assert.equal(lineChanges(long, `${long}y`).length, 4_002);
});
