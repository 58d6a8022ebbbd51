import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runCount } from '../../../test-run-count.ts';
import { decodeCharset } from './charset.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);
const latin = (text: string) => Buffer.from(text, 'latin1');

/** The labels of the WHATWG Encoding Standard by encoding, with bytes above ASCII and their text. */
const encodings: [labels: string, input: Uint8Array, text: string][] = [
  ['unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8', bytes(0xc3, 0xa9), 'é'],
  ['866 cp866 csibm866 ibm866', bytes(0x80), 'А'],
  ['csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2', bytes(0xa1), 'Ą'],
  ['csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3', bytes(0xa1), 'Ħ'],
  ['csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4', bytes(0xa2), 'ĸ'],
  ['csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988', bytes(0xb0), 'А'],
  [
    'arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i' +
      ' iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987',
    bytes(0xc7),
    'ا',
  ],
  [
    'csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7' +
      ' iso_8859-7:1987 sun_eu_greek',
    bytes(0xc1),
    'Α',
  ],
  [
    'csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8' +
      ' iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical',
    bytes(0xe0),
    'א',
  ],
  ['csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6', bytes(0xa2), 'Ē'],
  ['iso-8859-13 iso8859-13 iso885913', bytes(0xe0), 'ą'],
  ['iso-8859-14 iso8859-14 iso885914', bytes(0xa1), 'Ḃ'],
  ['csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9', bytes(0xa4), '€'],
  ['iso-8859-16', bytes(0xaa), 'Ș'],
  ['cskoi8r koi koi8 koi8-r koi8_r', bytes(0xc1), 'а'],
  ['koi8-ru koi8-u', bytes(0xa4), 'є'],
  ['csmacintosh mac macintosh x-mac-roman', bytes(0x80), 'Ä'],
  ['dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874', bytes(0xa1), 'ก'],
  ['cp1250 windows-1250 x-cp1250', bytes(0x8a), 'Š'],
  ['cp1251 windows-1251 x-cp1251', bytes(0xc0), 'А'],
  [
    'cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1' +
      ' windows-1252 x-cp1252',
    bytes(0x80, 0xe9),
    '€é',
  ],
  ['cp1253 windows-1253 x-cp1253', bytes(0xc1), 'Α'],
  [
    'cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5',
    bytes(0xd0),
    'Ğ',
  ],
  ['windows-1254 x-cp1254', bytes(0xfe), 'ş'],
  ['cp1255 windows-1255 x-cp1255', bytes(0xe0), 'א'],
  ['cp1256 windows-1256 x-cp1256', bytes(0xc7), 'ا'],
  ['cp1257 windows-1257 x-cp1257', bytes(0xe0), 'ą'],
  ['cp1258 windows-1258 x-cp1258', bytes(0xd0), 'Đ'],
  ['x-mac-cyrillic x-mac-ukrainian', bytes(0x80), 'А'],
  ['chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030', bytes(0xc4, 0xe3), '你'],
  ['hz-gb-2312', latin('a~{DcDc~}~~b'), 'a你你~b'],
  ['iso-2022-cn iso-2022-cn-ext', latin('\x1b$)Aa\x0eDc\x0fb'), 'a你b'],
  ['big5 big5-hkscs cn-big5 csbig5 x-x-big5', bytes(0xa7, 0x41), '你'],
  ['cseucpkdfmtjapanese euc-jp x-euc-jp', bytes(0xa4, 0xa2), 'あ'],
  ['csiso2022jp iso-2022-jp', latin('a\x1b$B$"\x1b(Bb'), 'aあb'],
  ['csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis cp932', bytes(0x82, 0xa0), 'あ'],
  [
    'cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949',
    bytes(0xb0, 0xa1),
    '가',
  ],
  ['csiso2022kr iso-2022-kr', latin('\x1b$)Ca\x0e0!\x0fb'), 'a가b'],
  ['unicodefffe utf-16be', bytes(0x4f, 0x60), '你'],
  ['csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16le', bytes(0x60, 0x4f), '你'],
  ['x-user-defined', bytes(0x80), '\uf780'],
  ['utf-7 unicode-1-1-utf-7', latin('Hi Mom +Jjo-!'), 'Hi Mom ☺!'],
  ['cp437 ibm437', bytes(0x81), 'ü'],
  ['cp850', bytes(0x81), 'ü'],
];

/** Names of IANA, Python, Java, Windows and mail programs for the same character sets, and other spellings. */
const otherNames: [labels: string, input: Uint8Array, text: string][] = [
  [
    'eucgb2312_cn euccn euc-cn cn-gb gb2312-80 x-euc-cn gb x_mac_simp_chinese cp936 ms936 936 20936 51936',
    bytes(0xc4, 0xe3),
    '你',
  ],
  ['gb18030_2000 gb18030-2005 54936 windows-54936', bytes(0xc4, 0xe3), '你'],
  ['hz hz_gb hzgb hz_gb_2312 52936 x-hz', latin('~{DcDc~}'), '你你'],
  ['iso2022-cn iso_2022_cn x-iso-2022-cn 50227', latin('\x1b$)A\x0eDc\x0f'), '你'],
  [
    'big5_tw big5-tw bigfive big-five hkscs big5_hkscs cp950 ms950 950 x_mac_trad_chinese x-big5',
    bytes(0xa7, 0x41),
    '你',
  ],
  ['ujis u_jis eucjp euc_jp eucjp-ms eucjp-open euc_jis_2004 euc-jisx0213 51932 20932', bytes(0xa4, 0xa2), 'あ'],
  [
    's_jis sjis-win shift_jis_2004 shiftjisx0213 cp932 ms932 932 windows-932 ibm943 x-ms-cp932 x_mac_japanese',
    bytes(0x82, 0xa0),
    'あ',
  ],
  [
    'iso2022jp iso2022-jp-1 iso-2022-jp-2 iso_2022_jp_ext csISO2022JP2 jis jis7 50220 cp50221',
    latin('\x1b$B$"\x1b(B'),
    'あ',
  ],
  ['uhc ks_x_1001 ksx1001 cp949 ms949 949 euc_kr euckr 51949 x-windows-949', bytes(0xb0, 0xa1), '가'],
  ['iso2022kr iso2022_kr iso-2022_kr 50225', latin('\x1b$)C\x0e0!\x0f'), '가'],
  ['8859_2 iso8859_2 iso_8859_2_1987 iso-8859-2-1987 ibm912 cp912 28592', bytes(0xa1), 'Ą'],
  ['8859_15 latin-9 iso_8859_15 cp923 28605 iso8859-15', bytes(0xa4), '€'],
  ['8859_9 iso-8859-9-1989 cp920 28599', bytes(0xd0), 'Ğ'],
  ['iso-8859-16-2001 iso_8859_16:2001 latin10 28606', bytes(0xaa), 'Ș'],
  ['1250 cp1250 win-1250 windows1250 ms-ee', bytes(0x8a), 'Š'],
  ['1251 win1251 windows_1251 windows-cp1251 ansi-1251 cp-1251 cswindows1251', bytes(0xc0), 'А'],
  ['latin 8859 iso8859 1252 win1252 ansi cp-1252 windows1252', bytes(0xe9), 'é'],
  ['koi8r koi8_r koi8-r 20866 cp20866', bytes(0xc1), 'а'],
  ['baltic windows1257 winbaltrim', bytes(0xe0), 'ą'],
  ['tis620 tis_620-0 tis_620_2529_0 thai cp874 ms874 iso_8859_11_2001', bytes(0xa1), 'ก'],
  ['mac_latin2 maccentraleurope x-mac-ce x-mac-centraleurroman 10029', bytes(0x88), 'ą'],
  ['mac-uk x-mac-ukraine 10007', bytes(0x80), 'А'],
  ['ptcp154 pt154 csptcp154 cyrillic-asian', bytes(0xc0), 'А'],
  ['kz1048 kz_1048 strk1048-2002 rk1048', bytes(0xc0), 'А'],
  ['hp-roman8 roman8 r8 cp1051', bytes(0xc5), 'é'],
  ['u8 utf utf_8 utf8mb4 cp65001 65001 utf-8-sig uft-8', bytes(0xc3, 0xa9, 0xc3), 'é\ufffd'],
  ['u16 utf_16 utf16', bytes(0xff, 0xfe, 0x60, 0x4f), '你'],
  ['utf_16_le utf16le unicodelittleunmarked cp1200', bytes(0x60, 0x4f), '你'],
  ['u7 utf_7 cp65000 csutf7', latin('+Jjo-'), '☺'],
  ['utf_32_le utf-32le 12000', bytes(0x60, 0x4f, 0, 0), '你'],
];

test('names that are not in the Encoding Standard decode as well', () => {
  for (const [labels, input, text] of otherNames) {
    for (const label of labels.split(' ')) {
      assert.deepEqual([decodeCharset(input, label).text, decodeCharset(input, label).isGuessed], [text, false], label);
    }
  }
});

test('every label of the Encoding Standard decodes, and some others', () => {
  for (const [labels, input, text] of encodings) {
    for (const label of labels.split(' ')) {
      assert.deepEqual(decodeCharset(input, label).text, text, label);
      assert.equal(decodeCharset(input, ` "${label.toUpperCase()}" `).isGuessed, false, label);
    }
  }
});

test('text without a label is ASCII, UTF-8, ISO-2022-JP or, as a guess, windows-1252', () => {
  assert.deepEqual(decodeCharset(latin('abc'), undefined), { text: 'abc', isGuessed: false, charset: 'us-ascii' });
  assert.deepEqual(decodeCharset(Buffer.from('né'), ''), { text: 'né', isGuessed: false, charset: 'utf-8' });
  assert.deepEqual(decodeCharset(latin('\x1b$B$"\x1b(B'), 'us-ascii'), {
    text: 'あ',
    isGuessed: false,
    charset: 'iso-2022-jp',
  });
  for (const label of [undefined, 'us-ascii', 'x-unknown', 'base64']) {
    assert.deepEqual(decodeCharset(bytes(0x6e, 0xe9, 0x80), label), {
      text: 'né€',
      isGuessed: true,
      charset: 'windows-1252',
    });
  }
});

test('broken UTF-8 is decoded as UTF-8 unless most of it is invalid', () => {
  const broken = Buffer.concat([Buffer.from('né né né '), bytes(0xc3)]);
  assert.deepEqual(decodeCharset(broken, 'utf-8'), { text: 'né né né \ufffd', isGuessed: false, charset: 'utf-8' });
  assert.deepEqual(decodeCharset(bytes(0x6e, 0xe9, 0x20, 0xe8), 'utf8'), {
    text: 'né è',
    isGuessed: true,
    charset: 'windows-1252',
  });
});

test('a byte order mark decides and is removed', () => {
  assert.equal(decodeCharset(Buffer.from('\ufeffé'), undefined).text, 'é');
  assert.equal(decodeCharset(Buffer.from('\ufeffé'), 'iso-8859-1').text, 'é');
  assert.equal(decodeCharset(bytes(0xff, 0xfe, 0x61, 0), 'utf-16').text, 'a');
  assert.equal(decodeCharset(bytes(0xfe, 0xff, 0, 0x61), 'utf-16').text, 'a');
});

test('UTF-16 without a byte order mark uses the plausible byte order', () => {
  assert.equal(decodeCharset(Buffer.from('abc', 'utf16le'), 'utf-16').text, 'abc');
  assert.equal(decodeCharset(bytes(0, 0x61, 0, 0x62), 'UTF-16').text, 'ab');
});

test('concatenated Japanese texts decode as one', () => {
  assert.equal(decodeCharset(latin('\x1b$B$"\x1b(B\x1b$B$"\x1b(B'), 'iso-2022-jp').text, 'ああ');
});

test('any text round-trips through UTF-8 and UTF-16', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(decodeCharset(Buffer.from(text), 'utf-8').text, text);
      assert.equal(decodeCharset(Buffer.from(text), undefined).text, text);
      assert.equal(decodeCharset(Buffer.from(text, 'utf16le'), 'utf-16le').text, text);
    }),
  );
});

test('any bytes decode to well-formed text in any character set', () => {
  const label = fc.constantFrom(
    ...[...encodings, ...otherNames].flatMap(([labels]) => labels.split(' ')),
    'cp99999',
    `x${'x'.repeat(100_000)}`,
    undefined,
    'utf-16',
    'utf-32',
    '?',
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), label, (input, label) => {
      assert.equal(typeof decodeCharset(input, label).text, 'string');
    }),
    { numRuns: runCount(2_000) },
  );
  for (const label of [undefined, 'utf-8', 'iso-2022-jp', 'hz', 'iso-2022-kr', 'utf-7', 'utf-16']) {
    for (const byte of [0x1b, 0x7e, 0x0e, 0x2b, 0xff, 0x00]) {
      assert.equal(typeof decodeCharset(Buffer.alloc(2_000_000, byte), label).text, 'string');
    }
  }
});
