import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from './status.ts';

/** The subprotocol a WebSocket client offers in front of its token, and the only one ever answered. */
export const bearerProtocol = 'bearer';

export type Auth = {
  /** Throws 401 unless the Authorization header holds the token. */
  check(request: IncomingMessage): void;
  /** As `check`, for the upgrade of `/events`: the token may also be in the subprotocol or in `?token=`. */
  checkUpgrade(request: IncomingMessage): void;
};

export function createAuth(token: string): Auth {
  const expected = digestOf(token.trim());
  // Equal lengths, whatever was sent: the time taken says nothing about the token.
  const check = (presented: string | undefined) => {
    if (!presented?.trim() || !timingSafeEqual(digestOf(presented.trim()), expected)) throw unauthorized();
  };
  return {
    check: (request) => check(headerToken(request)),
    checkUpgrade: (request) => check(headerToken(request) ?? protocolToken(request) ?? queryToken(request)),
  };
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function headerToken({ headers }: IncomingMessage): string | undefined {
  return /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
}

function protocolToken({ headers }: IncomingMessage): string | undefined {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((item) => item.trim());
  return offered.includes(bearerProtocol) ? offered.find((item) => item && item !== bearerProtocol) : undefined;
}

function queryToken({ url = '' }: IncomingMessage): string | undefined {
  return new URLSearchParams(url.split('?')[1]).get('token') ?? undefined;
}

function unauthorized(): HttpRefusal {
  return new HttpRefusal(401, 'unauthorized', 'unauthorized', {
    detail: 'This address needs the bridge token: send it as "Authorization: Bearer" and the token.',
    headers: { 'www-authenticate': 'Bearer' },
  });
}
