import { once } from 'node:events';
import { Readable, type Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { orRejectOnAbort } from '../../base/abort.ts';

type GatedStreamOptions = {
  content: () => AsyncIterable<Uint8Array>;
  /** The line the bytes leave by. */
  socket: () => Socket;
  /** Called, and waited for, when all but the last bytes have been handed to the line. */
  beforeFinalBytes: () => Promise<void>;
  /** Aborts when nobody waits for the message any more. */
  signal: AbortSignal;
};

/** So much of a message is held back at the most. */
const maxWithheldBytes = 512;

/**
 * A message to be piped into what prepares it for the line. Its last bytes are held back, and with them the mark of its end:
 * until `beforeLast` has resolved no server can take it for whole. Where `content` or `beforeLast` fails it does, with that as the cause.
 */
export function createGatedStream(options: GatedStreamOptions): Readable {
  const stream = new Readable({ read() {} });
  // Streams pass on what they hold when they like. Fed by hand, it is known when all that was given has gone.
  stream.pipe = (to) => {
    // As a cause, for nodemailer writes its own code over an error's.
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
  // What the server has said meanwhile is heard first.
  await immediate();
  signal.throwIfAborted();
  await beforeFinalBytes();
  signal.throwIfAborted();
  to.end(last);
}

/** Waits until everything written has been handed to the system. */
async function waitUntilFlushed(to: Duplex, socket: Socket, signal: AbortSignal): Promise<void> {
  while (to.writableLength > 0 || to.readableLength > 0 || socket.writableLength > 0) {
    // Of a write that failed the connection tells why.
    const written = new Promise<void>((resolve) => socket.write('', (error) => error ?? resolve()));
    await orRejectOnAbort(written, signal);
  }
}
