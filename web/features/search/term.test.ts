import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotedValue } from '../../data/selection/quoted-value.ts';
import { termAt, withExactWords, withOpenEnd, withoutSpan, withTerm } from './term.ts';

const at = (text: string) => {
  const caret = text.indexOf('|');
  return { text: text.replace('|', ''), term: termAt(text.replace('|', ''), caret) };
};

test('the term at the caret is parsed into field, sign and quotation mark', () => {
  assert.deepEqual(at('tea fr|').term, { start: 4, end: 6, minus: '', field: undefined, value: 'fr' });
  assert.deepEqual(at('tea from:"Ada Mo| x').term, { start: 4, end: 18, minus: '', field: 'from', value: 'Ada Mo' });
  assert.deepEqual(at('-Label:pa|pers tea').term, { start: 0, end: 13, minus: '-', field: 'label', value: 'pa' });
  assert.deepEqual(at('tea |coffee').term.value, '');
  assert.deepEqual(at('(tea|)').term, { start: 1, end: 4, minus: '', field: undefined, value: 'tea' });
});

test('a suggestion replaces the term, quoted if it contains spaces', () => {
  const { text, term } = at('tea from:ad| milk');
  assert.deepEqual(withTerm(text, term, `from:${quotedValue('Ada Morgan')}`), {
    text: 'tea from:"Ada Morgan" milk',
    caret: 22,
  });
  const begun = at('-fr|');
  assert.deepEqual(withTerm(begun.text, begun.term, 'from:'), { text: '-from:', caret: 6 });
  assert.equal(quotedValue('Say "hi"'), String.raw`"Say \"hi\""`);
  assert.equal(quotedValue('ada@example.org'), 'ada@example.org');
});

test('removing a part removes its operator too', () => {
  const query = 'boiler AND from:"Ada  Morgan" is:unread';
  const of = (part: string) => withoutSpan(query, { position: query.indexOf(part), length: part.length });
  assert.equal(of('from:"Ada  Morgan"'), 'boiler is:unread');
  assert.equal(of('boiler'), 'from:"Ada  Morgan" is:unread');
  assert.equal(of('is:unread'), 'boiler AND from:"Ada  Morgan"');
});

test('misspelt words are put in quotes, and the last word can be left open', () => {
  const words = [{ written: 'catalouge' }, { written: 'gren' }];
  assert.equal(withExactWords('gren catalouge is:unread', words), '"gren" "catalouge" is:unread');
  assert.equal(withExactWords('"catalouge"', words), '"catalouge"');
  assert.deepEqual(withOpenEnd('tea proof'), { query: 'tea proof*', word: 'proof' });
  for (const query of ['from:proof', 'proof*', '"two proofs"', 'is', ''])
    assert.equal(withOpenEnd(query), undefined, query);
});
