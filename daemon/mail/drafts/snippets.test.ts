import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillSnippet, placeholdersIn } from './snippets.ts';

test('variables are filled in by name, in one pair of braces or two, and those without a value stay to be seen', () => {
  const body = 'Dear {First name} ({{ größe }}), {First name} and {missing}.';
  assert.deepEqual(placeholdersIn(body), ['First name', 'größe', 'missing']);
  assert.equal(
    fillSnippet(body, { 'First name': '{missing} $& Ada', größe: '3' }),
    'Dear {missing} $& Ada (3), {missing} $& Ada and {missing}.',
  );
});

test('braces of programs, and those that are escaped, are no variables', () => {
  assert.deepEqual(placeholdersIn('{ "a": 1 } ${HOME} \\{name} {1} {} {constructor}'), ['constructor']);
  assert.equal(fillSnippet('{constructor} {toString}', {}), '{constructor} {toString}');
});
