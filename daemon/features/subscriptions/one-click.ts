import { STATUS_CODES } from 'node:http';
import { Failure } from '../../base/failure.ts';
import type { OutgoingFetch } from '../../outgoing/outgoing-fetch.ts';

type OneClickResult = { state: 'done' } | { state: 'failed' | 'unknown'; error: string };

const timeoutMs = 20_000;
const maxReadBytes = 65_536;

/**
 * Sends a one-click unsubscribe request (RFC 8058): a POST without any data of the user. The RFC requires a valid DKIM
 * signature over both headers; no signature is checked here, so the sender of a forged mail can cause this request, after
 * the user's confirmation, to a public https address, and does not see its answer.
 */
export async function requestOneClick(fetch: OutgoingFetch, url: string): Promise<OneClickResult> {
  if (!/^https:/i.test(url)) return { state: 'failed', error: 'The unsubscribe address isn’t https.' };
  try {
    const { status, content } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
      maxBytes: maxReadBytes,
      timeoutMs,
      // A redirected POST may become a GET with another meaning (RFC 8058, section 3.1 forbids redirects).
      maxRedirects: 0,
    });
    await drain(content);
    return status >= 200 && status < 300 ? { state: 'done' } : { state: 'failed', error: refusalText(status) };
  } catch (failed) {
    if (!(failed instanceof Failure)) throw failed;
    if (failed.code === 'too_large') return { state: 'unknown', error: tooLongText };
    if (failed.code === 'fetch_timeout') return { state: 'unknown', error: timeoutText };
    if (wasConnectionLost(failed)) return { state: 'unknown', error: connectionLostText };
    return { state: 'failed', error: failed.message };
  }
}

const timeoutText = 'The sender didn’t answer in time, so we couldn’t confirm the request.';
const connectionLostText = 'The connection was lost before the sender answered, so we couldn’t confirm the request.';
const tooLongText = 'The sender’s answer was too long to read to the end.';

/** The connection is released only after the answer is read. Its content other than the status is ignored. */
async function drain(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of content);
}

/** The connection was lost after it was established: the server may have received the request. */
function wasConnectionLost({ cause }: Failure): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
}

function refusalText(status: number): string {
  if (status >= 300 && status < 400)
    return `The sender’s answer redirects elsewhere (${status}), which isn’t allowed here.`;
  const words = STATUS_CODES[status];
  return `The sender answers ${status}${words ? ` (${words})` : ''}.`;
}
