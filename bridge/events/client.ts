import type { Writable } from 'node:stream';
import { Failure } from '../../daemon/base/failure.ts';
import type { Log } from '../../daemon/base/log.ts';
import type { Caller } from '../../daemon/handler-types.ts';
import type { Delivery, EventFormat } from './delivery.ts';

/**
 * Close codes (RFC 6455, 7.4): server stops, client lost the right to events, server failed; private code: client is too
 * slow.
 */
export const goingAway = 1001;
const policyViolation = 1008;
const internalError = 1011;
const tooSlow = 4429;

/** A client that does not take note of the end is cut after this time, in milliseconds. */
export const closeTimeoutMs = 500;

/** How events reach a client: over a WebSocket, or as server-sent events in the answer to a GET. */
export type EventConnection = {
  format: EventFormat;
  /** Where deliveries are written. */
  stream: Writable;
  isOpen(): boolean;
  /** Asks the client, or its connection, for a sign of life; calls `onAlive` with it. */
  ping(onAlive: () => void): void;
  /** Ends the connection and tells the client why. `code` is a close code of a WebSocket. */
  close(code: number, reason: string): void;
  /** Cuts the connection. */
  terminate(): void;
};

/** A client that receives events. */
export type EventClient = {
  connection: EventConnection;
  caller: Caller;
  /** The `seq` up to which recorded events were sent to it; undefined once it receives events live. */
  replayPosition: number | undefined;
  /** The number of events it missed because too many bytes waited to be sent. */
  skipped: number;
  /** Whether it has answered since the last ping. */
  isAlive: boolean;
};

/** Writes a delivery in one write. */
export function send({ connection: { stream, format } }: EventClient, delivery: Delivery): void {
  if (delivery.count > 0) stream.write(delivery.bytes(format));
}

/**
 * Runs an action that can fail or find that the client lost its right to events. In either case only this connection is
 * closed.
 */
export function runForClient({ connection }: EventClient, log: Log, action: () => void): void {
  try {
    action();
  } catch (error) {
    if (error instanceof Failure && error.kind !== 'internal') {
      connection.close(policyViolation, error.message);
    } else {
      log.error({ err: error }, 'An event client could not be served');
      connection.close(internalError, 'Posthorn couldn’t read its events: reconnect');
    }
  }
}

/**
 * Pings a client. A client that did not answer the last ping is dropped: with a close code if it is slow, without if it is
 * dead.
 */
export function ping(client: EventClient): void {
  const { connection, isAlive } = client;
  client.isAlive = false;
  if (isAlive) connection.ping(() => (client.isAlive = true));
  // The connection is cut if the client does not read the reason either.
  else if (connection.stream.writableLength > 0) connection.close(tooSlow, 'Reading events too slowly');
  else connection.terminate();
}
