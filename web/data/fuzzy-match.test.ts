import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ranked } from './fuzzy-match.ts';

const all = [
  'Archive',
  'Mark as read',
  'Mark as unread',
  'Move to the bin',
  'Go to label Taxes 2026',
  'Go to label Märkte',
  'Go to Archive',
].map((words) => ({ key: words, label: words }));
const found = (text: string, recent: string[] = []) => ranked(all, text, recent).map(({ label: words }) => words);

test('matches at the beginning come before matches elsewhere', () => {
  assert.deepEqual(found('arch'), ['Archive', 'Go to Archive']);
  assert.deepEqual(found('mark'), ['Mark as read', 'Mark as unread', 'Go to label Märkte']);
});

test('word prefixes match in any order and without accents', () => {
  assert.deepEqual(found('2026 tax'), ['Go to label Taxes 2026']);
  assert.deepEqual(found('MARKTE'), ['Go to label Märkte']);
  assert.deepEqual(found('xyzzy'), []);
});

test('prefixes of words can be typed without spaces', () => {
  assert.deepEqual(found('marun'), ['Mark as unread']);
  assert.deepEqual(found('mttb'), ['Move to the bin']);
});

test('recently used entries come first among equal matches, and first of all without a text', () => {
  assert.deepEqual(found('mark', ['Mark as unread']), ['Mark as unread', 'Mark as read', 'Go to label Märkte']);
  assert.deepEqual(found('', ['Go to Archive', 'Archive']).slice(0, 3), ['Go to Archive', 'Archive', 'Mark as read']);
});

test('a long text against many words ends quickly', () => {
  const long = { key: 'long', label: 'a '.repeat(200) };
  assert.deepEqual(ranked([long], `${'a'.repeat(100)}b`, []), []);
});
