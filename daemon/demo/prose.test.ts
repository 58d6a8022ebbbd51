import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderSentence, parseSentences, shuffledIndexes } from './prose.ts';
import { randomFrom } from './random.ts';
import { words } from './words.ts';

test('a placeholder takes a word of its list, or one of the alternatives it names', () => {
  const [sentence] = parseSentences(['On {weekday} with {jam|month}.']);
  assert.ok(sentence);
  const random = randomFrom(3);
  const seen = new Set(Array.from({ length: 400 }, () => renderSentence(random, sentence)));
  assert.ok(seen.has('On Friday with jam.') && seen.has('On Monday with May.'));
  for (const text of seen) assert.doesNotMatch(text, /month|weekday|\{/);
});

test('a sentence that begins with a placeholder begins with a capital letter', () => {
  const [sentence] = parseSentences(['{museum} is open.']);
  assert.ok(sentence && words['museum']?.includes('the Clock House'));
  for (let seed = 0; seed < 20; seed++) assert.match(renderSentence(randomFrom(seed), sentence), /^[A-Z]/);
});

test('shuffling keeps every number once', () => {
  assert.deepEqual(
    shuffledIndexes(randomFrom(9), 40).toSorted((a, b) => a - b),
    Array.from({ length: 40 }, (_, number) => number),
  );
});
