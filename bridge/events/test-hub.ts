import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { WebSocket, type RawData } from 'ws';
import { movableClock } from '../../daemon/base/clock.ts';
import { randomId } from '../../daemon/base/ids.ts';
import { silentLog } from '../../daemon/base/log.ts';
import type { Announcement, Event } from '../../daemon/contract/events.ts';
import type { Caller } from '../../daemon/handler-types.ts';
import { openEvents } from '../../daemon/mail/events/events.ts';
import { openActivity, storeFiles } from '../../daemon/store/open.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { createEventHub, type EventHubDeps } from './hub.ts';
import { sendProblemRaw } from '../http/responses.ts';
import { problemOf } from '../http/problem.ts';
import type { EventSource } from './source.ts';

type TestHubOptions = Partial<Pick<EventHubDeps, 'clock' | 'maxBufferedBytes'>> &
  Partial<Pick<EventSource, 'visibleAccountIds' | 'after'>>;

/** The hub on a real event log, behind a server that accepts the caller a client states. */
export async function openTestHub(
  context: TestContext,
  { visibleAccountIds = () => undefined, after, ...limits }: TestHubOptions = {},
) {
  const db = await openActivity(storeFiles(testFolder()).activity);
  const recorded = openEvents({ db, clock: movableClock('2026-01-02T03:04:05Z'), log: silentLog });
  const callerListeners = new Set<() => void>();
  const onCallersChange = (listener: () => void) => {
    callerListeners.add(listener);
    return () => void callerListeners.delete(listener);
  };
  const events = { ...recorded, ...(after && { after }), visibleAccountIds, onCallersChange };
  const hub = createEventHub({ events, log: silentLog, ...limits });
  const callerOf = ({ headers }: IncomingMessage) => JSON.parse(String(headers['x-test-caller'])) as Caller;
  const server = createServer((request, response) => hub.stream(request, response, callerOf(request)));
  server.on('upgrade', (request, stream, head) => {
    try {
      hub.accept(request, stream, head, callerOf(request));
    } catch (error) {
      sendProblemRaw(stream, problemOf(error, randomId()));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  context.after(() => {
    hub.close();
    hub.terminate();
    server.close();
    recorded.close();
    db.close();
  });
  return {
    port,
    db,
    hub,
    /** Records and announces these events together. */
    record(...announcements: Announcement[]): void {
      announcements.forEach(recorded.announce);
      recorded.flush();
    },
    /** How many connections the server holds. */
    connections: () => promisify<number>(server.getConnections.bind(server))(),
    callersChanged: () => callerListeners.forEach((listener) => listener()),
    connect: (options: ListenerOptions = {}) => openListener(port, options),
    stream: (options: StreamOptions = {}) => openEventStream(port, options),
  };
}

type ListenerOptions = { since?: number; protocols?: string[]; caller?: Caller };

export type TestHub = Awaited<ReturnType<typeof openTestHub>>;

/** The request head of an upgrade by a client that sends no WebSocket frames afterwards. */
export function upgradeText(query = ''): string {
  return [
    `GET /api/v1/events${query} HTTP/1.1`,
    'host: localhost',
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    'x-test-caller: {"origin":"script"}',
    '\r\n',
  ].join('\r\n');
}

/** A client that keeps the events it receives. */
async function openListener(
  port: number,
  { since, protocols = [], caller = { origin: 'script' } }: ListenerOptions = {},
) {
  const query = since === undefined ? '' : `?since=${since}`;
  const headers = { 'x-test-caller': JSON.stringify(caller) };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/events${query}`, protocols, { headers });
  const frames: string[] = [];
  const events: Event[] = [];
  socket.on('message', (frame: RawData) => {
    const text = (frame as Buffer).toString();
    frames.push(text);
    events.push(...([JSON.parse(text)].flat() as Event[]));
  });
  await once(socket, 'open');
  const closed = once(socket, 'close').then(([code, reason]) => ({ code: Number(code), reason: String(reason) }));
  return {
    socket,
    /** The underlying connection: pause it to stop reading. */
    raw: (socket as unknown as { _socket: Socket })._socket,
    frames,
    events,
    /** Resolves when a matching event has come. */
    async until(matches: (event: Event) => boolean): Promise<void> {
      const early = closed.then(({ code }) => Promise.reject(new Error(`The connection was closed with ${code}.`)));
      while (!events.some(matches)) await Promise.race([once(socket, 'message'), early]);
      early.catch(() => undefined);
    },
    closed,
  };
}

type StreamOptions = { path?: string; headers?: Record<string, string>; caller?: Caller };

/** A client of server-sent events, which keeps the text it receives. */
export async function openEventStream(
  port: number,
  { path = '/api/v1/events', headers = {}, caller = { origin: 'script' } }: StreamOptions = {},
) {
  const sent = get({
    host: '127.0.0.1',
    port,
    path,
    headers: { accept: 'text/event-stream', 'x-test-caller': JSON.stringify(caller), ...headers },
    agent: false,
  });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  let isRead = false;
  const ended = new Promise<void>((resolve) => response.once('close', resolve));
  const read = () => {
    if (isRead) return;
    isRead = true;
    response.setEncoding('utf8').on('data', (part: string) => (text += part));
    // A server that cuts the connection is what some tests wait for.
    response.on('error', () => undefined);
  };
  return {
    response,
    ended,
    read,
    text: () => text,
    events: () =>
      [...text.matchAll(/^data: (.*)$/gm)].flatMap(([, data = '']) => {
        const parsed = JSON.parse(data) as Event | { code: number };
        return 'seq' in parsed ? [parsed] : [];
      }),
    /** Resolves when text that matches has come. */
    async until(pattern: RegExp): Promise<void> {
      read();
      const early = ended.then(() => Promise.reject(new Error(`The answer ended with: ${text.slice(-300)}`)));
      while (!pattern.test(text)) await Promise.race([once(response, 'data'), early]);
      early.catch(() => undefined);
    },
    close: () => sent.destroy(),
  };
}

/** An event that is never merged with another event. */
export function operationStarted(
  name: number | string,
  { account_id = null, message = '' }: Partial<OperationStartedFields> = {},
): Announcement {
  return { event: 'OperationStarted', operation_id: String(name), operation: 'sync', account_id, message };
}

type OperationStartedFields = { account_id: string | null; message: string };

export const seqsOf = (events: readonly Event[]) => events.map(({ seq }) => seq);
export const seqRange = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
