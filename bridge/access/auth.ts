import type { IncomingMessage } from 'node:http';
import { secretMatcher } from '../../daemon/base/secret-match.ts';
import type { Caller } from '../../daemon/handler-types.ts';
import { callerOf, owner } from './caller.ts';
import { HttpRefusal } from '../http/problem.ts';

/** The subprotocol a WebSocket client offers before its token, and the subprotocol that requests arrays of events. */
export const bearerProtocol = 'bearer';
export const batchProtocol = 'events.batch';
const protocols = [bearerProtocol, batchProtocol];

export type Auth = {
  /**
   * Identifies the caller by the token in the Authorization header. Throws 401 for an unknown token, and what `callerOf`
   * throws.
   */
  check(request: IncomingMessage): Caller;
  /** As `check`, for `/events`: the token may also be in the subprotocol or in `?token=`, as browsers set no header there. */
  checkEvents(request: IncomingMessage): Caller;
};

/** `token` is the owner's token; `holderOf` returns the holder of any other token that was issued. */
export function createAuth(token: string, holderOf: (token: string) => Caller | undefined = () => undefined): Auth {
  const isOwnerToken = secretMatcher(token.trim());
  const check = (request: IncomingMessage, presented = '') => {
    const candidate = presented.trim();
    const tokenHolder = isOwnerToken(candidate) ? owner : candidate ? holderOf(candidate) : undefined;
    if (!tokenHolder) throw unauthorized();
    return callerOf(request, tokenHolder);
  };
  return {
    check: (request) => check(request, headerToken(request)),
    checkEvents: (request) => check(request, headerToken(request) ?? protocolToken(request) ?? queryToken(request)),
  };
}

/** The token in the Authorization header (RFC 6750, 2.1). */
export function headerToken({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1];
}

function protocolToken({ headers }: IncomingMessage): string | undefined {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((item) => item.trim());
  return offered.includes(bearerProtocol) ? offered.find((item) => item && !protocols.includes(item)) : undefined;
}

function queryToken({ url = '' }: IncomingMessage): string | undefined {
  return new URLSearchParams(url.split('?')[1]).get('token') ?? undefined;
}

function unauthorized(): HttpRefusal {
  return new HttpRefusal(401, 'unauthorized', 'unauthorized', {
    detail: 'This address requires the bridge token. Send it in the header "Authorization: Bearer TOKEN".',
    headers: { 'www-authenticate': 'Bearer' },
  });
}
