import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withoutTransferEncoding } from './transfer-encoding.ts';

async function decoded(text: string, encoding: string, size: number): Promise<string> {
  async function* pieces() {
    for (let start = 0; start < text.length; start += size)
      yield Buffer.from(text.slice(start, start + size), 'latin1');
  }
  const parts: Buffer[] = [];
  for await (const part of withoutTransferEncoding(pieces(), encoding)) parts.push(part);
  return Buffer.concat(parts).toString('latin1');
}

test('base64 is read whole however it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 90 }), async (bytes, size) => {
      const lines = Buffer.from(bytes).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
      assert.equal(await decoded(lines, 'base64', size), Buffer.from(bytes).toString('latin1'));
    }),
  );
});

test('quoted-printable is read whole however it is cut', async () => {
  const text = 'Gr=C3=BC=C3=9Fe, a soft =\r\nbreak, a lost blank  \r\n1 =3D 1, a lone = sign';
  const plain = 'Gr\u00c3\u00bc\u00c3\u009fe, a soft break, a lost blank\r\n1 = 1, a lone = sign';
  for (let size = 1; size < text.length; size++) assert.equal(await decoded(text, 'quoted-printable', size), plain);
});

test('any other encoding is left alone', async () => {
  assert.equal(await decoded('=41 as it is', '8bit', 5), '=41 as it is');
});
