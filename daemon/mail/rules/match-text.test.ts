import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Match } from '../../contract/rule.ts';
import { compileMatch, PatternMistake } from './match-text.ts';
import { messageText } from './message-text.ts';

const matches = (type: Match['type'], value: string, text: string) => compileMatch({ type, value })(messageText(text));

test('“contains” ignores case, accents and line breaks; “exact” does not', () => {
  assert.ok(matches('contains', 'RESUME for', 'My résumé\r\n for you'));
  assert.ok(matches('contains', 'strasse 5', 'Straße 5'.replace('ß', 'ss')));
  assert.ok(!matches('contains', 'resumes', 'My résumé'));
  assert.ok(matches('exact', 'Invoice', 'Invoice'));
  assert.ok(!matches('exact', 'invoice', 'Invoice'));
  assert.ok(!matches('exact', 'Invoice', 'Invoice 1'));
});

test('a glob is about the whole text', () => {
  assert.ok(matches('glob', '*invoice ?', 'Your Invoice 7'));
  assert.ok(!matches('glob', 'invoice', 'Your invoice'));
  assert.ok(matches('glob', '*', ''));
  assert.ok(matches('glob', 'a*b*c', 'aXbXbXc'));
  assert.ok(!matches('glob', 'a*b*c', 'aXbXbX'));
});

test('regular expressions are those of RE2; others are mistakes with a reason', () => {
  assert.ok(matches('regex', '(?i)inv\\w+ #\\d{2,}', 'Your INVOICE #42'));
  assert.ok(!matches('regex', '^invoice$', 'Your invoice'));
  for (const wrong of ['(', '(?=a)', '(a)\\1', 'a{1,1000}b{1,1000}', '(a{1,100}){1,100}'])
    assert.throws(() => compileMatch({ type: 'regex', value: wrong }), PatternMistake, wrong);
});

test('expressions that take other engines exponential time end', () => {
  const text = `${'a'.repeat(200_000)}!`;
  for (const value of ['(a+)+$', '(a|aa)+$', '(a|a?)+$', '(.*a){20}$', '([a-z]+)*='])
    assert.equal(matches('regex', value, text) || true, true);
  assert.equal(matches('glob', `${'*a'.repeat(200)}b`, text), false);
});
