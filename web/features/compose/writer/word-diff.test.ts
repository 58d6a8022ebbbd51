import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordDiff, type DiffPiece } from './word-diff.ts';

const textOf = (pieces: readonly DiffPiece[], kind: DiffPiece['kind']) =>
  pieces.flatMap((piece) => (piece.kind === 'same' || piece.kind === kind ? [piece.text] : [])).join('');

test('the pieces of a difference are both texts, and what both have is the same', () => {
  const pairs: [string, string][] = [
    ['', ''],
    ['', 'Hello'],
    ['Hello', ''],
    ['Shall we say seven?\n\nAda', 'Is seven fine?\n\nAda'],
    ['a b c d e', 'a x c y e'],
    [' leading and  double ', 'leading and double'],
    ['w '.repeat(5_000), `${'w '.repeat(2_000)}x ${'w '.repeat(2_000)}`],
  ];
  for (const [before, after] of pairs) {
    const pieces = wordDiff(before, after);
    assert.deepEqual([textOf(pieces, 'removed'), textOf(pieces, 'added')], [before, after]);
  }
  assert.deepEqual(
    wordDiff('a b c', 'a x c').map(({ kind, text }) => `${kind}:${text}`),
    ['same:a ', 'removed:b ', 'added:x ', 'same:c'],
  );
});
