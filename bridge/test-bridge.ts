import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { z } from 'zod';
import { Failure } from '../daemon/base/failure.ts';
import { silentLog } from '../daemon/base/log.ts';
import { file, requests, upload, replyFormat, type FileContent } from '../daemon/contract/define.ts';
import type { Event } from '../daemon/contract/events.ts';
import type { Caller } from '../daemon/handler-types.ts';
import type { EventSource } from './events/source.ts';
import { startBridge, type Bridge, type BridgeDeps } from './server.ts';
import { testSettings } from './test-settings.ts';

export const token = '7a0c7d3e-6f0e-4a55-9a4f-0d9f1d1f5a10';
export const bearer = { authorization: `Bearer ${token}` };

const message = z.object({ id: z.string(), at: z.iso.datetime() }).meta({ id: 'TestMessage' });

/** A small table with a row of every form the bridge supports. */
export const testTable = {
  messages: requests('Messages, and what is enclosed in them.', {
    health: {
      http: 'GET /health',
      summary: 'Open to all.',
      effect: { safety: 'read' },
      scope: 'none',
      open: true,
      input: z.object({}),
      output: z.object({ status: z.string(), protocol_version: z.int() }),
    },
    list: {
      http: 'GET /messages',
      summary: 'Some messages.',
      effect: { safety: 'read' },
      scope: 'none',
      input: z.object({ limit: z.string().default('10') }),
      output: z.object({ messages: z.array(message) }),
    },
    get: {
      http: 'GET /messages/{id}',
      summary: 'One message.',
      effect: { safety: 'read' },
      scope: 'none',
      input: z.object({ id: z.string() }),
      output: message,
    },
    write: {
      http: 'POST /messages/{id}',
      summary: 'Writes a message.',
      effect: { safety: 'draft' },
      scope: 'none',
      input: z.object({ id: z.string(), text: z.string(), answers: message.optional() }),
      output: message,
    },
    burn: {
      http: 'DELETE /messages',
      summary: 'Deletes messages.',
      effect: { safety: 'mutate' },
      scope: 'none',
      input: z.object({ ids: z.array(z.string()) }),
      output: z.object({}),
    },
    enclose: {
      http: 'POST /messages/{id}/enclosure',
      summary: 'Puts a file into a message.',
      effect: { safety: 'draft' },
      scope: 'none',
      input: upload({ id: z.string(), name: z.string() }),
      output: z.object({ bytes: z.int() }),
    },
    open: {
      http: 'GET /messages/{id}/enclosure',
      summary: 'The file in a message.',
      effect: { safety: 'fetch' },
      scope: 'none',
      input: z.object({
        id: z.string(),
        range: z.object({ start: z.int().optional(), end: z.int().optional() }).optional(),
      }),
      output: file(),
    },
    print: {
      http: 'GET /messages/{id}/print',
      summary: 'A message as a file or as text.',
      effect: { safety: 'read' },
      scope: 'none',
      input: z.object({ id: z.string(), answer: replyFormat }),
      output: file(z.object({ content: z.string() })),
    },
  }),
};

type DispatchedRequest = { name: string; input: Record<string, unknown>; caller: Caller };

type TestBridge = Bridge & {
  /** The requests that reached the daemon's side, in order. */
  dispatched: DispatchedRequest[];
  announce(event: Event): void;
  send(path: string, options?: SendOptions): Promise<TestResponse>;
  portFile: string;
};

type SendOptions = {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  /** The address to connect to, if it differs from the one the bridge names. */
  host?: string;
};
type TestResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json: Record<string, unknown>;
};

type RowHandlers = Record<string, (input: Record<string, unknown>) => unknown>;

/** A bridge on a free loopback port with the table above; `answers` defines the answers of rows, which otherwise echo. */
export async function openTestBridge(
  context: TestContext,
  {
    handlers = {},
    settings,
    ...deps
  }: Partial<Omit<BridgeDeps, 'settings'>> & {
    handlers?: RowHandlers;
    settings?: Partial<BridgeDeps['settings']>;
  } = {},
): Promise<TestBridge> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-bridge-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const portFile = deps.portFile ?? join(folder, 'bridge-port');
  const dispatched: DispatchedRequest[] = [];
  const listeners = new Set<(events: readonly Event[]) => void>();
  const bridge = await startBridge({
    table: testTable,
    dispatch: async (name, raw, caller) => {
      const input = raw as Record<string, unknown>;
      dispatched.push({ name, input, caller });
      return (handlers[name] ?? (() => ({ echoed: true })))(input);
    },
    events: {
      ...eventsUpTo(0),
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    settings: { ...testSettings, ...settings },
    token,
    log: silentLog,
    ...deps,
    portFile,
  });
  context.after(() => bridge.close());
  return {
    ...bridge,
    dispatched,
    portFile,
    announce: (event) => listeners.forEach((listener) => listener([event])),
    send: (path, options) => sendRequest(bridge.port, path, options),
  };
}

/** An event log that recorded this many events and no longer keeps them. */
export function eventsUpTo(last: number): EventSource {
  return {
    subscribe: () => () => undefined,
    after: () => [],
    range: () => ({ first: last + 1, last }),
    visibleAccountIds: () => undefined,
    onCallersChange: () => () => undefined,
  };
}

async function sendRequest(port: number, path: string, options: SendOptions = {}): Promise<TestResponse> {
  const { method = 'GET', headers = {}, body, host = '127.0.0.1' } = options;
  const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) };
  const setHost = headers.host === undefined;
  const sent = request({ host, port, path, method, setHost, headers: { ...length, ...headers }, agent: false });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const received = await text(response);
  const isJson = response.headers['content-type']?.startsWith('application/json') && received;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: received,
    json: isJson ? (JSON.parse(received) as Record<string, unknown>) : {},
  };
}

/** Sends raw bytes and returns all output of the bridge until it closes the connection. */
export async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

export function fileOf(content: string, more: Partial<FileContent> = {}): FileContent {
  return {
    stream: Readable.from([Buffer.from(content)]),
    type: 'text/plain',
    name: 'message.txt',
    size: content.length,
    ...more,
  };
}

export function failWith(...reason: ConstructorParameters<typeof Failure>): () => never {
  return () => {
    throw new Failure(...reason);
  };
}
