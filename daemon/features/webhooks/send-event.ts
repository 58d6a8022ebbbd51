import { createHmac } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { failureSentence } from '../../base/system-reason.ts';
import type { Webhook } from '../../mail/callers/webhooks.ts';
import type { OutgoingFetch } from '../../outgoing/outgoing-fetch.ts';

/** What a program is sent, as Standard Webhooks describes it. */
export type WebhookMessage = { id: string; type: string; timestamp: string; seq: number | null; data: object };

type Attempt = { ok: boolean; status: number | null; error: string | null };

const timeoutMs = 15_000;
/** Of an answer nothing but the status counts. */
const maxAnswerBytes = 64_000;

/**
 * Sends one message, signed (Standard Webhooks 1.0: `webhook-id`, `webhook-timestamp`, `webhook-signature`). A failure is an
 * outcome and is not thrown.
 */
export async function sendEvent(
  { fetch, clock, signal }: { fetch: OutgoingFetch; clock: Clock; signal: AbortSignal },
  { url, secret }: Pick<Webhook, 'url' | 'secret'>,
  { id, ...message }: WebhookMessage,
): Promise<Attempt> {
  const body = JSON.stringify(message);
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Posthorn',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf(secret, { id, timestamp, body }),
  };
  try {
    const request = { method: 'POST' as const, headers, body, maxBytes: maxAnswerBytes, timeoutMs, signal };
    const { status, content } = await fetch(url, request);
    await discard(content);
    const ok = status >= 200 && status <= 299;
    return { ok, status, error: ok ? null : `The program answered with status ${status}.` };
  } catch (failed) {
    if (signal.aborted) throw failed;
    return { ok: false, status: null, error: failureSentence('The program couldn’t be reached', failed) };
  }
}

/** `v1,` and the HMAC-SHA256, in base64, of id, time and body. The key is what follows `whsec_`, decoded. */
export function signatureOf(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

async function discard(content: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0;
  try {
    for await (const piece of content) {
      bytes += piece.length;
      if (bytes > maxAnswerBytes) return;
    }
  } catch {
    // The status has arrived, and nothing else is needed.
  }
}
