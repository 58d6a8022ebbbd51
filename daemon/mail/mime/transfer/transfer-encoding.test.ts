import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hostileSize, runCount } from '../../../test-run-count.ts';
import { decodeTransfer, decodedSize, parseTransferEncoding } from './transfer-encoding.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

/** Decodes, and checks the size that is computed without decoding. */
function decode(text: string, encoding: string | undefined): string {
  const whole = latin(`xx${text}yy`);
  const decoded = decodeTransfer(latin(text), encoding);
  assert.equal(decodedSize(whole, 2, whole.length - 2, encoding), decoded.length);
  return Buffer.from(decoded).toString('latin1');
}

test('text without an encoding or with an unknown one is returned as it is', () => {
  const bytes = latin('a =3D\n');
  for (const encoding of [undefined, '', '7bit', '8BIT', 'binary', 'x-own']) {
    assert.equal(decodeTransfer(bytes, encoding), bytes);
  }
  assert.deepEqual(
    [undefined, ' Base64 (sic)', '(a) base64', '"quoted-printable"', '8-bit', 'x-uue', 'x-own'].map(
      parseTransferEncoding,
    ),
    ['7bit', 'base64', 'base64', 'quoted-printable', '8bit', 'uuencode', 'binary'],
  );
});

test('base64 with stray characters is decoded', () => {
  assert.equal(decode('QUJD', 'base64'), 'ABC');
  assert.equal(decode('QU\r\nJ D\n', 'BASE64'), 'ABC', 'line breaks and spaces');
  assert.equal(decode('QUI=\r\n', 'base64'), 'AB', 'padding');
  assert.equal(decode('QUI', 'base64'), 'AB', 'no padding');
  assert.equal(decode('Q!U*J.D', 'base64'), 'ABC', 'other characters');
  assert.equal(decode('QQ==QkM=\r\nREVG', 'base64'), 'ABCDEF', 'blocks with their own padding');
  assert.equal(decode('====', 'base64'), '', 'nothing but padding');
  assert.equal(decode('', 'base64'), '');
});

const greeting = 'Grüße aus der Mühle, in der es heute regnet und schneit. ';
const footer = [
  '_______________________________________________',
  'Millers mailing list',
  'millers@lists.mill.example',
  'Unsubscribe',
  'https://lists.mill.example/listinfo/millers',
];

/** A text in base64, in lines as encoders write them. `bytes` decides whether the data is padded. */
function encodedLines(bytes: number, lineBreak: string): { text: string; lines: string } {
  const text = Buffer.from(greeting.repeat(20)).subarray(0, bytes).toString('latin1');
  return { text, lines: Buffer.from(text, 'latin1').toString('base64').replace(/.{76}/g, `$&${lineBreak}`) };
}

test('text that follows base64 data is not decoded', () => {
  for (const lineBreak of ['\r\n', '\n']) {
    for (const size of [30, 31, 32, 57, 114, 300, 301, 302]) {
      const { text, lines } = encodedLines(size, lineBreak);
      for (const added of [
        footer,
        footer.slice(1),
        ['', ...footer],
        ['', ...footer.slice(3)],
        ['-- ', 'Ann', 'Mill'],
      ]) {
        const body = [lines.trimEnd(), ...added, ''].join(lineBreak);
        assert.equal(decode(body, 'base64'), text, JSON.stringify(body));
      }
    }
  }
});

test('base64 data continues after damage, padding and blank lines', () => {
  const { text, lines } = encodedLines(600, '\n');
  const [first = '', second = '', ...rest] = lines.split('\n');
  const without = (line: string) => [first, line, second, ...rest].join('\n');
  assert.equal(decode(without(''), 'base64'), text, 'a blank line');
  assert.equal(decode(without('== broken in transit: line 2 =='), 'base64'), text, 'a line of text');
  assert.equal(decode(lines.replaceAll('\n', '\n\n'), 'base64'), text, 'blank lines everywhere');
  assert.equal(decode(lines.replaceAll('\n', '!\n '), 'base64'), text, 'stray characters at line ends');
  assert.equal(decode(lines.replaceAll(/^/gm, '> '), 'base64'), text, 'quoted lines');
  assert.equal(decode(lines.replaceAll('\n', ''), 'base64'), text, 'a single line');
  assert.equal(decode(`${lines.replaceAll('\n', '')}\n\n${footer.join('\n')}`, 'base64'), text, 'and text after it');
  const blocks = Array.from({ length: 5 }, () => encodedLines(100, '\n').lines);
  assert.equal(decode(blocks.join('\n'), 'base64'), encodedLines(100, '\n').text.repeat(5), 'padded blocks');
});

test('text before base64 data is not decoded, and text alone is not base64', () => {
  const { text, lines } = encodedLines(600, '\n');
  assert.equal(decode(`CAUTION: this comes from outside.\nMill\n\n${lines}`, 'base64'), text);
  assert.equal(decode('VGhl', 'base64'), 'The');
  for (const words of ['Dear all,\nit rains.\n', `${'It rains.\n'.repeat(10_000)}${lines}`]) {
    assert.equal(decode(words, 'base64'), words);
  }
});

test('quoted-printable is decoded as in RFC 2045, section 6.7', () => {
  assert.equal(
    decode("Now's the time =\r\nfor all folk to come=\r\n to the aid of their country.", 'quoted-printable'),
    "Now's the time for all folk to come to the aid of their country.",
  );
  assert.equal(decode('=e9=E9=3D', 'quoted-printable'), 'éé=');
  assert.equal(decode('a \t\r\nb  \nc ', 'quoted-printable'), 'a\r\nb\nc', 'white space at the end of a line');
  assert.equal(decode('a=20 \r\nb=20', 'quoted-printable'), 'a \r\nb ', 'encoded white space stays');
  assert.equal(decode('a= \t\r\nb=\nc=', 'quoted-printable'), 'abc', 'soft breaks');
  assert.equal(decode('a=XY=4=\u00a0b= c', 'quoted-printable'), 'a=XY=4=\u00a0b= c', 'signs that encode nothing');
});

test('uuencoded and yEnc bodies are decoded', () => {
  assert.equal(decode('see below\r\nbegin 644 cat.txt\r\n#0V%T\r\n`\r\nend\r\n', 'x-uuencode'), 'Cat');
  assert.equal(decode('#0V%T\n', 'uuencode'), 'Cat', 'without a begin line');
  assert.equal(decode('=ybegin line=128 size=3 name=cat.txt\r\nm\x8b\x9e\r\n=yend size=3\r\n', 'x-yenc'), 'Cat');
});

test('any bytes round-trip, whatever the line breaks', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom('\r\n', '\n'), (bytes, lineBreak) => {
      const content = Buffer.from(bytes);
      const lines = content.toString('base64').replace(/.{20}/g, `$&${lineBreak}`);
      assert.equal(decode(lines, 'base64'), content.toString('latin1'));
      const signs = content.toString('hex').replace(/../g, '=$&').replace(/.{30}/g, `$&=${lineBreak}`);
      assert.equal(decode(signs, 'quoted-printable'), content.toString('latin1'));
    }),
  );
});

test('any text decodes to the computed size', () => {
  const piece = fc.constantFrom(
    '=',
    '==',
    'QQ',
    'Q',
    '\r\n',
    ' ',
    '=3D',
    '-',
    '_',
    '!',
    '=\n',
    '\xff',
    'begin 644 a\n',
    '=y',
  );
  fc.assert(
    fc.property(
      fc.array(piece),
      fc.constantFrom('base64', 'quoted-printable', 'uuencode', 'yenc'),
      (pieces, encoding) => {
        decode(pieces.join(''), encoding);
      },
    ),
    { numRuns: runCount(2_000) },
  );
});

test('large hostile bodies are decoded in linear time', () => {
  for (const encoding of ['base64', 'quoted-printable', 'uuencode', 'yenc']) {
    for (const part of ['=', 'A=', '= ', ' ', '\r', '=\r', 'M\n', 'begin ', '\nbegin 644 a\n', '\n=ybegin ', 'A']) {
      const bytes = latin(part.repeat(hostileSize(2_000_000) / part.length));
      assert.ok(decodeTransfer(bytes, encoding).length <= 4 * bytes.length, `${encoding} ${part}`);
    }
  }
});
