import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openingMessage, groupMessages } from './collapsing.ts';

test('a conversation opens at its newest unread message, else at its newest', () => {
  const of = (...unread: boolean[]) => unread.map((isUnread, at) => ({ id: String(at), unread: isUnread }));
  assert.equal(openingMessage(of(false, true, true, false)), '2');
  assert.equal(openingMessage(of(false, false)), '1');
  assert.equal(openingMessage([]), undefined);
});

test('a few collapsed messages are listed, many are counted between the first and the last', () => {
  const shape = (count: number) =>
    groupMessages(
      Array.from({ length: count }, (_, at) => at),
      (at) => at < count - 1,
    ).map((stretch) => (stretch.kind === 'run' ? `${stretch.messages.length} more` : stretch.message));
  assert.deepEqual(shape(5), [0, 1, 2, 3, 4]);
  assert.deepEqual(shape(9), [0, '6 more', 7, 8]);
});
