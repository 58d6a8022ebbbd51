import { once } from 'node:events';
import { Readable, type Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { orAborted } from '../../base/abort.ts';

type Held = {
  content: () => AsyncIterable<Uint8Array>;
  /** The line the bytes leave by. */
  socket: () => Socket;
  /** Called, and waited for, when all but the last bytes have been handed to the line. */
  beforeLast: () => Promise<void>;
  /** Aborts when nobody waits for the message any more. */
  signal: AbortSignal;
};

/** So much of a message is held back at the most. */
const heldBytes = 512;

/**
 * A message to be piped into what prepares it for the line. Its last bytes are held back, and with them the mark of its end:
 * until `beforeLast` has resolved no server can take it for whole. Where `content` or `beforeLast` fails it does, with that as the cause.
 */
export function heldStream(held: Held): Readable {
  const stream = new Readable({ read() {} });
  // Streams pass on what they hold when they like. Fed by hand, it is known when all that was given has gone.
  stream.pipe = (to) => {
    // As a cause, for nodemailer writes its own code over an error's.
    feed(to as unknown as Duplex, held).catch((cause: unknown) => stream.destroy(new Error('Not read on', { cause })));
    return to;
  };
  return stream;
}

async function feed(to: Duplex, { content, socket, beforeLast, signal }: Held): Promise<void> {
  let last: Uint8Array | undefined;
  for await (const piece of content()) {
    if (last && !to.write(last)) await once(to, 'drain', { signal });
    signal.throwIfAborted();
    last = piece;
  }
  if (last && last.length > heldBytes) {
    to.write(last.subarray(0, -heldBytes));
    last = last.subarray(-heldBytes);
  }
  await flushed(to, socket(), signal);
  // What the server has said meanwhile is heard first.
  await immediate();
  signal.throwIfAborted();
  await beforeLast();
  signal.throwIfAborted();
  to.end(last);
}

/** Waits until everything written has been handed to the system. */
async function flushed(to: Duplex, socket: Socket, signal: AbortSignal): Promise<void> {
  while (to.writableLength > 0 || to.readableLength > 0 || socket.writableLength > 0) {
    // Of a write that failed the connection tells why.
    const written = new Promise<void>((resolve) => socket.write('', (error) => error ?? resolve()));
    await orAborted(written, signal);
  }
}
