import type { Socket } from 'node:net';
import { ProviderError } from '../provider.ts';

/** Reads lines and blocks of bytes from a socket. Rejects with the error that broke the connection, or the signal's reason. */
export type ByteReader = {
  /** The next line without its end. Throws ProviderError `protocol` for a line of more than `maxBytes`. */
  line(maxBytes: number): Promise<string>;
  bytes(count: number): Promise<Buffer>;
  /** Whether the server has sent something that was not read. */
  hasMore(): boolean;
};

export function createByteReader(socket: Socket, signal: AbortSignal): ByteReader {
  let buffered: Buffer = Buffer.alloc(0);
  const readMore = async () => {
    const chunk = (socket.read() as Buffer | null) ?? (await nextChunk(socket, signal));
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
  };
  const take = (count: number) => {
    const taken = buffered.subarray(0, count);
    buffered = buffered.subarray(count);
    return taken;
  };
  return {
    async line(maxBytes) {
      let end: number;
      while ((end = buffered.indexOf('\n')) < 0 && buffered.length <= maxBytes) await readMore();
      if (end < 0 || end > maxBytes) throw new ProviderError('protocol', 'The server sent a line that is too long.');
      return take(end + 1)
        .toString('utf8')
        .replace(/\r?\n$/, '');
    },
    async bytes(count) {
      const chunks: Buffer[] = [];
      let missing = count;
      while (missing > 0) {
        if (buffered.length === 0) await readMore();
        const chunk = take(missing);
        chunks.push(chunk);
        missing -= chunk.length;
      }
      return Buffer.concat(chunks);
    },
    hasMore: () => buffered.length > 0 || socket.readableLength > 0,
  };
}

/** The socket stays paused between two reads, so that a server cannot fill the memory. */
async function nextChunk(socket: Socket, signal: AbortSignal): Promise<Buffer> {
  const readable = Promise.withResolvers<Buffer>();
  const onReadable = () => {
    const chunk = socket.read() as Buffer | null;
    if (chunk) readable.resolve(chunk);
  };
  const onAbort = () => readable.reject(signal.reason as Error);
  // An error is reported before the close that it causes.
  const onError = (error: Error) => readable.reject(error);
  const onEnd = () => readable.reject(Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' }));
  socket.on('readable', onReadable).once('error', onError).once('end', onEnd).once('close', onEnd);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  else if (socket.destroyed || socket.readableEnded) onEnd();
  try {
    return await readable.promise;
  } finally {
    socket.off('readable', onReadable).off('error', onError).off('end', onEnd).off('close', onEnd);
    signal.removeEventListener('abort', onAbort);
  }
}
