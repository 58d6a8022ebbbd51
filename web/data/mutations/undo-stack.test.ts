import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Api } from '../../api/client.ts';
import { createToasts } from '../toasts.ts';
import { createUndoStack, type UndoableAction } from './undo-stack.ts';

const result = (mutation_id: string | null, more: { succeeded?: number; skipped?: number } = {}) => ({
  mutation_id,
  requested: 1,
  succeeded: 1,
  skipped: 0,
  failed: 0,
  outcomes: [],
  accounts: [],
  ...more,
});

/** A daemon that numbers its undos and remembers what they reverted. */
function setup() {
  const undone: string[] = [];
  const toasts = createToasts();
  const undo = async ({ mutation_id }: { mutation_id: string }) => {
    undone.push(mutation_id);
    return { result: result(`undo ${undone.length}`) };
  };
  const undoing = createUndoStack({
    // The undo stack uses only these rows of the API.
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
  return { undone, undoing, did, toastText: () => toasts.current()?.text };
}

test('the last action is undone first', async () => {
  const { undoing, did, undone, toastText } = setup();
  did('a');
  did('b');
  await undoing.undoLast();
  await undoing.undoLast();
  assert.deepEqual(undone, ['b', 'a']);
  assert.equal(toastText(), 'Change undone');
});

test('an undone action is redone by undoing its undo, and can be undone again', async () => {
  const { undoing, did, undone, toastText } = setup();
  did('a');
  await undoing.undoLast();
  await undoing.redoLast();
  await undoing.undoLast();
  assert.deepEqual(undone, ['a', 'undo 1', 'undo 2']);
  assert.equal(toastText(), 'Change undone');
});

test('an empty stack is reported, and a new action clears the redo stack', async () => {
  const { undoing, did, undone, toastText } = setup();
  assert.equal(await undoing.undoLast(), false);
  assert.match(toastText() ?? '', /Nothing to undo/);
  did('a');
  await undoing.undoLast();
  did('b');
  assert.equal(await undoing.redoLast(), false);
  assert.deepEqual(undone, ['a']);
});

test('an action without an answer is undone after its answer', async () => {
  const { undoing, did, undone } = setup();
  const answered = Promise.withResolvers<string>();
  did('a', answered.promise);
  const undoingIt = undoing.undoLast();
  assert.deepEqual(undone, []);
  answered.resolve('a');
  assert.equal(await undoingIt, true);
  assert.deepEqual(undone, ['a']);
});

test('an action undone in the history is not undone again by key', async () => {
  const { undoing, did, undone } = setup();
  did('a');
  did('b');
  await undoing.undoById('b', 'b');
  await undoing.undoLast();
  assert.deepEqual(undone, ['b', 'a']);
});

test('an action that a server refused is neither reported as done nor undone', async () => {
  const { undoing, did, undone, toastText } = setup();
  const early = did('a');
  await undoing.markRejected('a');
  undoing.announce(early, result('a'));
  assert.equal(toastText(), undefined);
  assert.equal(await undoing.undoLast(), false);
  assert.deepEqual(undone, []);
});

test('an action without effect is reported, and there is Nothing to undo', () => {
  const { undoing, did, toastText } = setup();
  undoing.announce(did('a'), result('a', { succeeded: 0, skipped: 1 }));
  assert.equal(toastText(), 'No changes made');
});
