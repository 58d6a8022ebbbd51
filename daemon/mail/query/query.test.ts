import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileQuery } from './compile.ts';
import { parseQuery } from './parse.ts';

const compiled = (query: string) => compileQuery(parseQuery(query));

test('words must all occur, a phrase in order', () => {
  assert.equal(compiled('spring "the two covers" proofs').match, '"spring" AND "the two covers" AND "proofs"');
});

test('from: looks at the sender alone', () => {
  assert.equal(compiled('from:alice').match, '{from} : "alice"');
  assert.equal(compiled('FROM:"Pager Relay" canary').match, '{from} : "Pager Relay" AND "canary"');
});

test('is:unread and its opposites', () => {
  assert.equal(compiled('is:unread').unread, true);
  assert.equal(compiled('-is:unread').unread, false);
  assert.equal(compiled('is:read').unread, false);
  assert.ok(compiled('is:read is:unread').impossible);
});

test('a leading minus leaves out, a minus inside a word does not', () => {
  assert.equal(compiled('spring -summer').match, '("spring") NOT ("summer")');
  assert.equal(compiled('e-mail').match, '"e-mail"');
  assert.deepEqual({ ...compiled('-summer') }, { match: null, exclude: '"summer"', unread: null, impossible: false });
});

test('what is no known field is text: addresses, headings, clocks', () => {
  assert.equal(compiled('Re: hello').match, '"Re:" AND "hello"');
  assert.equal(compiled('https://example.org/a').match, '"https://example.org/a"');
  assert.equal(compiled('is:important').match, '"is:important"');
});

test('no text of a query is syntax for the index', () => {
  assert.equal(compiled('a" OR b').match, '"a" AND "OR b"');
  assert.equal(compiled('NEAR( * ^ : {from}').match, '"NEAR(" AND "{from}"');
  assert.deepEqual(parseQuery('  "" - -- " '), []);
});

test('a missing closing quote is forgiven', () => {
  assert.equal(compiled('"two covers').match, '"two covers"');
});
