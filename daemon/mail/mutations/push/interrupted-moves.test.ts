import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WriteDb } from '../../../store/db.ts';
import { testMessage, openTestStore, displayedMail, testEngine } from '../test-kit/test-engine.ts';

let db: WriteDb;
let runs = 0;
before(async () => (db = await openTestStore()));
after(() => db.close());

const names = ['Apple', 'Birch'];

/**
 * An inbox on a server that moves by copying and removing; its connection breaks between the two while mail is
 * archived.
 */
async function interruptedArchive() {
  const engine = testEngine(db, { number: runs++, movesInSteps: true });
  const { control } = engine.server;
  for (const name of names) control.deliver(testMessage(name));
  await engine.sync();
  const archive = () => {
    const targets = names.map((name) => engine.named(name)!);
    return engine.act('archive', { changes: [{ do: 'archive', to: engine.labelAt('Archive') }], targets }).id;
  };
  const id = archive();
  engine.responses.push({ how: 'halved' });
  await engine.push();
  const serverCounts = () => ['INBOX', 'Archive'].map((path) => control.messagesIn(path).length);
  assert.deepEqual(serverCounts(), [2, 2]);
  return {
    ...engine,
    id,
    serverCounts,
    displayedFolders: () => [...displayedMail(db, engine.account).values()].flatMap(({ folders }) => folders),
    async settle() {
      await engine.sync();
      await engine.push();
      await engine.sync();
    },
  };
}

test('messages that a server copied but did not remove are removed after a reconnect, and not copied again', async () => {
  const { settle, serverCounts, displayedFolders, undo, id } = await interruptedArchive();
  await settle();
  assert.deepEqual(
    [serverCounts(), displayedFolders()],
    [
      [0, 2],
      ['Archive', 'Archive'],
    ],
  );
  undo(id);
  await settle();
  assert.deepEqual(
    [serverCounts(), displayedFolders()],
    [
      [2, 0],
      ['INBOX', 'INBOX'],
    ],
  );
});

test('a move that is undone and redone after an interruption ends at its target', async () => {
  const { settle, serverCounts, displayedFolders, undo, id } = await interruptedArchive();
  const undone = undo(id).id;
  assert.deepEqual(displayedFolders(), ['INBOX', 'INBOX']);
  await settle();
  assert.deepEqual(
    [serverCounts(), displayedFolders()],
    [
      [2, 0],
      ['INBOX', 'INBOX'],
    ],
  );
  undo(undone);
  await settle();
  assert.deepEqual(
    [serverCounts(), displayedFolders()],
    [
      [0, 2],
      ['Archive', 'Archive'],
    ],
  );
});

test('a flag change that is undone before it was pushed is never sent', async () => {
  const engine = testEngine(db, { number: runs++ });
  engine.server.control.deliver(testMessage('Cedar'));
  await engine.sync();
  const targets = [engine.named('Cedar')!];
  const { id } = engine.act('set_read', { changes: [{ do: 'flags', add: ['\\Seen'], remove: [] }], targets });
  engine.undo(id);
  await engine.push();
  assert.deepEqual(engine.carriedOut, []);
});
