import type { Readable } from 'node:stream';
import type { Client, Dispatcher } from 'undici';
import { Failure } from '../base/failure.ts';
import { systemReason } from '../base/system-reason.ts';
import { decodeBody } from './decode-body.ts';
import type { OutgoingResponse, OutgoingFetch, OutgoingRequest } from './outgoing-fetch.ts';
import { pinnedConnector, resolveWithSystem, type Resolve } from './pinned-connection.ts';
import { isPublicAddress } from './public-address.ts';
import { hostOf, parseWebAddress } from './web-address.ts';

export type GuardedFetchOptions = {
  resolve?: Resolve;
  /** Addresses that are allowed although they are not public; for tests with a server on this machine. */
  isAllowedAddress?: (address: string, port: number) => boolean;
};

/** One request of a chain of redirects. */
type Hop = { url: URL; method: 'GET' | 'POST'; body: string | undefined };

type HttpExchange = { client: Client; response: Dispatcher.ResponseData };

/**
 * Fetches only from the public internet, as `OutgoingFetch` describes. Every request has its own connection and does not
 * identify this program. All requests, including redirects, share one time limit.
 */
export function guardedFetch({
  resolve = resolveWithSystem,
  isAllowedAddress = () => false,
}: GuardedFetchOptions = {}): OutgoingFetch {
  const isAllowed = (address: string, port: number) => isPublicAddress(address) || isAllowedAddress(address, port);
  return fetchWith({ resolve, isAllowed, parseAddress: parseWebAddress });
}

/** Which addresses are fetched: by their text, and by the address that is connected to. Both functions may throw a Failure. */
type FetchRules = {
  resolve: Resolve;
  isAllowed: (address: string, port: number) => boolean;
  parseAddress: (text: string, base?: URL) => URL;
};

/** Fetches as `guardedFetch` does, by other rules. */
export function fetchWith({ resolve, isAllowed, parseAddress }: FetchRules): OutgoingFetch {
  return async (address, request) => {
    const deadline = AbortSignal.timeout(request.timeoutMs);
    const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
    let redirectHop: Hop = { url: parseAddress(address), method: request.method ?? 'GET', body: request.body };
    for (let redirectsLeft = request.maxRedirects ?? 0; ; redirectsLeft -= 1) {
      const toFailure = failureExplainer(redirectHop.url, { deadline, request });
      const exchange = await sendRequest(redirectHop, request, { resolve, isAllowed, signal }).catch(
        (failed: unknown) => {
          throw toFailure(failed);
        },
      );
      const redirectUrl = redirectTargetOf(exchange.response);
      if (redirectUrl === undefined) return responseOf(redirectHop.url, exchange, { request, signal, toFailure });
      await exchange.client.destroy();
      if (redirectsLeft <= 0) throw tooManyRedirects(request);
      redirectHop = nextHop(redirectHop, exchange.response.statusCode, parseAddress(redirectUrl, redirectHop.url));
    }
  };
}

async function sendRequest(
  { url, method, body }: Hop,
  { headers }: OutgoingRequest,
  { signal, ...connectorOptions }: Omit<Parameters<typeof pinnedConnector>[1], 'build'> & { signal: AbortSignal },
): Promise<HttpExchange> {
  const { buildConnector, Client } = await import('undici');
  // A name in its checked form: without the trailing dot.
  const client = new Client(url.origin, {
    connect: pinnedConnector(url, { ...connectorOptions, build: buildConnector }),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const response = await client.request({
      path: `${url.pathname}${url.search}`,
      method,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Mozilla/5.0', ...headers },
      body: body ?? null,
      signal,
    });
    return { client, response };
  } catch (failed) {
    await client.destroy();
    throw failed;
  }
}

/** The target of a redirect, if the reply is one. */
function redirectTargetOf({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
  return isRedirect ? textOf(headers['location']) : undefined;
}

/** The next request, as browsers make it (Fetch, "HTTP-redirect fetch"). */
function nextHop({ url, method, body }: Hop, status: number, next: URL): Hop {
  if (method === 'GET' || ![307, 308].includes(status)) return { url: next, method: 'GET', body: undefined };
  if (url.protocol === 'https:' && next.protocol !== 'https:') {
    throw new Failure('refused', 'blocked_address', 'The server forwards the request without encryption.');
  }
  return { url: next, method, body };
}

type ReadContext = { request: OutgoingRequest; signal: AbortSignal; toFailure: (failed: unknown) => unknown };

async function responseOf(
  url: URL,
  { client, response }: HttpExchange,
  context: ReadContext,
): Promise<OutgoingResponse> {
  const { headers, statusCode, body } = response;
  const { request, signal } = context;
  const close = () => void client.destroy();
  // The body may never be read.
  signal.addEventListener('abort', close, { once: true });
  body.on('error', () => undefined);
  try {
    if (Number(textOf(headers['content-length']) ?? 0) > request.maxBytes) throw tooLarge(request.maxBytes);
    const content = decodeBody(body, textOf(headers['content-encoding']) ?? '');
    const [type = ''] = (textOf(headers['content-type']) ?? '').split(';');
    return {
      status: statusCode,
      header: (name) => textOf(headers[name]),
      type: type.trim().toLowerCase(),
      url: url.href,
      content: limitedContent(content, context, close),
    };
  } catch (failed) {
    close();
    throw failed;
  }
}

async function* limitedContent(
  content: Readable,
  { request: { maxBytes }, toFailure }: ReadContext,
  close: () => void,
) {
  let size = 0;
  try {
    for await (const piece of content as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      yield piece;
    }
  } catch (failed) {
    throw toFailure(failed);
  } finally {
    content.destroy();
    close();
  }
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Describes the error of a request for users. */
function failureExplainer(url: URL, { deadline, request }: { deadline: AbortSignal; request: OutgoingRequest }) {
  return (failed: unknown): unknown => {
    if (failed instanceof Failure) return failed;
    if (request.signal?.aborted) return request.signal.reason;
    const more = { retryable: true, cause: failed };
    if (deadline.aborted) {
      const sentence = `${hostOf(url)} didn’t send a complete answer within ${Math.round(request.timeoutMs / 1000)} seconds.`;
      return new Failure('provider', 'fetch_timeout', sentence, more);
    }
    return new Failure(
      'provider',
      'unreachable',
      `${hostOf(url)} couldn’t be reached (${systemReason(failed)}).`,
      more,
    );
  };
}

function tooLarge(maxBytes: number): Failure {
  const sentence = `The answer is larger than ${Math.round(maxBytes / 1_000_000)} MB, which is the most Posthorn downloads.`;
  return new Failure('limited', 'too_large', sentence);
}

function tooManyRedirects({ maxRedirects = 0 }: OutgoingRequest): Failure {
  const sentence =
    maxRedirects === 0
      ? 'The server redirects to another address.'
      : `The server redirects more than ${maxRedirects} times.`;
  return new Failure('provider', 'too_many_redirects', sentence);
}
