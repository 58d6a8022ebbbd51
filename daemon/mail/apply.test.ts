import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WriteDb } from '../store/db.ts';
import type { Change } from './mutations/change.ts';
import { type MutationKind } from './mutations/journal.ts';
import { operationsOf } from './mutations/operations.ts';
import { letter, openTestStore, serverWords, shownMail, testEngine, type TestEngine } from './mutations/test-engine.ts';

let db: WriteDb;
let engines = 0;
before(async () => (db = await openTestStore()));
after(() => db.close());

/** An engine with these messages; `Apple: ['INBOX', 'Sent']` lies in two folders. */
async function engineWith(mail: Record<string, string[]>) {
  const engine = testEngine(db, { number: engines++ });
  for (const [name, folders] of Object.entries(mail))
    for (const folder of folders) engine.server.control.deliver(letter(name), { folder });
  await engine.sync();
  return {
    ...engine,
    does: (kind: MutationKind, changes: Change[], ...names: string[]) =>
      engine.act(kind, { changes, targets: names.map((name) => engine.named(name)!) }).id,
    shown: (name: string) => shownMail(db, engine.account).get(name),
    /** Tells the server all there is to tell, with the passes that takes. */
    async settles() {
      for (let round = 0; round < 3; round++) {
        await engine.push();
        await engine.sync();
      }
    },
    lies: () => lying(engine),
  };
}

/** Each place on the server that holds mail, with its flags. */
function lying({ server: { control } }: TestEngine): string[] {
  return control.folders().flatMap((path) => control.lying(path).map(({ flags }) => [path, ...flags].join(' ')));
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

test('what was marked as read and could not be archived is unread again', async () => {
  const engine = await engineWith({ Apple: ['INBOX'] });
  engine.answers.push({ how: 'well' }, { how: 'refused', first: 0 });
  const id = engine.does('read_and_archive', [read, archiveIn(engine)], 'Apple');
  await engine.settles();
  assert.deepEqual(engine.shown('Apple'), { folders: ['INBOX'], flags: [] });
  assert.deepEqual(engine.lies(), ['INBOX']);
  assert.deepEqual(
    operationsOf(db, id).map(({ state, error }) => [state, error]),
    [['refused', serverWords]],
  );
  assert.deepEqual(
    engine.completed().map((mutation) => mutation.id),
    [id],
  );
});

test('of two labels the first is taken off again when the second is refused', async () => {
  const engine = await engineWith({ Apple: ['INBOX'] });
  engine.answers.push({ how: 'well' }, { how: 'refused', first: 0 });
  engine.does('modify_labels', [labelIn(engine, 'House', 'Taxes 2026')], 'Apple');
  await engine.settles();
  assert.deepEqual(engine.lies(), ['INBOX']);
});

test('a copy whose answer was lost is not made again', async () => {
  const engine = await engineWith({ Apple: ['INBOX'] });
  engine.answers.push({ how: 'lost', first: 1 });
  engine.does('modify_labels', [labelIn(engine, 'House')], 'Apple');
  await engine.settles();
  assert.deepEqual(engine.lies(), ['INBOX', 'House']);
});

test('a copy whose answer was lost is not made again while its folder cannot be read', async () => {
  const engine = await engineWith({ Apple: ['INBOX'] });
  engine.answers.push({ how: 'lost', first: 1 });
  engine.does('modify_labels', [labelIn(engine, 'House')], 'Apple');
  engine.server.control.fault({ kind: 'folder-trouble', folder: 'House', times: 2 });
  await engine.settles();
  assert.deepEqual(engine.lies(), ['INBOX', 'House']);
});

test('a folder that cannot be read for long does not hold up the rest', async () => {
  const engine = await engineWith({ Apple: ['INBOX'] });
  engine.answers.push({ how: 'lost', first: 0 });
  engine.does('archive', [archiveIn(engine)], 'Apple');
  engine.server.control.fault({ kind: 'folder-trouble', folder: 'House' });
  await engine.settles();
  await engine.settles();
  assert.deepEqual(engine.lies(), ['Archive']);
});

test('a copy that was asked for in the moment of a kill is made once', async () => {
  for (const first of [0, 1]) {
    const engine = await engineWith({ Apple: ['INBOX'] });
    engine.answers.push({ how: 'killed', first });
    engine.does('modify_labels', [labelIn(engine, 'House')], 'Apple');
    await engine.settles();
    assert.deepEqual(engine.lies(), ['INBOX', 'House'], `killed after ${first}`);
  }
});

test('where a server does not say where it put things, what follows still finds them', async () => {
  const engine = await engineWith({ Apple: ['INBOX'] });
  engine.answers.push({ how: 'unnumbered' });
  engine.does('move', [{ do: 'move', to: engine.labelAt('House') }], 'Apple');
  engine.does('move', [{ do: 'move', to: engine.labelAt('INBOX') }], 'Apple');
  engine.does('star', [star], 'Apple');
  assert.deepEqual(engine.shown('Apple'), { folders: ['INBOX'], flags: ['\\Flagged'] });
  await engine.settles();
  assert.deepEqual(engine.lies(), ['INBOX \\Flagged']);
});

test('what was done later is not undone in the lists by what was told to the server before', async () => {
  const engine = await engineWith({ Apple: ['INBOX'] });
  const { labelAt } = engine;
  engine.does(
    'modify_labels',
    [{ do: 'label', add: [labelAt('House')], remove: [labelAt('Archive')], rest: 0 }],
    'Apple',
  );
  engine.does('archive', [archiveIn(engine)], 'Apple');
  await engine.push();
  engine.does('set_read', [read], 'Apple');
  assert.deepEqual(engine.shown('Apple'), { folders: ['Archive', 'House'], flags: ['\\Seen'] });
});

test('a server that fails one message and takes it later has all of them', async () => {
  const engine = await engineWith({ Apple: ['INBOX'], Birch: ['INBOX'] });
  engine.answers.push({ how: 'failed', first: 1 }, { how: 'failed', first: 0 });
  const id = engine.does('archive', [archiveIn(engine)], 'Apple', 'Birch');
  await engine.settles();
  assert.deepEqual(engine.lies(), ['Archive', 'Archive']);
  assert.deepEqual(
    engine.completed().map((mutation) => mutation.id),
    [id],
  );
});

test('a server that fails the same thing again and again has it taken back, and what follows goes on', async () => {
  const engine = await engineWith({ Apple: ['INBOX'], Birch: ['INBOX'] });
  for (let time = 0; time < 5; time++) engine.answers.push({ how: 'failed', first: 0 });
  engine.does('star', [star], 'Apple');
  engine.does('star', [star], 'Birch');
  await engine.settles();
  assert.deepEqual(engine.shown('Apple')?.flags, []);
  assert.deepEqual(engine.shown('Birch')?.flags, ['\\Flagged']);
});

test('an hour of lost lines is no failure of the server', async () => {
  const engine = await engineWith({ Apple: ['INBOX'] });
  engine.does('star', [star], 'Apple');
  for (let minute = 0; minute < 60; minute++) {
    engine.answers.push({ how: 'offline' });
    await engine.push();
  }
  engine.answers.push({ how: 'failed', first: 0 });
  await engine.settles();
  assert.deepEqual(engine.lies(), ['INBOX \\Flagged']);
});

test('of a large mutation that is broken off by a kill the rest is done at the next start', async () => {
  const names = Array.from({ length: 620 }, (_, index) => `Letter ${index}`);
  const engine = await engineWith(Object.fromEntries(names.map((name) => [name, ['INBOX']])));
  const id = engine.does('star', [star], ...names);
  engine.restart();
  engine.settleAll();
  const shown = shownMail(db, engine.account);
  assert.ok(names.every((name) => shown.get(name)?.flags.includes('\\Flagged')));
  await engine.settles();
  assert.deepEqual(
    engine.completed().map((mutation) => mutation.id),
    [id],
  );
  assert.deepEqual(new Set(engine.lies()), new Set(['INBOX \\Flagged']));
});

test('what is done to mail that another program has moved meanwhile is done where it lies', async () => {
  const engine = await engineWith({ Apple: ['INBOX'], Birch: ['INBOX'] });
  engine.does('trash', [{ do: 'trash', to: engine.labelAt('Trash') }], 'Apple');
  engine.does('archive', [archiveIn(engine)], 'Birch');
  const [apple, birch] = engine.server.control.lying('INBOX');
  for (const place of [apple, birch]) engine.server.control.move('INBOX', place!.uid, 'House');
  await engine.settles();
  assert.deepEqual(engine.lies().toSorted(), ['House', 'Trash']);
  assert.deepEqual(engine.shown('Birch')?.folders, ['House']);
});

test('mail that another program has deleted meanwhile is said to be gone, and the rest is done', async () => {
  const engine = await engineWith({ Apple: ['INBOX'], Birch: ['INBOX'] });
  const id = engine.does('archive', [archiveIn(engine)], 'Apple', 'Birch');
  engine.server.control.expunge('INBOX', engine.server.control.lying('INBOX')[0]!.uid);
  await engine.settles();
  assert.deepEqual(engine.lies(), ['Archive']);
  assert.deepEqual(
    operationsOf(db, id).map(({ state }) => state),
    ['refused', 'done'],
  );
});
