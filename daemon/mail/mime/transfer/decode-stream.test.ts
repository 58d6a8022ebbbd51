import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TransferEncoding } from '../parsed-message.ts';
import { runCount } from '../../../test-run-count.ts';
import { decodeTransfer } from './transfer-encoding.ts';
import { decodeTransferStream } from './decode-stream.ts';

async function decodeInChunks(bytes: Uint8Array, encoding: TransferEncoding, size: number): Promise<string> {
  async function* pieces() {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  }
  return (await buffer(decodeTransferStream(pieces(), encoding))).toString('latin1');
}

/** Sequences with a meaning in the encodings, so that short texts cover every rule. */
const specialSequences = [
  '=',
  '=\r\n',
  '=3D',
  '= \t\r\n',
  '\r\n',
  '\n',
  '\r',
  ' ',
  '\t',
  'QUJD',
  'QQ==',
  'Q',
  '-_',
  '--',
  'QUJD'.repeat(15),
  'QUJD'.repeat(260),
  'two words',
  '\u00e9',
  'begin 644 a\n',
];
const texts = fc
  .array(fc.constantFrom(...specialSequences), { maxLength: 40 })
  .map((words) => Buffer.from(words.join(''), 'latin1'));
const encodings = ['base64', 'quoted-printable', 'uuencode', 'yenc', '7bit', 'binary'] as const;

test('a body that is cut anywhere decodes to the same bytes as the whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      texts,
      fc.constantFrom(...encodings),
      fc.integer({ min: 1, max: 9 }),
      async (bytes, encoding, size) => {
        const whole = Buffer.from(decodeTransfer(bytes, encoding)).toString('latin1');
        assert.equal(await decodeInChunks(bytes, encoding, size), whole);
      },
    ),
    {
      numRuns: runCount(300),
      examples: [
        [Buffer.from('Q\rQUJD'), 'base64', 1],
        [Buffer.from('QUJD\r='), 'base64', 1],
      ],
    },
  );
});

test('a long text that says base64 and is none is passed on unchanged', async () => {
  const words = Buffer.from('It rains.\n'.repeat(10_000));
  assert.equal(await decodeInChunks(words, 'base64', 1_000), words.toString());
});
