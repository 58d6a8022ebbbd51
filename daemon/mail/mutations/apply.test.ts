import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WriteDb } from '../../store/db.ts';
import type { Change } from './change.ts';
import { type MutationKind } from './journal.ts';
import { operationsOf } from './operations.ts';
import {
  testMessage,
  openTestStore,
  refusalMessage,
  displayedMail,
  testEngine,
  type TestEngine,
} from './test-kit/test-engine.ts';

let db: WriteDb;
let engines = 0;
before(async () => (db = await openTestStore()));
after(() => db.close());

/** An engine with these messages; `Apple: ['INBOX', 'Sent']` creates a message in two folders. */
async function engineWith(mail: Record<string, string[]>) {
  const engine = testEngine(db, { number: engines++ });
  for (const [name, folders] of Object.entries(mail))
    for (const folder of folders) engine.server.control.deliver(testMessage(name), { folder });
  await engine.sync();
  return {
    ...engine,
    mutate: (kind: MutationKind, changes: Change[], ...names: string[]) =>
      engine.act(kind, { changes, targets: names.map((name) => engine.named(name)!) }).id,
    displayed: (name: string) => displayedMail(db, engine.account).get(name),
    /** Pushes all operations, with the sync passes that this requires. */
    async pushAndSync() {
      for (let round = 0; round < 3; round++) {
        await engine.push();
        await engine.sync();
      }
    },
    serverPlacements: () => placementsOnServer(engine),
  };
}

/** Each placement on the server, with its flags. */
function placementsOnServer({ server: { control } }: TestEngine): string[] {
  return control.folders().flatMap((path) => control.messagesIn(path).map(({ flags }) => [path, ...flags].join(' ')));
}

const read: Change = { do: 'flags', add: ['\\Seen'], remove: [] };
const star: Change = { do: 'flags', add: ['\\Flagged'], remove: [] };
const archiveIn = ({ labelAt }: TestEngine): Change => ({ do: 'archive', to: labelAt('Archive') });
const labelIn = ({ labelAt }: TestEngine, ...paths: string[]): Change => ({
  do: 'label',
  add: paths.map(labelAt),
  remove: [],
  rest: 0,
});

test('if archiving is refused, marking as read in the same mutation is reverted', async () => {
  const engine = await engineWith({ Apple: ['INBOX'] });
  engine.responses.push({ how: 'well' }, { how: 'refused', first: 0 });
  const id = engine.mutate('read_and_archive', [read, archiveIn(engine)], 'Apple');
  await engine.pushAndSync();
  assert.deepEqual(engine.displayed('Apple'), { folders: ['INBOX'], flags: [] });
  assert.deepEqual(engine.serverPlacements(), ['INBOX']);
  assert.deepEqual(
    operationsOf(db, id).map(({ state, error }) => [state, error]),
    [['refused', refusalMessage]],
  );
  assert.deepEqual(
    engine.completed().map((mutation) => mutation.id),
    [id],
  );
});

test('if the second of two labels is refused, the first is removed again', async () => {
  const engine = await engineWith({ Apple: ['INBOX'] });
  engine.responses.push({ how: 'well' }, { how: 'refused', first: 0 });
  engine.mutate('modify_labels', [labelIn(engine, 'House', 'Taxes 2026')], 'Apple');
  await engine.pushAndSync();
  assert.deepEqual(engine.serverPlacements(), ['INBOX']);
});

test('a copy whose reply was lost is not made again', async () => {
  const engine = await engineWith({ Apple: ['INBOX'] });
  engine.responses.push({ how: 'lost', first: 1 });
  engine.mutate('modify_labels', [labelIn(engine, 'House')], 'Apple');
  await engine.pushAndSync();
  assert.deepEqual(engine.serverPlacements(), ['INBOX', 'House']);
});

test('a copy whose reply was lost is not made again while its folder cannot be read', async () => {
  const engine = await engineWith({ Apple: ['INBOX'] });
  engine.responses.push({ how: 'lost', first: 1 });
  engine.mutate('modify_labels', [labelIn(engine, 'House')], 'Apple');
  engine.server.control.fault({ kind: 'folder-trouble', folder: 'House', times: 2 });
  await engine.pushAndSync();
  assert.deepEqual(engine.serverPlacements(), ['INBOX', 'House']);
});

test('a folder that cannot be read for long does not delay the rest', async () => {
  const engine = await engineWith({ Apple: ['INBOX'] });
  engine.responses.push({ how: 'lost', first: 0 });
  engine.mutate('archive', [archiveIn(engine)], 'Apple');
  engine.server.control.fault({ kind: 'folder-trouble', folder: 'House' });
  await engine.pushAndSync();
  await engine.pushAndSync();
  assert.deepEqual(engine.serverPlacements(), ['Archive']);
});

test('a copy in progress when the daemon is killed is made exactly once', async () => {
  for (const first of [0, 1]) {
    const engine = await engineWith({ Apple: ['INBOX'] });
    engine.responses.push({ how: 'killed', first });
    engine.mutate('modify_labels', [labelIn(engine, 'House')], 'Apple');
    await engine.pushAndSync();
    assert.deepEqual(engine.serverPlacements(), ['INBOX', 'House'], `killed after ${first}`);
  }
});

test('if a server does not report the new UIDs, later operations still find the messages', async () => {
  const engine = await engineWith({ Apple: ['INBOX'] });
  engine.responses.push({ how: 'unnumbered' });
  engine.mutate('move', [{ do: 'move', to: engine.labelAt('House') }], 'Apple');
  engine.mutate('move', [{ do: 'move', to: engine.labelAt('INBOX') }], 'Apple');
  engine.mutate('star', [star], 'Apple');
  assert.deepEqual(engine.displayed('Apple'), { folders: ['INBOX'], flags: ['\\Flagged'] });
  await engine.pushAndSync();
  assert.deepEqual(engine.serverPlacements(), ['INBOX \\Flagged']);
});

test('an earlier operation that was pushed does not revert a later one in the lists', async () => {
  const engine = await engineWith({ Apple: ['INBOX'] });
  const { labelAt } = engine;
  engine.mutate(
    'modify_labels',
    [{ do: 'label', add: [labelAt('House')], remove: [labelAt('Archive')], rest: 0 }],
    'Apple',
  );
  engine.mutate('archive', [archiveIn(engine)], 'Apple');
  await engine.push();
  engine.mutate('set_read', [read], 'Apple');
  assert.deepEqual(engine.displayed('Apple'), { folders: ['Archive', 'House'], flags: ['\\Seen'] });
});

test('a message that the server fails first and accepts later is changed', async () => {
  const engine = await engineWith({ Apple: ['INBOX'], Birch: ['INBOX'] });
  engine.responses.push({ how: 'failed', first: 1 }, { how: 'failed', first: 0 });
  const id = engine.mutate('archive', [archiveIn(engine)], 'Apple', 'Birch');
  await engine.pushAndSync();
  assert.deepEqual(engine.serverPlacements(), ['Archive', 'Archive']);
  assert.deepEqual(
    engine.completed().map((mutation) => mutation.id),
    [id],
  );
});

test('an operation that the server fails repeatedly is reverted, and later operations continue', async () => {
  const engine = await engineWith({ Apple: ['INBOX'], Birch: ['INBOX'] });
  for (let time = 0; time < 5; time++) engine.responses.push({ how: 'failed', first: 0 });
  engine.mutate('star', [star], 'Apple');
  engine.mutate('star', [star], 'Birch');
  await engine.pushAndSync();
  assert.deepEqual(engine.displayed('Apple')?.flags, []);
  assert.deepEqual(engine.displayed('Birch')?.flags, ['\\Flagged']);
});

test('an hour of connection losses does not count as a failure of the server', async () => {
  const engine = await engineWith({ Apple: ['INBOX'] });
  engine.mutate('star', [star], 'Apple');
  for (let minute = 0; minute < 60; minute++) {
    engine.responses.push({ how: 'offline' });
    await engine.push();
  }
  engine.responses.push({ how: 'failed', first: 0 });
  await engine.pushAndSync();
  assert.deepEqual(engine.serverPlacements(), ['INBOX \\Flagged']);
});

test('a large mutation that a kill interrupts is completed at the next start', async () => {
  const names = Array.from({ length: 620 }, (_, index) => `Message ${index}`);
  const engine = await engineWith(Object.fromEntries(names.map((name) => [name, ['INBOX']])));
  const id = engine.mutate('star', [star], ...names);
  engine.restart();
  engine.settleAll();
  const shown = displayedMail(db, engine.account);
  assert.ok(names.every((name) => shown.get(name)?.flags.includes('\\Flagged')));
  await engine.pushAndSync();
  assert.deepEqual(
    engine.completed().map((mutation) => mutation.id),
    [id],
  );
  assert.deepEqual(new Set(engine.serverPlacements()), new Set(['INBOX \\Flagged']));
});

test('operations apply to a message where another client moved it', async () => {
  const engine = await engineWith({ Apple: ['INBOX'], Birch: ['INBOX'] });
  engine.mutate('trash', [{ do: 'trash', to: engine.labelAt('Trash') }], 'Apple');
  engine.mutate('archive', [archiveIn(engine)], 'Birch');
  const [apple, birch] = engine.server.control.messagesIn('INBOX');
  for (const place of [apple, birch]) engine.server.control.move('INBOX', place!.uid, 'House');
  await engine.pushAndSync();
  assert.deepEqual(engine.serverPlacements().toSorted(), ['House', 'Trash']);
  assert.deepEqual(engine.displayed('Birch')?.folders, ['House']);
});

test('a message that another client deleted is refused, and the rest is changed', async () => {
  const engine = await engineWith({ Apple: ['INBOX'], Birch: ['INBOX'] });
  const id = engine.mutate('archive', [archiveIn(engine)], 'Apple', 'Birch');
  engine.server.control.expunge('INBOX', engine.server.control.messagesIn('INBOX')[0]!.uid);
  await engine.pushAndSync();
  assert.deepEqual(engine.serverPlacements(), ['Archive']);
  assert.deepEqual(
    operationsOf(db, id).map(({ state }) => state),
    ['refused', 'done'],
  );
});
