import express, { type Request as HttpRequest, type RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import { isFile, isUpload, type Request } from '../daemon/contract/define.ts';
import { HttpRefusal } from './status.ts';

/** Bytes of a JSON body. Uploads are streamed and have a limit of their own. */
const jsonLimit = 2 * 1024 * 1024;
const uploadLimit = 50 * 1024 * 1024;

/** What must run before `inputOf` so that the body of this row is there: nothing where it is streamed or has none. */
export function bodyReaders(row: Request, method: string): RequestHandler[] {
  if (method === 'GET' || isUpload(row.input)) return [];
  return [requireJson, express.json({ limit: jsonLimit, inflate: false, type: 'application/json' })];
}

const requireJson: RequestHandler = (request, _response, next) => {
  if (hasBody(request) && !/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new HttpRefusal(
      415,
      'unsupported_media_type',
      'The body must be JSON, sent as content-type application/json.',
    );
  }
  next();
};

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * One object of query, body and path, the later winning: what the local socket would send. Nothing is checked here
 * but its outer form; the row's schema does the rest. A repeated query key becomes a list. Throws `HttpRefusal` 400.
 */
export function inputOf(row: Request, request: HttpRequest): Record<string, unknown> {
  const content = isUpload(row.input) ? { content: limited(request) } : {};
  const range = isFile(row.output) && 'range' in row.input.shape ? { range: rangeOf(request) } : {};
  const match = 'if_match' in row.input.shape ? { if_match: matchOf(request) } : {};
  // Spread defines own properties and never calls a setter, so a `__proto__` key stays a harmless key.
  return { ...queryOf(request), ...bodyOf(request), ...request.params, ...content, ...range, ...match };
}

function queryOf({ url }: IncomingMessage): Record<string, unknown> {
  const query = new URLSearchParams(url?.split('?').slice(1).join('?'));
  return Object.fromEntries(
    [...new Set(query.keys())].map((key) => {
      const values = query.getAll(key);
      return [key, values.length > 1 ? values : values[0]];
    }),
  );
}

function bodyOf({ body }: HttpRequest): object {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new HttpRefusal(400, 'invalid_body', 'The body must be one JSON object.');
  }
  return body;
}

async function* limited(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > uploadLimit) {
      throw new HttpRefusal(413, 'body_too_large', `The file is larger than ${uploadLimit / 1024 / 1024} MB.`);
    }
    yield chunk;
  }
}

/** One range of bytes asked for (RFC 9110, 14.1.2); several, or anything malformed, count as none. */
function rangeOf({ headers }: IncomingMessage): { start?: number; end?: number } | undefined {
  const [, start, end] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? [];
  if (!start && !end) return undefined;
  return { ...(start && { start: Number(start) }), ...(end && { end: Number(end) }) };
}

/** The version a change is meant for (RFC 9110, 13.1.1); `*` and none at all ask for no version. */
function matchOf({ headers }: IncomingMessage): string | undefined {
  const given = headers['if-match'];
  if (given === undefined || given.trim() === '*') return undefined;
  return /^\s*"([^"]{1,200})"\s*$/.exec(given)?.[1] ?? 'none that was given out';
}
