import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeUuencode, findUuencoded } from './uuencode.ts';

function encode(content: Uint8Array, zero: ' ' | '`', lineBreak: string): string {
  const character = (value: number) => (value === 0 ? zero : String.fromCharCode(32 + value));
  const lines: string[] = [];
  for (let at = 0; at < content.length; at += 45) {
    const part = content.subarray(at, at + 45);
    let line = character(part.length);
    for (let i = 0; i < part.length; i += 3) {
      const [a = 0, b = 0, c = 0] = part.subarray(i, i + 3);
      for (const value of [a >> 2, ((a << 4) | (b >> 4)) & 63, ((b << 2) | (c >> 6)) & 63, c & 63])
        line += character(value);
    }
    lines.push(line);
  }
  return ['begin 644 some file.bin', ...lines, zero, 'end', ''].join(lineBreak);
}

/** The files found, as name and decoded content, and the text without them. */
function extractFiles(text: string) {
  const bytes = Buffer.from(text, 'latin1');
  const found = findUuencoded(bytes, 0, bytes.length);
  const files = found.map(({ name, start, end, size }) => {
    const content = decodeUuencode(bytes, start, end);
    assert.equal(content.length, size);
    return [name, Buffer.from(content).toString('latin1')];
  });
  const rest = found.toReversed().reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
  return { files, rest };
}

test('files between lines of text are found', () => {
  const block = 'begin 644 cat.txt\n#0V%T\n`\nend\n';
  assert.deepEqual(extractFiles(`Hello,\n${block}and\n${block.replaceAll('\n', '\r\n')}bye`), {
    files: [
      ['cat.txt', 'Cat'],
      ['cat.txt', 'Cat'],
    ],
    rest: 'Hello,\nand\nbye',
  });
});

test('only the given range is searched', () => {
  const bytes = Buffer.from('xbegin 644 cat.txt\n#0V%T\n`\nendx');
  assert.deepEqual(findUuencoded(bytes, 1, bytes.length - 1), [{ name: 'cat.txt', start: 1, end: 30, size: 3 }]);
  assert.deepEqual(findUuencoded(bytes, 0, bytes.length), []);
});

test('prose that begins with "begin" is not a file', () => {
  for (const text of [
    'begin 644 things today\nand more of them tomorrow\nend\n',
    'begin here\n`\nend\n',
    'begin 644 \n`\nend\n',
    'begin 644 cut.txt\n#0V%T\n',
    'begin 644 long.txt\n#0V%T0V%T\n`\nend\n',
    'to begin 644 cat.txt\n#0V%T\n`\nend\n',
  ]) {
    assert.deepEqual(extractFiles(text), { files: [], rest: text });
  }
});

test('spaces that were cut off a line in transit are restored', () => {
  const content = Buffer.concat([Buffer.from('a'), Buffer.alloc(44), Buffer.from('b')]);
  const text = encode(content, ' ', '\n').replace(/ +$/gm, '');
  assert.deepEqual(extractFiles(text).files, [['some file.bin', content.toString('latin1')]]);
});

test('any file round-trips through its text', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom<[' ' | '`', string]>([' ', '\n'], ['`', '\r\n']),
      (content, [zero, lineBreak]) => {
        const text = `before${lineBreak}${encode(content, zero, lineBreak)}after`;
        assert.deepEqual(extractFiles(text), {
          files: [['some file.bin', Buffer.from(content).toString('latin1')]],
          rest: `before${lineBreak}after`,
        });
      },
    ),
  );
});

test('large hostile texts are searched in linear time', () => {
  for (const part of ['begin ', '\nbegin 644 a', '\nbegin 644 a\nM', 'begin 644 a\n`\n', '\n', 'M\n']) {
    const bytes = Buffer.from(`begin 644 a\n${part.repeat(2_000_000 / part.length)}`);
    assert.deepEqual(findUuencoded(bytes, 0, bytes.length), [], part);
  }
});
