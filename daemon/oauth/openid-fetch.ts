import type { CustomFetch } from 'openid-client';
import type { OutgoingFetch } from '../outgoing/outgoing-fetch.ts';

/** The largest answer of an identity provider, in bytes. */
const maxResponseBytes = 1_000_000;
/** Milliseconds for one request. */
export const identityTimeoutMs = 20_000;

/** Sends the requests of openid-client with the guarded fetch. Redirects are not followed, because none is expected. */
export function openidFetch(fetch: OutgoingFetch): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const { 'user-agent': _library, ...ownHeaders } = headers;
    const response = await fetch(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: ownHeaders,
      ...(body !== undefined && body !== null && { body: String(body as URLSearchParams) }),
      maxBytes: maxResponseBytes,
      timeoutMs: identityTimeoutMs,
      ...(signal && { signal }),
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.content) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    return new Response(content.length > 0 ? content : null, {
      status: response.status,
      headers: { 'content-type': response.type },
    });
  };
}
