import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { Failure } from '../../daemon/base/failure.ts';
import type { Log } from '../../daemon/base/log.ts';
import type { Caller } from '../../daemon/handler-types.ts';
import type { Delivery } from './delivery.ts';

/**
 * Close codes (RFC 6455, 7.4): server stops, client lost the right to events, server failed; private code: client is too
 * slow.
 */
export const goingAway = 1001;
const policyViolation = 1008;
const internalError = 1011;
const tooSlow = 4429;

/** A client of the event WebSocket. */
export type EventClient = {
  socket: WebSocket;
  stream: Duplex;
  caller: Caller;
  /** Whether its frames are arrays of events. */
  isBatched: boolean;
  /** The `seq` up to which recorded events were sent to it; undefined once it receives events live. */
  replayPosition: number | undefined;
  /** The number of events it missed because too many bytes waited to be sent. */
  skipped: number;
  /** Whether it has answered since the last ping. */
  isAlive: boolean;
};

/** Never write to a socket that is closing or that has lost its peer. */
export function isOpen({ socket, stream }: EventClient): boolean {
  return socket.readyState === socket.OPEN && stream.writable;
}

/**
 * Writes whole frames to the stream in one write. The library also writes its own frames whole and at once, because nothing
 * is compressed, so frames never mix.
 */
export function send({ stream, isBatched }: EventClient, delivery: Delivery): void {
  if (delivery.count > 0) stream.write(delivery.bytes(isBatched));
}

/**
 * Runs an action that can fail or find that the client lost its right to events. In either case only this connection is
 * closed.
 */
export function runForClient({ socket }: EventClient, log: Log, action: () => void): void {
  try {
    action();
  } catch (error) {
    if (error instanceof Failure && error.kind !== 'internal') {
      socket.close(policyViolation, closeReason(error.message));
    } else {
      log.error({ err: error }, 'An event client could not be served');
      socket.close(internalError, 'Posthorn could not read its events: reconnect');
    }
  }
}

/** A close reason has at most 123 bytes and no half character. */
function closeReason(sentence: string): string {
  return Buffer.from(sentence)
    .subarray(0, 120)
    .toString()
    .replace(/\uFFFD+$/, '');
}

/**
 * Pings a client. A client that did not answer the last ping is dropped: with a close code if it is slow, without if it is
 * dead.
 */
export function ping(client: EventClient): void {
  const { socket, stream, isAlive } = client;
  client.isAlive = false;
  if (isAlive) socket.ping();
  // The library cuts the connection if the client does not read the close frame either.
  else if (stream.writableLength > 0) socket.close(tooSlow, 'Reading events too slowly');
  else socket.terminate();
}
