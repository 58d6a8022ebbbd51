import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paragraphs, textPartsOf, unquote, withoutSeparator } from './quotes.ts';

test('a quote is separate from the answer and includes its attribution', () => {
  const text = 'Yes, Tuesday.\n\nOn 3 May Ada wrote:\n\n> Shall we?\n> Ada\n\n-- \nEve\n';
  const blocks = [
    { kind: 'own', start: 0, end: 15 },
    { kind: 'attribution', start: 15, end: 36 },
    { kind: 'quote', start: 36, end: 55 },
    { kind: 'signature', start: 55, end: 63 },
  ] as const;
  assert.deepEqual(textPartsOf(text, blocks), [
    { kind: 'words', text: 'Yes, Tuesday.' },
    { kind: 'quote', text: 'On 3 May Ada wrote:\n\n> Shall we?\n> Ada' },
    { kind: 'signature', text: '-- \nEve' },
  ]);
});

test('forwarded text is parsed like written text, and blank runs are omitted', () => {
  const text = 'See below.\n\nFrom: Ada\n\nHello\n \n';
  const blocks = [
    { kind: 'own', start: 0, end: 12 },
    { kind: 'forwarded', start: 12, end: 29 },
    { kind: 'quote', start: 29, end: 31 },
  ] as const;
  assert.deepEqual(textPartsOf(text, blocks), [{ kind: 'words', text: 'See below.\n\nFrom: Ada\n\nHello' }]);
});

test('an empty text has no runs', () => {
  assert.deepEqual(textPartsOf('\n \n', [{ kind: 'own', start: 0, end: 3 }]), []);
});

test('a quote loses one level of marks', () => {
  assert.equal(unquote('> one\n>> two\n>three'), 'one\n> two\nthree');
});

test('a signature loses the dashes or the rule above it', () => {
  for (const separator of ['-- ', '--', '—', '____________', '====='])
    assert.equal(withoutSeparator(`${separator}\nEve`), 'Eve');
  for (const text of ['Eve\n-- \nAda', '-Eve', '__Eve__']) assert.equal(withoutSeparator(text), text);
});

test('blank lines separate paragraphs', () => {
  assert.deepEqual(paragraphs('one\ntwo\n\n \nthree\n'), ['one\ntwo', 'three']);
});
