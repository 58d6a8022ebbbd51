import type { Readable } from 'node:stream';
import type { Client, Dispatcher } from 'undici';
import { Failure, reasonOf } from '../base/failure.ts';
import { decoded } from './decoded.ts';
import type { OutgoingAnswer, OutgoingFetch, OutgoingWish } from './outgoing-fetch.ts';
import { pinnedConnector, resolveHere, type Resolve } from './pinned-connection.ts';
import { isPublicAddress } from './public-address.ts';
import { hostOf, webAddress } from './web-address.ts';

export type GuardSettings = {
  resolve?: Resolve;
  /** Addresses that may be connected to though they are not public; for tests with a server on this machine. */
  mayReach?: (address: string, port: number) => boolean;
};

/** One request of a chain of redirects. */
type Hop = { url: URL; method: 'GET' | 'POST'; body: string | undefined };

type Asked = { client: Client; answer: Dispatcher.ResponseData };

/**
 * Fetches from the public internet and from nowhere else, as `OutgoingFetch` says. Every request has a connection of its
 * own, says nothing of this program, and takes all its time, redirects included, from the one limit.
 */
export function guardedFetch({ resolve = resolveHere, mayReach = () => false }: GuardSettings = {}): OutgoingFetch {
  const isOpen = (address: string, port: number) => isPublicAddress(address) || mayReach(address, port);
  return async (address, wish) => {
    const deadline = AbortSignal.timeout(wish.within);
    const signal = wish.signal ? AbortSignal.any([deadline, wish.signal]) : deadline;
    let hop: Hop = { url: webAddress(address), method: wish.method ?? 'GET', body: wish.body };
    for (let left = wish.redirects ?? 0; ; left -= 1) {
      const explained = explainer(hop.url, { deadline, wish });
      const asked = await ask(hop, wish, { resolve, isOpen, signal }).catch((failed: unknown) => {
        throw explained(failed);
      });
      const next = placeOf(asked.answer);
      if (next === undefined) return answerOf(hop.url, asked, { wish, signal, explained });
      await asked.client.destroy();
      if (left <= 0) throw tooManyRedirects(wish);
      hop = redirected(hop, asked.answer.statusCode, next);
    }
  };
}

async function ask(
  { url, method, body }: Hop,
  { headers }: OutgoingWish,
  { signal, ...guard }: Omit<Parameters<typeof pinnedConnector>[1], 'build'> & { signal: AbortSignal },
): Promise<Asked> {
  const { buildConnector, Client } = await import('undici');
  // A name as it was checked: without the dot at its end.
  const client = new Client(url.origin, {
    connect: pinnedConnector(url, { ...guard, build: buildConnector }),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const answer = await client.request({
      path: `${url.pathname}${url.search}`,
      method,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Mozilla/5.0', ...headers },
      body: body ?? null,
      signal,
    });
    return { client, answer };
  } catch (failed) {
    await client.destroy();
    throw failed;
  }
}

/** Where an answer sends us on to, if it does. */
function placeOf({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
  return isRedirect ? textOf(headers['location']) : undefined;
}

/** The next request, as browsers make it (Fetch, "HTTP-redirect fetch"). */
function redirected({ url, method, body }: Hop, status: number, place: string): Hop {
  const next = webAddress(place, url);
  if (method === 'GET' || ![307, 308].includes(status)) return { url: next, method: 'GET', body: undefined };
  if (url.protocol === 'https:' && next.protocol !== 'https:') {
    throw new Failure('refused', 'blocked_address', 'The server sends what was written to it on without encryption.');
  }
  return { url: next, method, body };
}

type Reading = { wish: OutgoingWish; signal: AbortSignal; explained: (failed: unknown) => unknown };

async function answerOf(url: URL, { client, answer }: Asked, reading: Reading): Promise<OutgoingAnswer> {
  const { headers, statusCode, body } = answer;
  const { wish, signal } = reading;
  const close = () => void client.destroy();
  // Nobody may ever read it.
  signal.addEventListener('abort', close, { once: true });
  body.on('error', () => undefined);
  try {
    if (Number(textOf(headers['content-length']) ?? 0) > wish.most) throw tooLarge(wish.most);
    const content = decoded(body, textOf(headers['content-encoding']) ?? '');
    const [type = ''] = (textOf(headers['content-type']) ?? '').split(';');
    return {
      status: statusCode,
      type: type.trim().toLowerCase(),
      url: url.href,
      content: upTo(content, reading, close),
    };
  } catch (failed) {
    close();
    throw failed;
  }
}

async function* upTo(content: Readable, { wish: { most }, explained }: Reading, close: () => void) {
  let size = 0;
  try {
    for await (const piece of content as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > most) throw tooLarge(most);
      yield piece;
    }
  } catch (failed) {
    throw explained(failed);
  } finally {
    content.destroy();
    close();
  }
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Says what went wrong with a request in words for people. */
function explainer(url: URL, { deadline, wish }: { deadline: AbortSignal; wish: OutgoingWish }) {
  return (failed: unknown): unknown => {
    if (failed instanceof Failure) return failed;
    if (wish.signal?.aborted) return wish.signal.reason;
    const more = { retryable: true, cause: failed };
    if (deadline.aborted) {
      const sentence = `${hostOf(url)} did not answer in full within ${Math.round(wish.within / 1000)} seconds.`;
      return new Failure('provider', 'fetch_timeout', sentence, more);
    }
    return new Failure('provider', 'unreachable', `${hostOf(url)} could not be reached (${reasonOf(failed)}).`, more);
  };
}

function tooLarge(most: number): Failure {
  const sentence = `The answer is larger than ${Math.round(most / 1_000_000)} MB, which is the most that is fetched.`;
  return new Failure('limited', 'too_large', sentence);
}

function tooManyRedirects({ redirects = 0 }: OutgoingWish): Failure {
  const sentence =
    redirects === 0
      ? 'The server sends us on to another address.'
      : `The server sends us on more than ${redirects} times.`;
  return new Failure('provider', 'too_many_redirects', sentence);
}
