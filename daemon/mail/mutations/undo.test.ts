import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import type { WriteDb } from '../../store/db.ts';
import type { Change } from './change.ts';
import { testMessage, openTestStore, displayedMail, testEngine, type ServerResponse } from './test-kit/test-engine.ts';

let db: WriteDb;
let engines = 0;
before(async () => (db = await openTestStore()));
after(() => db.close());

/** An engine with one message, and its displayed and server placements. */
async function engineWith(...folders: string[]) {
  const engine = testEngine(db, { number: engines++ });
  for (const folder of folders) engine.server.control.deliver(testMessage('Apple'), { folder });
  await engine.sync();
  const { account } = engine;
  const { control } = engine.server;
  return {
    ...engine,
    mutate: (...changes: Change[]) => engine.act('move', { changes, targets: [engine.named('Apple')!] }).id,
    displayed: () => displayedMail(db, account).get('Apple'),
    serverPlacements: () =>
      control.folders().flatMap((path) => control.messagesIn(path).map(({ flags }) => [path, ...flags].join(' '))),
    async pushAndSync(...answers: ServerResponse[]) {
      engine.responses.push(...answers);
      for (let round = 0; round < 3; round++) {
        await engine.push();
        await engine.sync();
      }
    },
  };
}

type Engine = Awaited<ReturnType<typeof engineWith>>;
const archiveIn = ({ labelAt }: Engine): Change => ({ do: 'archive', to: labelAt('Archive') });
const trashIn = ({ labelAt }: Engine): Change => ({ do: 'trash', to: labelAt('Trash') });
const read: Change = { do: 'flags', add: ['\\Seen'], remove: [] };

test('an undone mutation that was not pushed yet is never sent', async () => {
  const engine = await engineWith('INBOX');
  engine.undo(engine.mutate(archiveIn(engine)));
  await engine.pushAndSync();
  assert.deepEqual(engine.displayed(), { folders: ['INBOX'], flags: [] });
  assert.deepEqual(engine.carriedOut, []);
  assert.equal(engine.completed().length, 2);
});

test('a mutation that may have reached the server is reverted there, whether it was carried out or not', async () => {
  for (const first of [0, 1]) {
    const engine = await engineWith('INBOX', 'Sent');
    const id = engine.mutate(trashIn(engine));
    engine.responses.push({ how: 'lost', first });
    await engine.push();
    engine.undo(id);
    assert.deepEqual(engine.displayed()?.folders, ['INBOX', 'Sent']);
    await engine.pushAndSync();
    assert.deepEqual(engine.serverPlacements(), ['INBOX', 'Sent'], `lost after ${first}`);
  }
});

test('an undo whose reply is lost reverts nothing twice', async () => {
  const engine = await engineWith('INBOX', 'Archive');
  const id = engine.mutate(archiveIn(engine));
  await engine.pushAndSync();
  assert.deepEqual(engine.serverPlacements(), ['Archive']);
  engine.undo(id);
  await engine.pushAndSync({ how: 'lost', first: 1 });
  assert.deepEqual(engine.serverPlacements(), ['INBOX', 'Archive']);
});

test('mail that was read after it was archived is still read after the undo of the archiving', async () => {
  const engine = await engineWith('INBOX');
  const id = engine.mutate(archiveIn(engine));
  await engine.pushAndSync();
  engine.mutate(read);
  await engine.pushAndSync();
  engine.undo(id);
  await engine.pushAndSync();
  assert.deepEqual(engine.serverPlacements(), ['INBOX \\Seen']);
});

test('an undo moves mail back to where another client had moved it before the push', async () => {
  const engine = await engineWith('INBOX');
  const id = engine.mutate(trashIn(engine));
  engine.server.control.move('INBOX', engine.server.control.messagesIn('INBOX')[0]!.uid, 'House');
  await engine.pushAndSync();
  engine.undo(id);
  await engine.pushAndSync();
  assert.deepEqual(engine.serverPlacements(), ['House']);
});

test('an undo can be undone, repeatedly', async () => {
  const engine = await engineWith('INBOX', 'House');
  let id = engine.mutate(read, trashIn(engine));
  for (const wanted of [['INBOX', 'House'], ['Trash \\Seen'], ['INBOX', 'House']]) {
    await engine.pushAndSync();
    ({ id } = engine.undo(id));
    await engine.pushAndSync();
    assert.deepEqual(engine.serverPlacements(), wanted);
  }
});

test('a message that moved on since stays, and the undo fails', async () => {
  const engine = await engineWith('INBOX');
  const id = engine.mutate(archiveIn(engine));
  engine.mutate(trashIn(engine));
  assert.throws(
    () => engine.undo(id),
    (thrown) => thrown instanceof Failure && thrown.code === 'overtaken',
  );
  await engine.pushAndSync();
  assert.deepEqual(engine.serverPlacements(), ['Trash']);
});

test('a mutation can only be undone once', async () => {
  const engine = await engineWith('INBOX');
  const id = engine.mutate(archiveIn(engine));
  engine.undo(id);
  assert.throws(
    () => engine.undo(id),
    (thrown) => thrown instanceof Failure && thrown.code === 'already_undone',
  );
});
