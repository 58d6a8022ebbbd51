import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeEncodedWords } from './encoded-word.ts';
import { bodyStart, headerFields, readHeaders } from './headers.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

function read(text: string, from = 0) {
  const whole = bytes(text);
  const headers = readHeaders(whole, from, whole.length);
  return { subject: headers.first('subject'), size: headers.size, body: text.slice(headers.bodyStart) };
}

test('values are unfolded and trimmed, names are found in any case', () => {
  const text = 'SUBJECT:  one\r\n two\r\n\tthree \r\nTo: a\r\n\r\nbody';
  assert.deepEqual(read(text), { subject: 'one two\tthree', size: 2, body: 'body' });
});

test('of duplicate fields the first counts, and all are available', () => {
  const headers = readHeaders(bytes('Subject: a\nX: b\nsubject: c\n\n'), 0, 27);
  assert.equal(headers.first('subject'), 'a');
  assert.deepEqual(headers.all('subject'), ['a', 'c']);
  assert.deepEqual(headers.all('to'), []);
});

test('the fields are returned as received, in order', () => {
  const text = 'Received: a;\r\n  b\r\nX-Odd : c\r\nreceived: d\r\nSubject: =?utf-8?Q?e?=\r\n\r\nNot: this';
  assert.deepEqual(headerFields(bytes(text)), [
    ['Received', 'a;  b'],
    ['X-Odd', 'c'],
    ['received', 'd'],
    ['Subject', '=?utf-8?Q?e?='],
  ]);
});

test('broken header sections are read as far as possible', () => {
  const expected = { subject: 'a', size: 1, body: 'body' };
  assert.deepEqual(read('From a@b Sat Jan  3 01:05:34 1996\nSubject: a\n\nbody'), expected, 'mbox line');
  assert.deepEqual(read('\xef\xbb\xbfSubject: a\n\nbody'), expected, 'byte order mark');
  assert.deepEqual(read('\r\n\nSubject: a\r\n\r\nbody'), expected, 'leading blank lines');
  assert.deepEqual(read(' Subject: a\n\nbody'), expected, 'leading white space');
  assert.deepEqual(read('Subject: a\r\rbody'), expected, 'CR alone');
  assert.deepEqual(read('Subject: a\r\r\n\r\r\nbody'), expected, 'doubled CR');
  assert.deepEqual(read('no field here\nSubject: a\n  \nand: none\n\nbody').subject, 'a', 'garbage first');
  assert.deepEqual(read('Subject: a\nno field here\n either\n\nbody'), expected, 'garbage last');
  assert.deepEqual(
    read('Subject: a\nDear all, this is text.\nbody').body,
    'Dear all, this is text.\nbody',
    'no blank line',
  );
  assert.deepEqual(read('Subject: a'), { subject: 'a', size: 1, body: '' }, 'no body');
  assert.deepEqual(read('No field at all.\n\nText.').body, 'No field at all.\n\nText.', 'no header');
  assert.deepEqual(read(''), { subject: undefined, size: 0, body: '' }, 'nothing');
});

test('a line of white space alone ends the header, unless the header goes on after it', () => {
  const expected = { subject: 'a', size: 1, body: 'body\n\nmore: text' };
  for (const line of [' \n', '\t \n', ' \r\n', ' \r\r\n'])
    assert.deepEqual(read(`Subject: a\n${line}body\n\nmore: text`), expected, JSON.stringify(line));
  assert.deepEqual(read('Subject: a\n \rb c\n\nbody').body, 'body', 'a stray CR');
  assert.deepEqual(read('Subject: a\n \nhttps://mill.example/\n\nb').body, 'https://mill.example/\n\nb', 'an address');
  assert.deepEqual(read('Subject: a\n \n--b\nX: y\n\nb').body, '--b\nX: y\n\nb', 'a delimiter');
  assert.deepEqual(read('Subject: a\n \n12:30 lunch\n\nb').body, '12:30 lunch\n\nb', 'a time');
  assert.deepEqual(read('Subject: a\n \n\nbody'), { subject: 'a', size: 1, body: 'body' }, 'then a blank line');
  assert.deepEqual(read('Subject: a\n \nTo: b\n\nbody'), { subject: 'a', size: 2, body: 'body' }, 'then a field');
  assert.deepEqual(read('Subject: a\n \n b\n\nbody'), { subject: 'a  b', size: 1, body: 'body' }, 'then a fold');
});

test('a parameter after a line break without indentation is not lost', () => {
  const text = bytes('Content-Type: multipart/mixed;\nboundary="x y"\nTo: a;\nhello\n\n');
  const headers = readHeaders(text, 0, text.length);
  assert.equal(headers.first('content-type'), 'multipart/mixed;boundary="x y"');
  assert.equal(headers.first('to'), 'a;');
});

test('a part that begins with a blank line has no header', () => {
  const text = '--b\r\n\r\nSubject: a\r\n\r\nbody';
  assert.deepEqual(read(text, 5), { subject: undefined, size: 0, body: 'Subject: a\r\n\r\nbody' });
});

test('raw 8-bit values are UTF-8 if valid and windows-1252 otherwise, field by field', () => {
  const mixed = Buffer.concat([Buffer.from('Subject: Größe\n'), bytes('X: Gr\xf6\xdfe \x80\n\n')]);
  assert.deepEqual(headerFields(mixed), [
    ['Subject', 'Größe'],
    ['X', 'Größe €'],
  ]);
  assert.equal(readHeaders(mixed, 0, mixed.length).first('x'), 'Größe €');
});

test('raw bytes inside an encoded word are in its character set', () => {
  const text = 'Subject: =?iso-8859-1?Q?Fr\xf6sche?= =?ISO-8859-1?q?_und_=D6l?=\nX: =?koi8-r?Q?\xc1=C1?= \xe4\n\n';
  const headers = readHeaders(bytes(text), 0, text.length);
  assert.equal(decodeEncodedWords(headers.first('subject') ?? ''), 'Frösche und Öl');
  assert.equal(decodeEncodedWords(headers.first('x') ?? ''), 'аа ä');
  const utf8 = Buffer.from('Subject: =?iso-8859-1?Q?Fr\u00f6sche?=\n\n');
  assert.equal(decodeEncodedWords(readHeaders(utf8, 0, utf8.length).first('subject') ?? ''), 'Frösche');
});

/** A message in GB 2312 and the like: `text` in its header as it is. */
const unlabelled = (text: Buffer, ...rest: string[]) =>
  Buffer.concat([Buffer.from('Subject: '), text, Buffer.from(`\n${rest.join('\n')}\n`)]);
const subjectIn = (text: Buffer, ...rest: string[]) => {
  const message = unlabelled(text, ...rest);
  return readHeaders(message, 0, message.length).first('subject');
};

test('raw values that are not UTF-8 are in the character set that the body declares', () => {
  const chinese = bytes('\xc4\xe3\xba\xc3');
  assert.equal(subjectIn(chinese, 'Content-Type: text/plain; charset="gb2312"', '', 'x'), '你好');
  assert.equal(subjectIn(bytes('\xa7\x41\xa6\x6e'), 'Content-Type: text/plain;', '\tcharset=big5', '', 'x'), '你好');
  assert.equal(subjectIn(bytes('\xcf\xf0\xe8'), 'CONTENT-TYPE: text/html; charset=windows-1251', '', 'x'), 'При');
  assert.equal(subjectIn(bytes('\xa4\xa2'), 'Content-Type: text/plain; charset=iso-2022-jp', '', 'x'), 'あ');
  assert.equal(subjectIn(bytes('\x82\xa0'), 'Content-Type: text/plain; charset=ISO-2022-JP', '', 'x'), 'あ');
  const parts = [
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'x',
    '--b',
    'Content-Type: text/html; charset=gbk',
  ];
  assert.equal(subjectIn(chinese, 'Content-Type: multipart/mixed; boundary=b', ...parts, '', 'x', '--b--'), '你好');
  assert.equal(subjectIn(chinese, 'Content-Type: text/html', '', '<meta charset="gb2312"><p>x'), '你好');
  assert.equal(
    subjectIn(Buffer.from('你好'), 'Content-Type: text/plain; charset=gb2312', '', 'x'),
    '你好',
    'UTF-8 is certain',
  );
});

test('a declaration that does not fit the raw bytes, or says nothing about them, is ignored', () => {
  const latin = bytes('Gr\xfc\xdfe');
  for (const charset of ['us-ascii', 'utf-8', 'UTF-16', 'x-own', 'unknown-8bit', 'big5']) {
    assert.equal(subjectIn(latin, `Content-Type: text/plain; charset=${charset}`, '', 'x'), 'Grüße', charset);
  }
  assert.equal(subjectIn(latin, '', 'I set charset=koi8-r in my editor.'), 'Grüße', 'text is no declaration');
});

test('the header of a part falls back to the character set of its message', () => {
  const start = unlabelled(bytes('x'), 'Content-Type: text/plain; charset=gb2312', '', '--b');
  const message = Buffer.concat([start, bytes('Content-Disposition: attachment; filename="\xc4\xe3.txt"\n\nx')]);
  const headers = readHeaders(message, start.length, message.length);
  assert.equal(headers.first('content-disposition'), 'attachment; filename="你.txt"');
});

test('fields past a limit are left out, and the start of the body is still found', () => {
  const many = bytes(`${'A: b\n'.repeat(10_001)}\nbody`);
  const cut = readHeaders(many, 0, many.length);
  assert.deepEqual([cut.size, cut.isTruncated, many.toString('latin1', cut.bodyStart)], [10_000, true, 'body']);

  const long = bytes(`Subject: a\nX: ${'x'.repeat(2_000_000)}\nTo: b\n\nbody`);
  const clipped = readHeaders(long, 0, long.length);
  assert.deepEqual([clipped.isTruncated, clipped.first('subject'), clipped.first('to')], [true, 'a', undefined]);
  assert.ok((clipped.first('x') ?? '').length < 1_000_001);
  assert.equal(long.toString('latin1', clipped.bodyStart), 'body');

  const usual = bytes('A: b\n\n');
  assert.equal(readHeaders(usual, 0, usual.length).isTruncated, false);
});

test('any bytes are read within their range, and the body begins at bodyStart', () => {
  const piece = fc.constantFrom('\r', '\n', '\r\n', ':', ' ', ';', 'A', 'b=', '\xff', '\xef\xbb\xbf', 'Subject: x');
  fc.assert(
    fc.property(fc.array(piece), fc.nat(20), fc.nat(20), (pieces, from, less) => {
      const whole = bytes(pieces.join(''));
      const to = Math.max(0, whole.length - less);
      const start = Math.min(from, to);
      const { bodyStart: body } = readHeaders(whole, start, to);
      assert.ok(body >= start && body <= to);
      assert.equal(bodyStart(whole, start, to), body);
      headerFields(whole);
    }),
  );
});

test('large hostile header sections are parsed in linear time', () => {
  for (const line of ['\r', '\n ', ':', 'a:\r\n', ' \n', ';\n=', '\r\r\n ', 'a : \r']) {
    const text = bytes(`X: y${line.repeat(2_000_000 / line.length)}`);
    assert.ok(readHeaders(text, 0, text.length).size > 0);
  }
});
