import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { randomId } from '../../daemon/base/ids.ts';
import type { EventSource } from '../events/source.ts';
import type { Problem } from './problem.ts';

/** On every answer, whoever asked and whatever came of it. */
export const securityHeaders = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** On every answer of the API: mail is never cached by a browser, nor shown as a page. */
export const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

const requestIdPattern = /^[\w.-]{1,128}$/;

/** The caller's `x-request-id` where it is a plain word, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && requestIdPattern.test(sent) ? sent : randomId();
}

/** The path asked for. The query stays out, because it may hold a token. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split(/[?#]/, 1)[0] ?? '/';
}

/** Says with an answer which event was the newest before it was made: events after that one are news to who reads it. */
export function setEventSeqHeader(response: ServerResponse, events: Pick<EventSource, 'range'>): void {
  response.setHeader('x-event-seq', events.range().last);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  sendJsonText(response, status, JSON.stringify(value), headers);
}

/** As `sendJson`, for a document that was written once and is sent often. */
export function sendJsonText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  const bytes = Buffer.from(text);
  response.writeHead(status, {
    ...apiHeaders,
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
  });
  response.end(bytes);
}

export function sendProblem(response: ServerResponse, { status, body, headers }: Problem): void {
  sendJson(response, status, body, headers);
}

/** Answers on a bare socket, where there is no response object: a refused upgrade, or a request that is not HTTP. */
export function sendProblemRaw(socket: Duplex, { status, body, headers }: Problem): void {
  if (!socket.writable) return void socket.destroy();
  const text = JSON.stringify(body);
  const fields = {
    ...securityHeaders,
    ...apiHeaders,
    ...headers,
    'x-request-id': String(body.request_id),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  discardInput(socket);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n'));
}

/** How long the rest of a refused request is thrown away, in milliseconds: cut at once, its sender would not read why. */
const drainMs = 1000;

function discardInput(socket: Duplex): void {
  const timeout = setTimeout(() => socket.destroy(), drainMs);
  socket.once('close', () => clearTimeout(timeout));
  // Node's parser would stumble over every further piece, and report it.
  socket.removeAllListeners('data').on('data', () => undefined);
  socket.once('end', () => socket.destroy());
}
