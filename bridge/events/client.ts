import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { Failure } from '../../daemon/base/failure.ts';
import type { Log } from '../../daemon/base/log.ts';
import type { Caller } from '../../daemon/handler-types.ts';
import type { Delivery } from './delivery.ts';

/** Close codes (RFC 6455, 7.4): we stop, the right to see events is gone, we failed; and of ours, did not keep up. */
export const goingAway = 1001;
const policyViolation = 1008;
const internalError = 1011;
const tooSlow = 4429;

/** One that listens on a WebSocket. */
export type EventClient = {
  socket: WebSocket;
  stream: Duplex;
  caller: Caller;
  /** Whether its frames are arrays of events. */
  isBatched: boolean;
  /** Up to which `seq` it has been given what was recorded before; undefined once it is told things as they happen. */
  replayPosition: number | undefined;
  /** Events it missed because too much was waiting to be sent. */
  skipped: number;
  /** Whether it has answered since the last ping. */
  isAlive: boolean;
};

/** A socket that is being closed, or has lost its peer, is never written to. */
export function isOpen({ socket, stream }: EventClient): boolean {
  return socket.readyState === socket.OPEN && stream.writable;
}

/**
 * Whole frames go straight to the stream, in one write. The library writes its own frames whole and at once too, since
 * nothing is compressed, so that the two never mix.
 */
export function send({ stream, isBatched }: EventClient, delivery: Delivery): void {
  if (delivery.count > 0) stream.write(delivery.bytes(isBatched));
}

/** Does what may show that a client has no right to listen any more, or fail: then this one connection is closed. */
export function runForClient({ socket }: EventClient, log: Log, action: () => void): void {
  try {
    action();
  } catch (error) {
    if (error instanceof Failure && error.kind !== 'internal') {
      socket.close(policyViolation, closeReason(error.message));
    } else {
      log.error({ err: error }, 'An event client could not be served');
      socket.close(internalError, 'Posthorn failed to read its events: connect again');
    }
  }
}

/** A reason has 123 bytes at the most, and none of half a character. */
function closeReason(sentence: string): string {
  return Buffer.from(sentence)
    .subarray(0, 120)
    .toString()
    .replace(/\uFFFD+$/, '');
}

/** Pings a client. One that did not answer the last time is dropped: told why where it is slow, just cut where it is dead. */
export function ping(client: EventClient): void {
  const { socket, stream, isAlive } = client;
  client.isAlive = false;
  if (isAlive) socket.ping();
  // The library cuts it when it does not read that either.
  else if (stream.writableLength > 0) socket.close(tooSlow, 'Too slow for the events');
  else socket.terminate();
}
