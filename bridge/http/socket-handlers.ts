import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { randomId } from '../../daemon/base/ids.ts';
import { requestIdOf, sendProblemRaw } from './responses.ts';
import type { Auth } from '../access/auth.ts';
import type { Connections } from './connections.ts';
import type { EventHub } from '../events/hub.ts';
import type { Guard } from '../access/guard.ts';
import { HttpRefusal, problemOf } from './problem.ts';

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** The steps of an upgrade: connection limits, guard, token, and then the event socket. */
export function upgradeHandler(deps: {
  guard: Guard;
  auth: Auth;
  hub: EventHub;
  connections: Connections;
}): UpgradeListener {
  const { guard, auth, hub, connections } = deps;
  return (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    try {
      connections.checkCapacity(request);
      guard(request);
      hub.accept(request, socket, head, auth.checkEvents(request));
    } catch (error) {
      sendProblemRaw(socket, problemOf(error, requestIdOf(request)));
    }
  };
}

/** CONNECT asks a proxy for a tunnel, and the bridge is not a proxy. */
export const refuseTunnel: UpgradeListener = (request, socket) => {
  socket.on('error', () => socket.destroy());
  const refusal = new HttpRefusal(405, 'method_not_allowed', 'This server isn’t a proxy and opens no tunnels.', {
    headers: { allow: 'GET, HEAD, POST, DELETE' },
  });
  sendProblemRaw(socket, problemOf(refusal, requestIdOf(request)));
};

const clientErrors: Record<string, [status: number, code: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The address and headers together are larger than 16 KB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'body_too_large', 'The chunks of the body have too many extensions.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request didn’t arrive in time. Send it again.'],
};

/** Answers input that is not a whole HTTP request, unless that would mix with the current answer. */
export function clientErrorHandler({ hasStartedResponse }: Pick<Connections, 'hasStartedResponse'>) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || hasStartedResponse(socket)) return void socket.destroy();
    const refusal = clientErrors[error.code ?? ''] ?? [
      400,
      'invalid_request',
      'This isn’t a well-formed HTTP request.',
    ];
    sendProblemRaw(socket, problemOf(new HttpRefusal(...refusal, { retryable: refusal[0] === 408 }), randomId()));
  };
}
