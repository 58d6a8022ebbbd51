import { once } from 'node:events';
import { Readable, type Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { orRejectOnAbort } from '../../base/abort.ts';

type GatedStreamOptions = {
  content: () => AsyncIterable<Uint8Array>;
  /** The connection that sends the bytes. */
  socket: () => Socket;
  /** Called and awaited when all but the last bytes have been written to the connection. */
  beforeFinalBytes: () => Promise<void>;
  /** Aborts when the message is no longer awaited. */
  signal: AbortSignal;
};

/** The largest number of bytes that are held back. */
const maxWithheldBytes = 512;

/**
 * A message stream that can be piped into the encoder for the connection. Its last bytes and its end mark are held back:
 * until `beforeFinalBytes` has resolved, no server can treat the message as complete. If `content` or `beforeFinalBytes`
 * fails, the stream fails with that error as the cause.
 */
export function createGatedStream(options: GatedStreamOptions): Readable {
  const stream = new Readable({ read() {} });
  // Streams flush their buffers at any time. When the encoder is written to explicitly, the end of all writes is known.
  stream.pipe = (to) => {
    // As a cause, because nodemailer overwrites an error's code.
    feed(to as unknown as Duplex, options).catch((cause: unknown) =>
      stream.destroy(new Error('Not read on', { cause })),
    );
    return to;
  };
  return stream;
}

async function feed(to: Duplex, { content, socket, beforeFinalBytes, signal }: GatedStreamOptions): Promise<void> {
  let last: Uint8Array | undefined;
  for await (const piece of content()) {
    if (last && !to.write(last)) await once(to, 'drain', { signal });
    signal.throwIfAborted();
    last = piece;
  }
  if (last && last.length > maxWithheldBytes) {
    to.write(last.subarray(0, -maxWithheldBytes));
    last = last.subarray(-maxWithheldBytes);
  }
  await waitUntilFlushed(to, socket(), signal);
  // Handles data that the server has sent meanwhile.
  await immediate();
  signal.throwIfAborted();
  await beforeFinalBytes();
  signal.throwIfAborted();
  to.end(last);
}

/** Waits until all written bytes have been passed to the system. */
async function waitUntilFlushed(to: Duplex, socket: Socket, signal: AbortSignal): Promise<void> {
  while (to.writableLength > 0 || to.readableLength > 0 || socket.writableLength > 0) {
    // The connection reports why a write failed.
    const written = new Promise<void>((resolve) => socket.write('', (error) => error ?? resolve()));
    await orRejectOnAbort(written, signal);
  }
}
