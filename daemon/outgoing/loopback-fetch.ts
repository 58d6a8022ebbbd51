import { isIP } from 'node:net';
import { Failure } from '../base/failure.ts';
import { fetchWith } from './guarded-fetch.ts';
import type { OutgoingFetch } from './outgoing-fetch.ts';
import { resolveWithSystem, type Resolve } from './pinned-connection.ts';
import { isLoopbackAddress } from './public-address.ts';
import { hostOf } from './web-address.ts';

/**
 * Fetches only from programs on this computer: the address that is connected to is one of its loopback addresses, whatever
 * its name resolves to. Redirects are never followed. Throws Failure `not_loopback`, and the failures of `OutgoingFetch`.
 */
export function loopbackFetch({ resolve = resolveWithSystem }: { resolve?: Resolve } = {}): OutgoingFetch {
  const isAllowed = (address: string) => {
    if (isLoopbackAddress(address)) return true;
    throw notLoopback('Its name leads to another computer.');
  };
  const fetch = fetchWith({ resolve, isAllowed, parseAddress: parseLoopbackAddress });
  return (url, request) => fetch(url, { ...request, maxRedirects: 0 });
}

/** The parsed address of a program on this computer, by its text alone. Throws Failure `not_loopback`. */
export function parseLoopbackAddress(text: string): URL {
  const url = text.length > 2_000 ? null : URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw notLoopback('It must begin with http:// or https://.');
  if (url.username || url.password) throw notLoopback('It contains a name or password.');
  const host = hostOf(url);
  const isHere = isIP(host) === 0 ? /(?:^|\.)localhost$/i.test(host) : isLoopbackAddress(host);
  if (isHere) return url;
  throw notLoopback('Its host must be localhost or a loopback address such as 127.0.0.1.');
}

function notLoopback(why: string): Failure {
  return new Failure('invalid', 'not_loopback', `This isn’t the address of a program on this computer. ${why}`);
}
