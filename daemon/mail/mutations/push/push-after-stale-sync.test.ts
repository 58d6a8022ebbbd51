import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testMessage, openTestStore, testEngine } from '../test-kit/test-engine.ts';

const read = { do: 'flags' as const, add: ['\\Seen'], remove: [] };
const unread = { do: 'flags' as const, add: [], remove: ['\\Seen'] };

test('a late report from a sync pass does not keep the next change from being pushed', async (t) => {
  const db = await openTestStore();
  t.after(() => db.close());
  const engine = testEngine(db, { number: 1 });
  const { control } = engine.server;
  control.deliver(testMessage('Apple'));
  await engine.sync();
  const targets = [engine.named('Apple')!];
  const flags = () => control.messagesIn('INBOX').map((each) => each.flags);

  engine.act('set_read', { changes: [read], targets });
  await engine.push();
  engine.act('set_read', { changes: [unread], targets });
  // The server reports the read flag, and receives the change to unread before the report is stored.
  await engine.sync(() => engine.push());
  assert.deepEqual(flags(), [[]]);
  const { id } = engine.act('set_read', { changes: [read], targets });
  await engine.push();
  assert.deepEqual(flags(), [['\\Seen']]);
  engine.undo(id);
  await engine.push();
  assert.deepEqual(flags(), [[]]);
});
