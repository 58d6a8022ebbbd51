import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMessageIds, parseBracketedMessageIds } from './message-ids.ts';

test('ids are returned without brackets, in order, without duplicates', () => {
  assert.deepEqual(parseMessageIds('<a@b> <c@d>\t<a@b>,<e@f>'), ['a@b', 'c@d', 'e@f']);
});

test('white space that folding put into an id is removed', () => {
  assert.deepEqual(parseMessageIds('<a.\t b@c\r\n .d>'), ['a.b@c.d']);
});

test('words between ids are skipped', () => {
  assert.deepEqual(parseMessageIds('Message from "A B" of Monday <a@b> (see also) <c@d>'), ['a@b', 'c@d']);
});

test('without brackets, words with an @ count, or the only word', () => {
  assert.deepEqual(parseMessageIds(' a@b, c@d'), ['a@b', 'c@d']);
  assert.deepEqual(parseMessageIds('only-word'), ['only-word']);
  assert.deepEqual(parseMessageIds('your message of Monday'), []);
  assert.deepEqual(parseMessageIds('<a@b'), ['a@b']);
  assert.deepEqual(parseMessageIds(' <> '), []);
});

test('of many ids, the first and the newest 99 remain; none is longer than 900 characters', () => {
  const ids = Array.from({ length: 250 }, (_, i) => `${i}@x`);
  assert.deepEqual(parseMessageIds(ids.map((id) => `<${id}>`).join(' ')), ['0@x', ...ids.slice(-99)]);
  assert.deepEqual(parseMessageIds(`<${'a'.repeat(901)}> <${'b'.repeat(900)}>`), ['b'.repeat(900)]);
});

test('large hostile values are parsed in linear time', () => {
  for (const part of ['<', '>', '<>', '<a', ' ', '<a>', ',', 'a@ ']) {
    assert.ok(parseMessageIds(part.repeat(2_000_000 / part.length)).length <= 100);
    assert.ok(parseMessageIds(`<${part.repeat(2_000_000 / part.length)}>`).length <= 100);
  }
});

test('only an id in brackets names a message: text without brackets may be a mail address', () => {
  assert.deepEqual(parseBracketedMessageIds('Your message of Tuesday from ada@mill.example'), []);
  assert.deepEqual(parseBracketedMessageIds('"Ada" <1@x> (Tuesday)'), ['1@x']);
});
