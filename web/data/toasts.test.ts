import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createToasts } from './toasts.ts';

const plain = (text: string) => ({ tone: 'plain' as const, text });
const setup = () => {
  const toasts = createToasts();
  return { toasts, text: () => toasts.current()?.text };
};

test('one toast is shown at a time, and a new one replaces it', () => {
  const { toasts, text } = setup();
  toasts.show(plain('Archived'));
  const id = toasts.show(plain('Starred'));
  assert.equal(text(), 'Starred');
  toasts.dismiss(id);
  assert.equal(text(), undefined);
});

test('failures and running actions are shown again after another toast', () => {
  const { toasts, text } = setup();
  const running = toasts.show({ ...plain('Archiving 10 of 40'), stays: true });
  toasts.show({ tone: 'bad', text: 'Not saved' });
  toasts.dismiss(toasts.show(plain('Starred')));
  assert.equal(text(), 'Not saved');
  toasts.change(running, { ...plain('Archiving 20 of 40'), stays: true });
  assert.equal(text(), 'Not saved', 'progress does not cover a failure');
  toasts.change(running, plain('Archived 40'));
  assert.equal(text(), 'Archived 40', 'its end is news');
});

test('what happened by itself waits until the shown toast is gone, in order', () => {
  const { toasts, text } = setup();
  const undoable = toasts.show(plain('Archived'));
  const first = toasts.show({ ...plain('Back in the inbox'), waits: true });
  const second = toasts.show({ ...plain('No reply yet'), waits: true });
  assert.equal(text(), 'Archived');
  toasts.dismiss(undoable);
  assert.equal(text(), 'Back in the inbox');
  const next = toasts.show(plain('Starred'));
  assert.equal(text(), 'Starred', 'an action of the user does not wait');
  toasts.dismiss(next);
  assert.equal(text(), 'Back in the inbox');
  toasts.dismiss(first);
  assert.equal(text(), 'No reply yet');
  toasts.dismiss(second);
  assert.equal(text(), undefined);
});

test('what happened by itself does not wait for the end of a running action', () => {
  const { toasts, text } = setup();
  toasts.show({ ...plain('Archiving 10 of 40'), stays: true });
  toasts.dismiss(toasts.show({ ...plain('Back in the inbox'), waits: true }));
  assert.equal(text(), 'Archiving 10 of 40');
  toasts.show({ ...plain('Back in the inbox'), waits: true });
  assert.equal(text(), 'Back in the inbox');
});

test('the end of a running action waits for a toast with a button', () => {
  const { toasts, text } = setup();
  const undo = { label: 'Undo', run: () => undefined };
  const sending = toasts.show({ ...plain('Sending in 3 seconds'), stays: true, button: undo });
  const archived = toasts.show({ ...plain('Archived'), button: undo });
  toasts.change(sending, plain('Sent'));
  assert.equal(text(), 'Archived');
  toasts.dismiss(archived);
  assert.equal(text(), 'Sent');
  toasts.dismiss(sending);
  assert.equal(text(), undefined);
});

test('a running action that the user has closed appears again when it has ended', () => {
  const { toasts, text } = setup();
  const running = toasts.show({ ...plain('Archiving 10 of 40'), stays: true });
  toasts.dismiss(running);
  toasts.change(running, { ...plain('Archiving 20 of 40'), stays: true });
  assert.equal(text(), undefined);
  toasts.change(running, plain('Archived 40'));
  assert.equal(text(), 'Archived 40');
});

test('a toast that rests is covered by what waits, shown again afterwards, and replaced by an action of the user', () => {
  const { toasts, text } = setup();
  const undo = { label: 'Undo', run: () => undefined };
  const archived = toasts.show({ ...plain('Archived'), button: undo });
  const first = toasts.show({ ...plain('Back in the inbox'), waits: true });
  assert.equal(text(), 'Archived');
  toasts.rest(archived);
  assert.equal(text(), 'Back in the inbox');
  toasts.dismiss(first);
  assert.equal(text(), 'Archived');
  const second = toasts.show({ ...plain('No reply yet'), waits: true });
  assert.equal(text(), 'No reply yet');
  toasts.dismiss(second);
  assert.equal(text(), 'Archived');
  const starred = toasts.show(plain('Starred'));
  assert.equal(text(), 'Starred');
  toasts.dismiss(starred);
  assert.equal(text(), undefined);
});
