import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFrames, paused, readFrame, resumed, withFrames } from './frames.ts';

const frame = (at: number) => readFrame(JSON.stringify({ event: 'SyncStarted', seq: at }), at);
const kinds = (frames: readonly { seq: string }[]) => frames.map(({ seq }) => seq);

test('the newest frame stands first, and a paused log keeps what comes until it goes on', () => {
  const before = withFrames(noFrames, [frame(1), frame(2)]);
  const during = withFrames(withFrames(paused(before), [frame(3)]), [frame(4), frame(5)]);
  assert.deepEqual(kinds(during.shown), ['2', '1']);
  assert.deepEqual(kinds(during.held), ['5', '4', '3']);
  const after = resumed(during);
  assert.deepEqual([kinds(after.shown), after.held.length, after.count], [['5', '4', '3', '2', '1'], 0, 5]);
});

test('a stream that never ends does not make the page grow', () => {
  let log = noFrames;
  for (let at = 0; at < 5000; at += 50)
    log = withFrames(
      log,
      Array.from({ length: 50 }, (_, by) => frame(at + by)),
    );
  assert.equal(log.count, 5000);
  assert.ok(log.shown.length <= 200);
  assert.equal(log.shown[0]?.seq, '4999');
});
