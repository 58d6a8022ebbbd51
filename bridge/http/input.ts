import express, { type Request as HttpRequest, type Response } from 'express';
import type { IncomingMessage } from 'node:http';
import { isFile, isUpload, type Request } from '../../daemon/contract/define.ts';
import type { Limits } from './limits.ts';
import { HttpRefusal, requestTimeout } from './problem.ts';
import { uploadOf } from './upload.ts';

type BodyReader = (request: HttpRequest, response: Response) => Promise<void>;

/** Parses the body of this row for `inputOf`; undefined if the body is streamed or absent. */
export function bodyReader(row: Request, method: string, limits: Limits): BodyReader | undefined {
  return method === 'GET' || isUpload(row.input) ? undefined : jsonReader(row, limits);
}

/** Parses a JSON body of the usual size. Throws `HttpRefusal`: 413, 415, 408, and 400 for what is not JSON. */
export function jsonBodyReader(limits: Limits): BodyReader {
  return jsonReader({}, limits);
}

function jsonReader(
  { large }: Pick<Request, 'large'>,
  { maxJsonBytes, maxLargeJsonBytes, jsonTimeoutMs }: Limits,
): BodyReader {
  const read = express.json({
    limit: large ? maxLargeJsonBytes : maxJsonBytes,
    inflate: false,
    type: 'application/json',
  });
  return async (request, response) => {
    if (!hasBody(request)) return;
    requireJson(request);
    await new Promise<void>((resolve, reject) => {
      const timeout = setTimeout(() => reject(requestTimeout()), jsonTimeoutMs);
      read(request, response, (error?: unknown) => {
        clearTimeout(timeout);
        if (error === undefined) resolve();
        else reject(error);
      });
    });
  };
}

function requireJson({ headers }: IncomingMessage): void {
  if (/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) return;
  throw new HttpRefusal(415, 'unsupported_media_type', 'The body must be JSON, sent as content-type application/json.');
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Query, body and path as one object, the later winning, as the local socket would send it. Only the outer form is checked
 * here; the row's schema checks the rest. A repeated query key becomes a list. Throws `HttpRefusal` 400, also for a field of
 * a DELETE that query and body state differently: which of the two the caller meant decides whether something is deleted.
 */
export function inputOf(row: Request, request: HttpRequest, limits: Limits): Record<string, unknown> {
  const content = isUpload(row.input) ? { content: uploadOf(request, limits) } : {};
  const range = isFile(row.output) && 'range' in row.input.shape ? { range: rangeOf(request) } : {};
  const answer = isFile(row.output) && 'answer' in row.input.shape ? { answer: preferredFormOf(request) } : {};
  const isConditional = 'if_match' in row.input.shape && request.headers['if-match'] !== undefined;
  const match = isConditional ? { if_match: ifMatchOf(request) } : {};
  const [query, body] = [queryOf(request), bodyOf(request)];
  if (request.method === 'DELETE') refuseContradictions(query, body);
  // Spread defines own properties and never calls a setter, so a `__proto__` key stays harmless.
  return { ...query, ...body, ...request.params, ...content, ...range, ...answer, ...match };
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

function refuseContradictions(query: Record<string, unknown>, body: object): void {
  const stated = new Map(Object.entries(body));
  for (const [key, value] of Object.entries(query)) {
    if (!stated.has(key) || textsOf(stated.get(key)) === textsOf(value)) continue;
    throw new HttpRefusal(
      400,
      'contradictory_input',
      `${key} has different values in the query and the body. Nothing was changed. Send it once.`,
    );
  }
}

/** A query contains texts only, and a list of one entry looks like the entry. */
function textsOf(value: unknown): string {
  const entries: unknown[] = [value].flat();
  return JSON.stringify(
    entries.map((each) => (typeof each === 'boolean' || typeof each === 'number' ? each.toString() : each)),
  );
}

/** The requested byte range (RFC 9110, 14.1.2). Several ranges, or a malformed one, count as none. */
function rangeOf({ headers }: IncomingMessage): { start?: number; end?: number } | undefined {
  const [, start, end] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? [];
  if (!start && !end) return undefined;
  return { ...(start && { start: Number(start) }), ...(end && { end: Number(end) }) };
}

/**
 * Whether Accept (RFC 9110, 12.5.1) names JSON or a file first. The order counts and not the weights, because clients list
 * what they prefer first.
 */
function preferredFormOf({ headers }: IncomingMessage): 'file' | 'json' | undefined {
  const first = headers.accept?.split(/[,;]/, 1)[0]?.trim().toLowerCase();
  if (!first || first === '*/*') return undefined;
  return first === 'application/json' ? 'json' : 'file';
}

/** The version a change is based on (RFC 9110, 13.1.1); `*` or an absent header asks for no version. */
function ifMatchOf({ headers }: IncomingMessage): string | undefined {
  const field = headers['if-match'] ?? '';
  if (field.trim() === '*') return undefined;
  return /^\s*"([^"]{1,200})"\s*$/.exec(field)?.[1] ?? 'none that was given out';
}
