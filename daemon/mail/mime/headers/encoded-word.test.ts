import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeEncodedWords, encodedWordEnd } from './encoded-word.ts';

test('the examples of RFC 2047, section 8', () => {
  const examples = {
    '(=?ISO-8859-1?Q?a?=)': '(a)',
    '(=?ISO-8859-1?Q?a?= b)': '(a b)',
    '(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)': '(ab)',
    '(=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=)': '(ab)',
    '(=?ISO-8859-1?Q?a?=\t  =?ISO-8859-1?Q?b?=)': '(ab)',
    '(=?ISO-8859-1?Q?a_b?=)': '(a b)',
    '(=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=)': '(a b)',
    '=?US-ASCII?Q?Keith_Moore?=': 'Keith Moore',
    '=?ISO-8859-1?Q?Keld_J=F8rn_Simonsen?=': 'Keld Jørn Simonsen',
    '=?ISO-8859-1?Q?Andr=E9?= Pirard': 'André Pirard',
    '=?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?= =?ISO-8859-2?B?dSB1bmRlcnN0YW5kIHRoZSBleGFtcGxlLg==?=':
      'If you can read this you understand the example.',
    '=?iso-8859-8?b?7eXs+SDv4SDp7Oj08A==?=': 'םולש ןב ילטפנ',
  };
  for (const [value, text] of Object.entries(examples)) assert.equal(decodeEncodedWords(value), text, value);
});

test('a language after the character set is ignored (RFC 2231, section 5)', () => {
  assert.equal(decodeEncodedWords('=?US-ASCII*EN?Q?Keith_Moore?='), 'Keith Moore');
});

test('characters split between words are decoded whole', () => {
  assert.equal(decodeEncodedWords('=?utf-8?Q?caf=C3?= =?UTF-8?B?qSBjcsOo?=\r\n =?utf-8?q?me?='), 'café crème');
  assert.equal(decodeEncodedWords('=?iso-2022-jp?B?GyRCRnwbKEI=?= =?ISO-2022-JP?B?GyRCS1wbKEI=?='), '日本');
});

test('common mistakes of senders are accepted', () => {
  assert.equal(decodeEncodedWords('Re: =?utf-8?q?a b?='), 'Re: a b', 'spaces');
  assert.equal(decodeEncodedWords('=?utf-8?B?w6k?='), 'é', 'no padding');
  assert.equal(decodeEncodedWords('=?no-such-set?Q?=E9?='), 'é', 'unknown character set');
  assert.equal(decodeEncodedWords('=?utf-8?Q?a=?='), 'a=', 'nothing behind the sign');
  assert.equal(decodeEncodedWords('a=?utf-8?Q?=c3=A9?=b'), 'aéb', 'no white space, either case');
  assert.equal(decodeEncodedWords('=?utf-8?Q?why??='), 'why?', 'question mark');
  assert.equal(decodeEncodedWords('=?utf-8?Q??='), '', 'empty');
  assert.equal(decodeEncodedWords('=? utf-8 ?Q?=C3=A9?='), 'é', 'spaces around the character set');
});

test('characters that are not encoded stay as they are in any character set', () => {
  assert.equal(decodeEncodedWords('=?iso-8859-1?Q?Fr\u00f6sche_und_M=E4use?='), 'Frösche und Mäuse');
  assert.equal(decodeEncodedWords('=?gb2312?Q?=C4=E3\u4f60=BA=C3?='), '你你好');
  assert.equal(decodeEncodedWords('=?utf-8?Q?caf\u00e9_=C3=A9?= =?utf-8?Q?=C3?= =?utf-8?Q?=A9?='), 'café éé');
});

test('text that is not an encoded word is unchanged', () => {
  for (const text of ['', 'plain', '=?', '=?utf-8', '=?utf-8?Q?open', '=?utf-8?X?a?=', '=? ?Q?a?=', '=??Q?a?=']) {
    assert.equal(decodeEncodedWords(text), text);
  }
  assert.equal(decodeEncodedWords('=?open?Q? =?utf-8?Q?a?='), '=?open?Q? a');
});

test('the end of an encoded word is found', () => {
  assert.equal(encodedWordEnd('a =?x?Q?b,c?=, d', 2), 13);
  assert.equal(encodedWordEnd('a =? b', 2), undefined);
});

test('any text round-trips through words of either encoding, split anywhere', () => {
  const piece = fc.record({ q: fc.boolean(), length: fc.integer({ min: 1, max: 20 }) });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(piece, { minLength: 1 }), (text, pieces) => {
      // A byte order mark at the beginning is not text.
      fc.pre(!text.startsWith('\ufeff'));
      const bytes = Buffer.from(text);
      const words: string[] = [];
      for (let at = 0, i = 0; at < bytes.length; i++) {
        const { q, length } = pieces[i % pieces.length] ?? { q: true, length: 1 };
        const part = bytes.subarray(at, at + length);
        const hex = part.toString('hex').toUpperCase().replace(/../g, '=$&');
        words.push(q ? `=?utf-8?Q?${hex}?=` : `=?utf-8?B?${part.toString('base64')}?=`);
        at += length;
      }
      assert.equal(decodeEncodedWords(words.join(' ')), text);
    }),
  );
});

test('any broken value is decoded, and large hostile values are decoded in linear time', () => {
  const piece = fc.constantFrom('=?', '?=', '?', 'Q', 'b', 'utf-8', '=', '_', ' ', '=C3', '*', 'é');
  fc.assert(fc.property(fc.array(piece), (pieces) => decodeEncodedWords(pieces.join('')).isWellFormed()));
  for (const part of ['=?', '=?a?Q?', '=?a?Q?b', '=?a?Q?b?= ', '?=', '=?a?B? ', '=?a?Q?=', '=?a*?Q??=']) {
    assert.equal(typeof decodeEncodedWords(part.repeat(2_000_000 / part.length)), 'string');
    assert.equal(typeof decodeEncodedWords(`${part.repeat(2_000_000 / part.length)}?=`), 'string');
  }
});
