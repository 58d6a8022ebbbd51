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
 * A body without its content encoding, which some servers use though none was asked for. It is decoded as it is read, so
 * who stops reading stops it growing. Throws Failure `unreachable` for an encoding nobody knows, or several of them.
 */
export function decodeBody(body: Readable, encoding: string): Readable {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  if (!Object.hasOwn(decoders, name)) {
    throw new Failure('provider', 'unreachable', `The server answered in an encoding that is not read: ${name}.`);
  }
  const decoder = decoders[name as keyof typeof decoders]();
  // What breaks is told to who reads the decoder.
  pipeline(body, decoder, () => undefined);
  return decoder;
}
