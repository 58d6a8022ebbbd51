import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WriteDb } from '../../../store/db.ts';
import { testMessage, openTestStore, displayedMail, testEngine } from '../test-kit/test-engine.ts';

let db: WriteDb;
let runs = 0;
before(async () => (db = await openTestStore()));
after(() => db.close());

const names = ['Apple', 'Birch'];

/** Mail in the inbox of a server that moves by copies and removals, and is archived when its line breaks between the two. */
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

test('what a server has copied and not removed is removed once the line is back, and not copied again', async () => {
  const { settle, serverCounts: lying, displayedFolders, undo, id } = await interruptedArchive();
  await settle();
  assert.deepEqual(
    [lying(), displayedFolders()],
    [
      [0, 2],
      ['Archive', 'Archive'],
    ],
  );
  undo(id);
  await settle();
  assert.deepEqual(
    [lying(), displayedFolders()],
    [
      [2, 0],
      ['INBOX', 'INBOX'],
    ],
  );
});

test('taken back and asked for again meanwhile, it lies in the end where it was asked to', async () => {
  const { settle, serverCounts: lying, displayedFolders, undo, id } = await interruptedArchive();
  const undone = undo(id).id;
  assert.deepEqual(displayedFolders(), ['INBOX', 'INBOX']);
  await settle();
  assert.deepEqual(
    [lying(), displayedFolders()],
    [
      [2, 0],
      ['INBOX', 'INBOX'],
    ],
  );
  undo(undone);
  await settle();
  assert.deepEqual(
    [lying(), displayedFolders()],
    [
      [0, 2],
      ['Archive', 'Archive'],
    ],
  );
});

test('what is taken back before its server was told of it, it never is, also where the message stays where it is', async () => {
  const engine = testEngine(db, { number: runs++ });
  engine.server.control.deliver(testMessage('Cedar'));
  await engine.sync();
  const targets = [engine.named('Cedar')!];
  const { id } = engine.act('set_read', { changes: [{ do: 'flags', add: ['\\Seen'], remove: [] }], targets });
  engine.undo(id);
  await engine.push();
  assert.deepEqual(engine.carriedOut, []);
});
