import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillSnippet, placeholdersIn } from './snippets.ts';

test('variables are filled in by name, in single or double braces, and variables without a value stay visible', () => {
  const body = 'Dear {First name} ({{ größe }}), {First name} and {missing}.';
  assert.deepEqual(placeholdersIn(body), ['First name', 'größe', 'missing']);
  assert.equal(
    fillSnippet(body, { 'First name': '{missing} $& Ada', größe: '3' }),
    'Dear {missing} $& Ada (3), {missing} $& Ada and {missing}.',
  );
});

test('braces in code and escaped braces are not variables', () => {
  assert.deepEqual(placeholdersIn('{ "a": 1 } ${HOME} \\{name} {1} {} {constructor}'), ['constructor']);
  assert.equal(fillSnippet('{constructor} {toString}', {}), '{constructor} {toString}');
});
