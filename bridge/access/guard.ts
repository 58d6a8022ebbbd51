import type { IncomingMessage } from 'node:http';
import { isLoopback } from './loopback.ts';
import { HttpRefusal } from '../http/problem.ts';

const loopbackNames = ['localhost', '127.0.0.1', '::1'];
/** Names below `localhost` are of this machine alone, and nobody can register one (RFC 6761, 6.3). */
const localhostName = /^(?:[a-z0-9_-]+\.)+localhost$/;

const maxUrlLength = 12_000;

/** What the guard accepted: `origin` is set if the request comes from a web page that may read the answer. */
export type AcceptedRequest = { origin: string | undefined };

export type Guard = (request: IncomingMessage) => AcceptedRequest;

/** The hosts and origins that `[bridge]` accepts in addition to those of this machine. */
export type AllowLists = { host_allowlist: readonly string[]; cors_allowlist: readonly string[] };

/**
 * Decides before routing whether a request is accepted, upgrades included. The Host rule stops DNS rebinding; the Origin
 * rule stops pages of other sites. Throws `HttpRefusal`: 403; 400 or 414 for a target that is not a path or is too long;
 * 417 for an expectation that is not met.
 */
export function createGuard(boundTo: string, { host_allowlist, cors_allowlist }: AllowLists): Guard {
  const hosts = new Set([...loopbackNames, boundTo, ...host_allowlist].map((entry) => hostNameOf(entry) ?? entry));
  const origins = new Set(cors_allowlist);
  return (request) => {
    checkHost(request, hosts);
    checkTarget(request);
    checkExpectation(request);
    return { origin: acceptedOrigin(request, origins) };
  };
}

function checkHost({ headersDistinct }: IncomingMessage, hosts: ReadonlySet<string>): void {
  const [host, ...more] = headersDistinct.host ?? [];
  if (!host) throw new HttpRefusal(403, 'host_missing', 'missing Host header');
  const name = hostNameOf(host);
  if (more.length || !name || !(hosts.has(name) || localhostName.test(name))) {
    throw new HttpRefusal(403, 'host_not_allowed', 'Host header not in allowlist', {
      detail: 'Posthorn doesn’t answer to this host name. Use localhost, or add the name to [bridge].host_allowlist.',
    });
  }
}

// A target in absolute form ("GET http://name/") would name a second host that takes precedence over the header (RFC 9112,
// 3.2.2).
function checkTarget({ url = '' }: IncomingMessage): void {
  if (!url.startsWith('/'))
    throw new HttpRefusal(400, 'invalid_target', 'The address must be a path that begins with a slash.');
  if (url.length > maxUrlLength) {
    throw new HttpRefusal(
      414,
      'address_too_long',
      `The address is longer than ${maxUrlLength} characters. Shorten the query.`,
    );
  }
}

/** RFC 9110, 10.1.1 defines one expectation, and Node has met it at this point. */
function checkExpectation({ headers: { expect } }: IncomingMessage): void {
  if (expect === undefined || /^100-continue$/i.test(expect)) return;
  throw new HttpRefusal(417, 'expectation_failed', 'The header Expect must be 100-continue.');
}

function acceptedOrigin({ headers }: IncomingMessage, allowed: ReadonlySet<string>): string | undefined {
  const { origin } = headers;
  if (origin === undefined) {
    if (isEmbedding(headers)) throw foreignOrigin();
    return undefined;
  }
  if (!isLoopbackOrigin(origin) && !allowed.has(origin)) throw foreignOrigin();
  return origin;
}

/**
 * A page of another site that loads an address as an image or script sends no Origin, but the browser states it in another
 * header.
 */
function isEmbedding(headers: IncomingMessage['headers']): boolean {
  return headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate';
}

function isLoopbackOrigin(origin: string): boolean {
  const authority = /^https?:\/\/([^/?#@]+)$/i.exec(origin)?.[1];
  const name = authority && hostNameOf(authority);
  return !!name && (loopbackNames.includes(name) || localhostName.test(name) || isLoopback(name));
}

function foreignOrigin(): HttpRefusal {
  return new HttpRefusal(403, 'origin_not_allowed', 'Origin not in allowlist', {
    detail:
      'This web page isn’t allowed to use Posthorn. To allow it, add its exact origin to [bridge].cors_allowlist.',
  });
}

/** The name in a Host header or authority: lower case, without port and brackets; undefined if it is malformed. */
function hostNameOf(authority: string): string | undefined {
  if (authority === '::1') return authority;
  const parts = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i.exec(authority);
  return (parts?.[1] ?? parts?.[2])?.toLowerCase();
}
