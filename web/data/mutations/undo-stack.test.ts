import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Api } from '../../api/client.ts';
import { createToasts } from '../toasts.ts';
import { createUndoStack, type UndoableAction } from './undo-stack.ts';

const result = (mutation_id: string | null, more: { succeeded?: number; skipped?: number } = {}) => ({
  mutation_id,
  succeeded: 1,
  skipped: 0,
  failed: 0,
  outcomes: [],
  accounts: [],
  ...more,
});

/** A daemon that numbers its undos and remembers what they were of. */
function setup() {
  const undone: string[] = [];
  const toasts = createToasts();
  const undo = async ({ mutation_id }: { mutation_id: string }) => {
    undone.push(mutation_id);
    return { result: result(`undo ${undone.length}`) };
  };
  const undoing = createUndoStack({
    // Of the API it uses this alone.
    api: { mutations: { undo } } as unknown as Api,
    toasts,
    runMutation: async (request) => ({ answer: await request() }),
    offlineNote: () => undefined,
  });
  const did = (
    description: string,
    mutationId: Promise<string | undefined> = Promise.resolve(description),
  ): UndoableAction => {
    const done = { description, mutationId };
    undoing.push(done);
    return done;
  };
  return { undone, undoing, did, said: () => toasts.list().map(({ text }) => text) };
}

test('what was done last is taken back first', async () => {
  const { undoing, did, undone, said } = setup();
  did('a');
  did('b');
  await undoing.undoLast();
  await undoing.undoLast();
  assert.deepEqual(undone, ['b', 'a']);
  assert.deepEqual(said(), ['Undone: b', 'Undone: a']);
});

test('what was taken back is done again by undoing its undo, and can be taken back once more', async () => {
  const { undoing, did, undone, said } = setup();
  did('a');
  await undoing.undoLast();
  await undoing.redoLast();
  await undoing.undoLast();
  assert.deepEqual(undone, ['a', 'undo 1', 'undo 2']);
  assert.deepEqual(said(), ['Undone: a']);
});

test('with nothing to take back that is said, and something new ends what could be done again', async () => {
  const { undoing, did, undone, said } = setup();
  assert.equal(await undoing.undoLast(), false);
  assert.match(said()[0] ?? '', /nothing to undo/);
  did('a');
  await undoing.undoLast();
  did('b');
  assert.equal(await undoing.redoLast(), false);
  assert.deepEqual(undone, ['a']);
});

test('what has no answer yet is taken back once it has one', async () => {
  const { undoing, did, undone } = setup();
  const answered = Promise.withResolvers<string>();
  did('a', answered.promise);
  const undoingIt = undoing.undoLast();
  assert.deepEqual(undone, []);
  answered.resolve('a');
  assert.equal(await undoingIt, true);
  assert.deepEqual(undone, ['a']);
});

test('what the history takes back is not taken back a second time by key', async () => {
  const { undoing, did, undone } = setup();
  did('a');
  did('b');
  await undoing.undoById('b', 'b');
  await undoing.undoLast();
  assert.deepEqual(undone, ['b', 'a']);
});

test('what a server refused is neither said to be done nor taken back', async () => {
  const { undoing, did, undone, said } = setup();
  const early = did('a');
  await undoing.markRejected('a');
  undoing.announce(early, result('a'));
  assert.deepEqual(said(), []);
  assert.equal(await undoing.undoLast(), false);
  assert.deepEqual(undone, []);
});

test('where nothing came of it, that is said, and there is nothing to take back', () => {
  const { undoing, did, said } = setup();
  undoing.announce(did('a'), result('a', { succeeded: 0, skipped: 1 }));
  assert.deepEqual(said(), ['Nothing was changed']);
});
