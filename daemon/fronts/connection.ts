import type { Socket } from 'node:net';
import { z } from 'zod';
import { Failure } from '../base/failure.ts';
import { JsonText } from '../contract/define.ts';
import type { DispatchExtras } from '../handler-types.ts';
import { createCancellations, type Cancellations } from './cancellations.ts';
import { errorLine } from './error-line.ts';
import { createLineSplitter } from './line-splitter.ts';
import { createUploads, type Uploads } from './uploads.ts';

/** What a request says beside its name and input. `signal` aborts when the client has cancelled it or has gone. */
export type RequestEnvelope = Pick<DispatchExtras, 'idempotencyKey' | 'reason'> & {
  /** The client lowers its own rights to those of an agent or a tool. */
  origin?: 'agent' | 'mcp';
  /** A token that was made beside the owner's, whose rights then apply. */
  token?: string;
  signal: AbortSignal;
};

export type HandleRequest = (request: string, input: unknown, envelope: RequestEnvelope) => Promise<unknown>;

export type Connection = {
  /** Accepts no more requests, and ends once all pending requests are answered. */
  finish(): void;
  /** Whether requests are pending. */
  isBusy(): boolean;
};

const maxLineBytes = 1_000_000;
/** Milliseconds that a client has to read the last reply. */
const closeGraceMs = 200;
/** Pending requests that a connection may have; further requests wait unread. */
const maxConcurrentRequests = 64;

const requestLine = z.object({
  id: z.union([z.string().max(200), z.int()]),
  request: z.string().max(200),
  input: z.unknown().optional(),
  /** Corresponds to the Idempotency-Key header over HTTP. */
  idempotency_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional(),
  /** Corresponds to the Posthorn-Reason header over HTTP. */
  reason: z.string().max(10_000).optional(),
  origin: z.enum(['agent', 'mcp']).optional(),
  token: z.string().max(200).optional(),
  /** The input is an upload: its bytes follow as `{ id, chunk }`, in base64, and `{ id, end: true }`. */
  upload: z.literal(true).optional(),
});

/**
 * Answers the requests of one connection, each as soon as its reply is ready. An invalid request is answered with an error;
 * a line that is too long ends the connection. Nothing is read while a client does not read its replies.
 */
export function serveConnection(socket: Socket, handleRequest: HandleRequest): Connection {
  const splitLines = createLineSplitter(maxLineBytes);
  const waiting: string[] = [];
  const uploads = createUploads(() => processQueue());
  const cancellations = createCancellations();
  const gone = new AbortController();
  let underWay = 0;
  let isEnding = false;

  const send = (line: string) => {
    if (socket.writable) socket.write(line);
  };

  function processQueue(): void {
    while (waiting.length > 0 && underWay < maxConcurrentRequests && !socket.writableNeedDrain)
      void handleLine(waiting.shift() ?? '');
    if (isEnding && waiting.length === 0 && underWay === 0) closeGracefully(socket);
    else if (waiting.length > 0 || underWay >= maxConcurrentRequests || socket.writableNeedDrain || uploads.isFull())
      socket.pause();
    else socket.resume();
  }

  async function handleLine(line: string): Promise<void> {
    if (line.trim() === '') return;
    underWay++;
    send(await replyTo(line, handleRequest, { uploads, cancellations, gone: gone.signal }));
    underWay--;
    processQueue();
  }

  function end(): void {
    isEnding = true;
    processQueue();
  }

  socket.on('data', (piece: Buffer) => {
    if (isEnding) return;
    const { lines, isTooLong } = splitLines(piece);
    for (const line of lines) {
      if (uploads.take(line) || cancellations.take(line)) continue;
      uploads.announce(line);
      waiting.push(line);
    }
    processQueue();
    if (!isTooLong) return;
    const sentence = `A line may be ${maxLineBytes} bytes long at the most.`;
    send(errorLine(null, new Failure('invalid', 'line_too_long', sentence)));
    end();
  });
  socket.on('drain', processQueue);
  socket.on('end', () => {
    uploads.abort();
    end();
  });
  socket.on('close', () => {
    uploads.abort();
    gone.abort(clientGone());
  });
  socket.on('error', () => socket.destroy());
  return {
    finish() {
      waiting.length = 0;
      end();
    },
    isBusy: () => underWay > 0 || waiting.length > 0,
  };
}

/** Ends a connection so that the client still receives the written replies, even if it continues to send. */
export function closeGracefully(socket: Socket, lastLine?: string): void {
  socket.end(lastLine ?? '');
  socket.resume();
  setTimeout(() => socket.destroy(), closeGraceMs).unref();
}

function clientGone(): Failure {
  return new Failure('unavailable', 'client_gone', 'The client closed the connection, so no reply was created.');
}

async function replyTo(
  line: string,
  handleRequest: HandleRequest,
  { uploads, cancellations, gone }: { uploads: Uploads; cancellations: Cancellations; gone: AbortSignal },
): Promise<string> {
  let id: string | number | null = null;
  try {
    const request = parseRequestLine(line);
    id = request.id;
    const { idempotency_key: idempotencyKey, reason, origin, token, upload } = request;
    const input = upload ? { ...asRecord(request.input), content: uploads.contentOf(id) } : request.input;
    const result = await handleRequest(request.request, input, {
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      ...(reason !== undefined && { reason }),
      ...(origin && { origin }),
      ...(token !== undefined && { token }),
      signal: AbortSignal.any([gone, cancellations.signalOf(id)]),
    });
    const text = result instanceof JsonText ? result.text : JSON.stringify(result);
    return `{"id":${JSON.stringify(id)},"reply":${text}}\n`;
  } catch (failed) {
    return errorLine(id, failed);
  } finally {
    if (id !== null) {
      uploads.forget(id);
      cancellations.forget(id);
    }
  }
}

function asRecord(input: unknown): object {
  return typeof input === 'object' && input !== null ? input : {};
}

/** The request of a line. Throws Failure `invalid_json` or `invalid_request`. */
export function parseRequestLine(line: string): z.output<typeof requestLine> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new Failure('invalid', 'invalid_json', 'The line isn’t valid JSON. Send one JSON object a line.', { cause });
  }
  const { data, success } = requestLine.safeParse(value);
  if (success) return data;
  throw new Failure(
    'invalid',
    'invalid_request',
    'A request is { "id": 1, "request": "feature.row", "input": {} }, and may have an "idempotency_key" of 1 to 255 characters.',
  );
}
