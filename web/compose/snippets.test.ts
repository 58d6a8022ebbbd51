import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryFor } from './address-line.ts';
import { filled, knownValues, missing, snippetBefore } from './snippets.ts';

const thanks = { name: 'thanks', body: 'Dear {first_name}, thank you for {gift}.', vars: ['first_name', 'gift'] };

test('the first recipient fills in what is known, and the rest is asked for', () => {
  const known = knownValues(entryFor('Ada Morgan', 'ada@example.org'));
  assert.deepEqual(missing(thanks, known), ['gift']);
  assert.equal(filled(thanks, { ...known, gift: 'the map' }), 'Dear Ada, thank you for the map.');
  assert.equal(filled(thanks, {}), thanks.body);
  assert.deepEqual(missing(thanks, knownValues(undefined)), ['first_name', 'gift']);
});

test('a semicolon and a name mean a snippet, and any other word does not', () => {
  assert.deepEqual(snippetBefore('Hello ;Thanks', [thanks]), { snippet: thanks, letters: 7 });
  assert.equal(snippetBefore('Hello;thanks', [thanks]), undefined);
  assert.equal(snippetBefore(';than', [thanks]), undefined);
});
