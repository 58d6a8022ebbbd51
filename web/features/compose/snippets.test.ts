import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recipientFor } from '../../data/compose/address-list.ts';
import { fillSnippet, knownValues, missingVariables, snippetBefore } from './snippets.ts';

const thanks = { name: 'thanks', body: 'Dear {first_name}, thank you for {gift}.', vars: ['first_name', 'gift'] };

test('the first recipient provides known values, and the user is asked for the others', () => {
  const known = knownValues(recipientFor('Ada Morgan', 'ada@example.org'));
  assert.deepEqual(missingVariables(thanks, known), ['gift']);
  assert.equal(fillSnippet(thanks, { ...known, gift: 'the map' }), 'Dear Ada, thank you for the map.');
  assert.equal(fillSnippet(thanks, {}), thanks.body);
  assert.deepEqual(missingVariables(thanks, knownValues(undefined)), ['first_name', 'gift']);
});

test('a semicolon with a name expands a snippet, and other words do not', () => {
  assert.deepEqual(snippetBefore('Hello ;Thanks', [thanks]), { snippet: thanks, length: 7 });
  assert.equal(snippetBefore('Hello;thanks', [thanks]), undefined);
  assert.equal(snippetBefore(';than', [thanks]), undefined);
});
