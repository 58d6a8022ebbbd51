import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paragraphs, splitQuotes, unquote } from './quotes.ts';

const kinds = (body: string) => splitQuotes(body).map(({ kind }) => kind);

test('an answer above a quote is kept apart from it, with the line that says whose it is', () => {
  assert.deepEqual(splitQuotes('Yes, Tuesday.\n\nOn 3 May Ada wrote:\n> Shall we?\n> Ada'), [
    { kind: 'words', text: 'Yes, Tuesday.\n' },
    { kind: 'quote', text: 'On 3 May Ada wrote:\n> Shall we?\n> Ada' },
  ]);
});

test('answers between quotes stay where they were written', () => {
  assert.deepEqual(kinds('> one\nyes\n> two\nno'), ['quote', 'words', 'quote', 'words']);
});

test('an attribution wrapped onto two lines goes with its quote', () => {
  assert.deepEqual(splitQuotes('Fine.\n\nOn Tuesday, 3 May, Ada Lovelace\n<ada@mill.example> wrote:\n\n> Shall we?'), [
    { kind: 'words', text: 'Fine.\n' },
    { kind: 'quote', text: 'On Tuesday, 3 May, Ada Lovelace\n<ada@mill.example> wrote:\n\n> Shall we?' },
  ]);
});

test('a forwarded original is a quote to its end', () => {
  assert.deepEqual(kinds('See below.\n\n-----Original Message-----\nFrom: Ada\n\nHello'), ['words', 'quote']);
});

test('what follows "-- " is a signature, up to a quote', () => {
  assert.deepEqual(kinds('Hello\n-- \nAda\nMill Lane\n\n> old'), ['words', 'signature', 'quote']);
});

test('a rule of dashes far from the end signs nothing', () => {
  assert.deepEqual(kinds(`Part one\n--\n${'line\n'.repeat(40)}end`), ['words']);
});

test('text without quotes is one part, whatever its line ends', () => {
  assert.deepEqual(splitQuotes('\r\nHello\r\n\r\nyou\r\n'), [{ kind: 'words', text: 'Hello\n\nyou' }]);
});

test('a quote loses one level of marks', () => {
  assert.equal(unquote('> one\n>> two\n>three'), 'one\n> two\nthree');
});

test('blank lines divide paragraphs', () => {
  assert.deepEqual(paragraphs('one\ntwo\n\n \nthree\n'), ['one\ntwo', 'three']);
});
