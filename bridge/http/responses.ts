import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { randomId } from '../../daemon/base/ids.ts';
import type { EventSource } from '../events/source.ts';
import type { Problem } from './problem.ts';

/** What no page of the bridge uses, so that injected content could not use it either. */
const unusedBrowserFeatures = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** Headers on every answer, whatever the caller and the result. */
export const securityHeaders = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Pages of other ports of this computer belong to the same site, and could otherwise share a process with ours.
  'origin-agent-cluster': '?1',
  // A looked-up name would tell that a message was opened.
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
  'permissions-policy': unusedBrowserFeatures.map((name) => `${name}=()`).join(', '),
};

/** Headers on every answer of the API: a browser must never cache mail or show it as a page. */
export const apiHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

const requestIdPattern = /^[\w.-]{1,128}$/;

/** The caller's `x-request-id` if it is a plain word, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && requestIdPattern.test(sent) ? sent : randomId();
}

/** The requested path without the query, because the query may contain a token. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split(/[?#]/, 1)[0] ?? '/';
}

/** States in an answer the newest event before it was made: later events are new to the client. */
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

/** As `sendJson`, for a document that was serialized once and is sent often. */
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

/** The client has this version already; its headers have been set. */
export function sendNotModified(response: ServerResponse): void {
  response.writeHead(304, apiHeaders);
  response.end();
}

export function sendProblem(response: ServerResponse, { status, body, headers }: Problem): void {
  sendJson(response, status, body, headers);
}

/** Answers on a bare socket without a response object: a refused upgrade, or a request that is not HTTP. */
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

/**
 * How long the rest of a refused request is discarded, in milliseconds: if it is cut at once, the client does not read the
 * reason.
 */
const drainMs = 1000;

function discardInput(socket: Duplex): void {
  const timeout = setTimeout(() => socket.destroy(), drainMs);
  socket.once('close', () => clearTimeout(timeout));
  // Node's parser would fail on every further chunk, and report it.
  socket.removeAllListeners('data').on('data', () => undefined);
  socket.once('end', () => socket.destroy());
}
