import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeYenc, findYenc } from './yenc.ts';

function encode(content: Uint8Array, header: string): Buffer {
  const out = [...Buffer.from(`=ybegin ${header}\r\n`)];
  content.forEach((byte, i) => {
    const value = (byte + 42) & 255;
    if ([0, 10, 13, 61].includes(value)) out.push(61, (value + 64) & 255);
    else out.push(value);
    if (i % 128 === 127) out.push(13, 10);
  });
  out.push(...Buffer.from('\r\n=yend size=0\r\n'));
  return Buffer.from(out);
}

test('a file between lines of text is found, whatever size its header declares', () => {
  const block = encode(Buffer.from('Cat'), 'line=128 size=99 name=my cat.txt');
  const bytes = Buffer.concat([Buffer.from('Hello\r\n'), block, Buffer.from('bye')]);
  const found = findYenc(bytes, 0, bytes.length);
  assert.deepEqual(found, [{ name: 'my cat.txt', start: 7, end: 7 + block.length, size: 3 }]);
  assert.equal(Buffer.from(decodeYenc(bytes, 7, 7 + block.length)).toString(), 'Cat');
});

test('the line that names a part is not content', () => {
  const bytes = Buffer.from(
    '=ybegin part=1 line=128 size=6 name=a\n=ypart begin=1 end=3\nm\x8b\x9e\n=yend size=3\n',
    'latin1',
  );
  assert.equal(findYenc(bytes, 0, bytes.length)[0]?.size, 3);
  assert.equal(Buffer.from(decodeYenc(bytes, 0, bytes.length)).toString(), 'Cat');
});

test('a file that is incomplete or has no name is not found', () => {
  for (const text of [
    '=ybegin size=1 name=a\nk\n',
    'x =ybegin size=1 name=a\nk\n=yend\n',
    '=ybegin line=1\nk\n=yend\n',
  ]) {
    assert.deepEqual(findYenc(Buffer.from(text), 0, text.length), [], text);
  }
});

test('any file round-trips through its text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (content) => {
      const bytes = encode(content, `line=128 size=${content.length} name=a`);
      assert.deepEqual(decodeYenc(bytes, 0, bytes.length), Buffer.from(content));
      assert.equal(findYenc(bytes, 0, bytes.length)[0]?.size, content.length);
    }),
  );
});

test('large hostile texts are searched in linear time', () => {
  for (const part of ['=ybegin ', '\n=ybegin size=1 name=a', '\n=yend', '=', '=y\n', '\n']) {
    const bytes = Buffer.from(part.repeat(2_000_000 / part.length));
    assert.deepEqual(findYenc(bytes, 0, bytes.length), [], part);
  }
});
