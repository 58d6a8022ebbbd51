import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chordAfter, conflictOf } from './recorded-key.ts';

const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false });

test('a chord has one key or two, and a third key starts a new one', () => {
  const keys = ['g', 'i', 'x'].map((key) => press(key));
  const seen: string[] = [];
  keys.reduce((chord, each) => seen[seen.push(chordAfter(chord, each)) - 1] ?? '', '');
  assert.deepEqual(seen, ['g', 'g i', 'x']);
});

test('Ctrl starts a new chord, and a modifier alone is no key', () => {
  assert.equal(chordAfter('g', press('d', true)), 'ctrl-d');
  assert.equal(chordAfter('ctrl-d', press('e')), 'e');
  for (const key of ['Shift', 'Control', 'Dead', ' ']) assert.equal(chordAfter('g', press(key)), 'g');
});

test('a chord conflicts with the same chord, with its beginning and with longer chords', () => {
  const answer = {
    bindings: { mail_list: { inbox: ['g i'], reply: ['r'] }, thread_view: { reply: ['q'] }, message_view: {} },
    actions: ['inbox', 'reply'].map((name) => ({ name, does: name, place: 'mail' as const, default_keys: [] })),
  };
  const taken = (chord: string, context: 'mail_list' | 'thread_view' | undefined) =>
    conflictOf(answer, { chord, action: 'archive', context });
  assert.deepEqual(taken('g', 'mail_list'), { label: 'inbox', context: 'mail_list' });
  assert.deepEqual(taken('r x', 'mail_list'), { label: 'reply', context: 'mail_list' });
  assert.equal(taken('g x', 'mail_list'), undefined);
  assert.equal(taken('r', 'thread_view'), undefined);
  assert.deepEqual(taken('q', undefined), { label: 'reply', context: 'thread_view' });
  assert.equal(conflictOf(answer, { chord: 'r', action: 'reply', context: 'mail_list' }), undefined);
});
