import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyPath, keyText } from './keys.ts';

test('names that are not bare keys are quoted', () => {
  assert.equal(keyText(['accounts', 'ada@analytical.example', 'name']), 'accounts."ada@analytical.example".name');
});

test('a dotted key is parsed as in TOML', () => {
  assert.deepEqual(keyPath('bridge.port'), ['bridge', 'port']);
  assert.deepEqual(keyPath(` "general" \t. 'safety_policy' `), ['general', 'safety_policy']);
  assert.deepEqual(keyPath('"\\u0067eneral".a'), ['general', 'a']);
  assert.deepEqual(keyPath('accounts."ada@analytical.example".name'), ['accounts', 'ada@analytical.example', 'name']);
  assert.deepEqual(keyPath('__proto__.constructor'), ['__proto__', 'constructor']);
  assert.deepEqual(keyPath('""'), ['']);
});

test('a text that is not exactly one key is refused', () => {
  for (const text of [
    '',
    ' ',
    '.',
    'a.',
    '.a',
    'a..b',
    'a b',
    'a = 1\nb',
    'a\nb',
    '"a',
    '"\\x"',
    '[a]',
    'a # b',
    'ä',
    'a=',
  ]) {
    assert.equal(keyPath(text), undefined, text);
  }
});
