import { ProviderError, type ProviderErrorReason } from '../../provider.ts';
import type { MessageSubmission, SendOptions, SendOutcome, Sender, ServerReply } from '../../sender.ts';
import { createGmailApi, unitPrices, type RequestContext } from '../api/gmail-api.ts';
import { refusalOf } from '../api/errors.ts';
import { exchange, sendRequest, slowedError, type GmailConnection } from '../api/request.ts';
import type { ServiceResponse } from '../../../outgoing/service-client.ts';
import { recipientFields } from './recipient-fields.ts';

/** The largest message that Gmail takes to send, in bytes. */
const maxSendBytes = 36_700_160;

const uploadPath = '/upload/gmail/v1/users/me/messages/send?uploadType=resumable';

/**
 * Sends through the Gmail API, which stores the copy in Sent. The message is uploaded in a resumable session (Gmail API, "Upload
 * attachments"): Gmail sends it when its last byte has arrived. If the connection is lost then, the session tells whether that
 * was so, and the outcome is unknown only while nothing can be learned.
 */
export function createGmailSender(connection: GmailConnection): Sender {
  const closing = new AbortController();
  const contextOf = (signal: AbortSignal): RequestContext => ({
    signal: AbortSignal.any([signal, closing.signal]),
    priority: 'user',
  });
  return {
    savesSentCopy: true,
    send: (message, options) => sendMessage(connection, message, options),
    async verify(signal) {
      await createGmailApi(connection).profile(contextOf(signal));
    },
    async close() {
      closing.abort();
      await connection.service.close();
    },
  };
}

async function sendMessage(
  connection: GmailConnection,
  message: MessageSubmission,
  { signal, beforeFinalBytes }: SendOptions,
): Promise<SendOutcome> {
  if (signal.aborted) return stopped(reasonText(signal.reason));
  const content = await bytesOf(message.content());
  const { bcc, others } = recipientFields(content, message.to);
  if (others.length > 0)
    return refused(
      'refused',
      `Gmail can’t send it to ${message.to.join(', ')} alone, because it also names ${others.join(', ')}.`,
      false,
    );
  const bytes = Buffer.concat([Buffer.from(bcc, 'utf8'), content]);
  if (bytes.length > maxSendBytes) return refused('too_large', 'It is larger than the 35 MB that Gmail sends.', false);
  let session: string;
  try {
    session = await beginUpload(connection, bytes.length, signal);
  } catch (thrown) {
    return outcomeOfError(thrown, signal);
  }
  try {
    await beforeFinalBytes();
  } catch (thrown) {
    return stopped(reasonText(thrown));
  }
  return upload(connection, { session, bytes, message }, signal);
}

/** Opens an upload session; returns its path. Nothing is sent by that. */
async function beginUpload(connection: GmailConnection, size: number, signal: AbortSignal): Promise<string> {
  const { headers } = await sendRequest(
    connection,
    {
      method: 'POST',
      path: uploadPath,
      units: unitPrices['messages.send'],
      headers: { 'x-upload-content-type': 'message/rfc822', 'x-upload-content-length': String(size) },
      isRepeatable: true,
    },
    { signal, priority: 'user' },
  );
  const location = new URL(headers['location'] ?? '', `https://${connection.service.host}`);
  // The token must not go to another host.
  if (location.host !== connection.service.host || !location.searchParams.has('upload_id'))
    throw new ProviderError('protocol', 'Gmail answered in a way Posthorn doesn’t understand.');
  return `${location.pathname}${location.search}`;
}

type Upload = { session: string; bytes: Buffer; message: MessageSubmission };

/** Uploads the whole message: from here on, Gmail may have sent it. */
async function upload(
  connection: GmailConnection,
  { session, bytes, message }: Upload,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const put = (range: string, body: Uint8Array) => putBytes(connection, { session, range, body }, signal);
  let failure: unknown;
  try {
    const response = await put(`bytes 0-${bytes.length - 1}/${bytes.length}`, bytes);
    const outcome = outcomeOfResponse(connection, response, message);
    if (response.status === 401) connection.tokens.invalidate(await connection.tokens.get(signal));
    if (outcome) return outcome;
  } catch (thrown) {
    failure = thrown;
  }
  try {
    // Asks what has arrived. A session with missing bytes sends nothing, once it is cancelled.
    const response = await put(`bytes */${bytes.length}`, new Uint8Array());
    if (
      response.status === 308 &&
      !isComplete(response, bytes.length) &&
      (await isCancelled(connection, session, signal))
    )
      return refused(
        failure instanceof ProviderError ? failure.reason : 'offline',
        'The connection to Gmail was lost before the message was complete.',
        true,
      );
    const outcome = outcomeOfResponse(connection, response, message);
    if (outcome?.state === 'accepted') return outcome;
  } catch (thrown) {
    failure ??= thrown;
  }
  return {
    state: 'unknown',
    message: reasonText(failure ?? new Error('Gmail didn’t say whether it sent the message.')),
  };
}

/** Gmail's answer to the cancellation of an upload session, which is no standard status. */
const cancelledStatus = 499;

/** Cancels an upload session, so that bytes that arrive late cannot complete it. Returns false if Gmail does not confirm it. */
async function isCancelled(connection: GmailConnection, session: string, signal: AbortSignal): Promise<boolean> {
  const token = await connection.tokens.get(signal);
  const { status } = await exchange(connection, { method: 'DELETE', path: session, units: 0 }, { token, signal });
  return status === cancelledStatus || (status >= 200 && status < 300);
}

async function putBytes(
  connection: GmailConnection,
  { session, range, body }: { session: string; range: string; body: Uint8Array },
  signal: AbortSignal,
): Promise<ServiceResponse> {
  const token = await connection.tokens.get(signal);
  return exchange(
    connection,
    {
      method: 'PUT',
      path: session,
      headers: { 'content-range': range, 'content-type': 'message/rfc822' },
      body,
      units: 0,
    },
    { token, signal },
  );
}

/** Undefined if the response does not say whether the message was sent. */
function outcomeOfResponse(
  connection: GmailConnection,
  response: ServiceResponse,
  { to }: MessageSubmission,
): SendOutcome | undefined {
  const { clock, quota } = connection;
  const now = clock.now().getTime();
  if (response.status === 308) return undefined;
  const refusal = refusalOf(response, now);
  switch (refusal?.kind) {
    case undefined: {
      const id = idIn(response.body);
      return {
        state: 'accepted',
        recipients: to.map((email) => ({ email, state: 'accepted' })),
        reply: replyOf(response, 'Gmail has sent it.'),
        ...(id !== undefined && { provider_message_id: id }),
      };
    }
    case 'throttled':
      quota.pauseUntil(now + (refusal.retryAfterMs ?? 60_000));
      return refused('busy', slowedError(connection).message, true);
    case 'token':
      // It took the token a moment ago, so the next attempt gets a new one.
      return refused('busy', `Gmail didn’t accept the sign-in: ${refusal.text}`, true);
    case 'refused':
      return {
        ...refused(refusal.error.reason, refusal.error.message, false),
        reply: replyOf(response, refusal.error.message),
      };
    case 'missing':
    case 'unavailable':
      return undefined;
  }
}

function outcomeOfError(thrown: unknown, signal: AbortSignal): SendOutcome {
  if (signal.aborted) return stopped(reasonText(signal.reason));
  if (!(thrown instanceof ProviderError)) throw thrown;
  return refused(thrown.reason, thrown.message, thrown.reason !== 'refused');
}

type Refused = Extract<SendOutcome, { state: 'refused' }>;

function refused(reason: ProviderErrorReason | 'too_large', message: string, isTemporary: boolean): Refused {
  return { state: 'refused', reason, isTemporary, recipients: [], reply: null, message };
}

function stopped(message: string): Refused {
  return { state: 'refused', reason: 'stopped', isTemporary: true, recipients: [], reply: null, message };
}

function replyOf({ status }: ServiceResponse, text: string): ServerReply {
  return { code: status, status: null, text };
}

/** Whether a session has all bytes of a message (`Range: bytes=0-LAST`), although it gives no result yet. */
function isComplete({ headers }: ServiceResponse, size: number): boolean {
  const last = /-(\d+)$/.exec(headers['range'] ?? '')?.[1];
  return last !== undefined && Number(last) + 1 >= size;
}

function idIn(body: Buffer): string | undefined {
  try {
    const { id } = JSON.parse(body.toString()) as { id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    // It was sent all the same.
    return undefined;
  }
}

function reasonText(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}
