import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { batchProtocol } from '../access/auth.ts';
import type { EventConnection } from './client.ts';

/**
 * The events of a WebSocket. Whole frames go to the stream below it. The library also writes its own frames whole and at
 * once, because nothing is compressed, so frames never mix.
 */
export function webSocketConnection(socket: WebSocket, stream: Duplex): EventConnection {
  return {
    format: socket.protocol === batchProtocol ? 'batches' : 'frames',
    stream,
    isOpen: () => socket.readyState === socket.OPEN && stream.writable,
    ping(onAlive) {
      socket.once('pong', onAlive);
      socket.ping();
    },
    close: (code, reason) => socket.close(code, closeReason(reason)),
    terminate: () => socket.terminate(),
  };
}

/** A close reason has at most 123 bytes and no half character. */
function closeReason(sentence: string): string {
  return Buffer.from(sentence)
    .subarray(0, 120)
    .toString()
    .replace(/\uFFFD+$/, '');
}
