import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMessageIds, parseParentId, parseReferences } from './message-ids.ts';

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

const noPeople = new Set<string>();
const people = new Set(['ann@mill.example', 'bob@mill.example']);

test('only an id in brackets names a message: text without brackets may be a mail address', () => {
  assert.equal(parseParentId('Your message of Tuesday from ada@mill.example', noPeople), null);
  assert.deepEqual(parseReferences('Your message of Tuesday from ada@mill.example', noPeople), []);
  assert.equal(parseParentId('"Ada" <1@x> (Tuesday)', noPeople), '1@x');
});

test('a person in brackets is not the answered message', () => {
  const forms = {
    'Message from Ann Lee <ann@x> of "Mon, 02 Mar 2026 10:00:00 +0100." <1@x>': '1@x',
    'Message from "Lee, Ann" <ann@x>\r\n\tof "Mon, 02 Mar 2026 10:00:00 +0100" <1@x>': '1@x',
    'Message from ann@x <ann@x> <1@x>': '1@x',
    'Ann Lee <ann@x> "Re: <old@x>" <1@x>': '1@x',
    '"Ann Lee" <ann@x> <1@x>': '1@x',
    'Your message of "Mon, 02 Mar 2026" <1@x>': '1@x',
    'Your message <1@x> of Monday from Ann <ann@x>': '1@x',
    'Your message from Monday, 2 March <1@x>': '1@x',
    '<1@x>; from ann@x on Mon, Mar 02, 2026': '1@x',
    '<1@x> (Ann Lee\'s message of "Mon, 02 Mar 2026")': '1@x',
    '(message from Ann (at work) <ann@x> on Monday) <1@x>': '1@x',
    '<1@x> (message from Ann <ann@x>)': '1@x',
    '<1@x> from Ann <ann@x>': '1@x',
    '<1@x> <2@x>': '1@x',
    '<1@x>,<2@x>': '1@x',
    '<a (b) "c" @x>': 'a(b)"c"@x',
    '(<1@x>)': '1@x',
    'an open ( and " before <1@x>': '1@x',
    'Message from Ann Lee <ann@x> of Monday': null,
  };
  for (const [value, id] of Object.entries(forms)) assert.equal(parseParentId(value, new Set(['ann@x'])), id, value);
  for (const [value, id] of Object.entries(forms)) {
    if (id !== null) assert.equal(parseParentId(value, noPeople), id, `${value}, without knowing who Ann is`);
  }
});

test('the correspondents of a message are never taken for messages', () => {
  assert.equal(parseParentId('<Ann@mill.example>', people), null);
  assert.equal(parseParentId('Nachricht von Ann <ann@mill.example> am Montag', people), null);
  assert.equal(parseParentId('Nachricht <1@x> von Ann <ann@mill.example>', people), '1@x');
  assert.deepEqual(parseReferences('<1@x> <bob@mill.example> <2@x>', people), ['1@x', '2@x']);
  assert.deepEqual(parseReferences('Message from Eve <eve@x> of Monday <1@x> <2@x>', people), ['1@x', '2@x']);
});

test('large hostile values that name messages are parsed in linear time', () => {
  for (const part of ['<', '"', '(', '((', ')', '"\\', '<a>', 'from ', '(<a>', '"<a>']) {
    const value = part.repeat(2_000_000 / part.length);
    assert.ok(parseReferences(`${value}<b@x>`, noPeople).length <= 100);
    assert.ok(parseReferences(`${value.slice(0, 9_000)}<b@x>`, noPeople).length <= 100);
    assert.ok((parseParentId(`<b@x>${value}`, noPeople) ?? '').length <= 900);
  }
});
