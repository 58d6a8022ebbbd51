import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { Failure } from '../base/failure.ts';

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * A body without its content encoding, which some servers use unrequested. It is decoded while it is read, so that a reader
 * that stops also stops the decoding. Throws Failure `unreachable` for an unknown encoding, or for several.
 */
export function decodeBody(body: Readable, encoding: string): Readable {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  if (!Object.hasOwn(decoders, name)) {
    throw new Failure('provider', 'unreachable', `The server’s answer has an encoding Posthorn can’t read: ${name}.`);
  }
  const decoder = decoders[name as keyof typeof decoders]();
  // Errors are reported to the reader of the decoder.
  pipeline(body, decoder, () => undefined);
  return decoder;
}
