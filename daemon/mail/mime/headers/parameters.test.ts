import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseParameters } from './parameters.ts';

function read(value: string) {
  const { value: head, parameters } = parseParameters(value);
  return [head, Object.fromEntries(parameters)];
}

test('values, quoted strings and comments (RFC 2045, section 5.1)', () => {
  assert.deepEqual(read('TEXT/Plain; charset=us-ascii (Plain text)'), ['text/plain', { charset: 'us-ascii' }]);
  assert.deepEqual(read('text/plain (a; b); CharSet="us-ascii"'), ['text/plain', { charset: 'us-ascii' }]);
  assert.deepEqual(read('multipart/mixed; boundary="a \\"b\\" ;c"'), ['multipart/mixed', { boundary: 'a "b" ;c' }]);
  assert.deepEqual(read('attachment'), ['attachment', {}]);
  assert.deepEqual(read(''), ['', {}]);
});

test('the examples of RFC 2231, sections 3 and 4', () => {
  assert.deepEqual(
    read('message/external-body; access-type=URL; URL*0="ftp://"; URL*1="cs.utk.edu/pub/moore/mailer.tar"'),
    ['message/external-body', { 'access-type': 'URL', url: 'ftp://cs.utk.edu/pub/moore/mailer.tar' }],
  );
  assert.deepEqual(read("application/x-stuff; title*=us-ascii'en-us'This%20is%20%2A%2A%2Afun%2A%2A%2A"), [
    'application/x-stuff',
    { title: 'This is ***fun***' },
  ]);
  assert.deepEqual(
    read(
      "application/x-stuff; title*1*=%2A%2A%2Afun%2A%2A%2A%20; title*0*=us-ascii'en'This%20is%20even%20more%20;" +
        ' title*2="isn\'t it!"',
    ),
    ['application/x-stuff', { title: "This is even more ***fun*** isn't it!" }],
  );
});

test('characters split between sections are decoded whole', () => {
  assert.deepEqual(read("attachment; filename*0*=utf-8''%C3; filename*1*=%A9.txt"), [
    'attachment',
    { filename: 'é.txt' },
  ]);
});

test('characters that are not encoded stay as they are', () => {
  assert.deepEqual(read("attachment; filename*=iso-8859-1''Fr%F6sche und \u00d6l.txt"), [
    'attachment',
    { filename: 'Frösche und Öl.txt' },
  ]);
  assert.deepEqual(read("a; title*0*=iso-8859-1''%E4; title*1=\u00f6"), ['a', { title: 'äö' }]);
});

test('the extended form takes precedence over the plain one, and the first of duplicates counts', () => {
  assert.deepEqual(read("attachment; filename=plain; filename*=utf-8''%C3%A9; filename=other"), [
    'attachment',
    { filename: 'é' },
  ]);
  assert.deepEqual(read('text/plain; charset=a; charset=b'), ['text/plain', { charset: 'a' }]);
});

test('common mistakes of senders are accepted', () => {
  const filename = (value: string) => parseParameters(`attachment; ${value}`).parameters.get('filename');
  assert.equal(filename('filename="=?utf-8?B?w6kudHh0?="'), 'é.txt', 'encoded word');
  assert.equal(filename('filename==?utf-8?Q?a=20b?= =?utf-8?Q?c?='), 'a bc', 'encoded words without quotes');
  assert.equal(filename('filename*0="=?utf-8?B?w6ku"; filename*1="dHh0?="'), 'é.txt', 'word over sections');
  assert.equal(filename('filename=my file (1).pdf; size=2'), 'my file (1).pdf', 'spaces without quotes');
  assert.equal(filename('filename="open.pdf; size=2'), 'open.pdf', 'unclosed quote');
  assert.equal(filename('filename=open.pdf"'), 'open.pdf', 'stray quote');
  assert.equal(filename('filename="a "b" c.txt"; size=2'), 'a "b" c.txt', 'quotes in quotes');
  assert.equal(filename('filename="C:\\temp\\new.txt"'), 'C:\\temp\\new.txt', 'Windows path');
  assert.equal(filename(';; size=2 filename = "a"'), 'a', 'semicolons missing and doubled');
  assert.equal(filename('filename*=a%20b'), 'a b', 'no character set');
  assert.deepEqual(read('text/plain charset=utf-8; format=flowed'), [
    'text/plain',
    { charset: 'utf-8', format: 'flowed' },
  ]);
});

test('any file name round-trips through the extended form and a quoted string', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      fc.pre(!name.startsWith('\ufeff'));
      const percent = Buffer.from(name).toString('hex').replace(/../g, '%$&');
      assert.equal(parseParameters(`x; filename*=utf-8''${percent}`).parameters.get('filename'), name);
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      fc.pre(!name.includes('=?'));
      const quoted = name.replace(/["\\]/g, '\\$&');
      assert.equal(parseParameters(`x; filename="${quoted}"; size=1`).parameters.get('filename'), name);
    }),
  );
});

test('any broken value is parsed, and large hostile values are parsed in linear time', () => {
  const piece = fc.constantFrom(
    '"',
    '\\',
    ';',
    '=',
    '*',
    '*0',
    '*0*',
    "'",
    '%',
    '%4',
    'name',
    '(',
    ')',
    ' ',
    'x',
    '=?',
  );
  fc.assert(fc.property(fc.array(piece), (pieces) => parseParameters(pieces.join('')).parameters instanceof Map));
  for (const part of ['"', ';', 'a=', 'a="b"c ', '(', 'a*0=', ' ', 'a="', '\\"', 'a*1*=%', '"  ', '/ ']) {
    assert.ok(parseParameters(`a/b; ${part.repeat(2_000_000 / part.length)}`).value.startsWith('a/b'));
    assert.ok(parseParameters(part.repeat(2_000_000 / part.length)).parameters instanceof Map);
  }
});
