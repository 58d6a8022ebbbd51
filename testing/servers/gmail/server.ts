import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createEmulator } from '@emulators/core';
import { getGoogleStore, googlePlugin } from '@emulators/google';
import { createFaultScript, type FaultScript } from './fault-script.ts';
import { createUploads } from './uploads.ts';

/**
 * Google's Gmail API on this computer: the emulator `@emulators/google` behind a scripted front. The front adds what the emulator
 * lacks: the profile, resumable uploads, uploads as bytes, refused tokens, expired history, throttling, and faults.
 */
export type GmailServer = {
  origin: string;
  port: number;
  email: string;
  /** The token that the server accepts; others get 401. */
  token: string;
  faults: FaultScript;
  /** Requests so far, as `GET /messages/:id`. */
  requests: string[];
  mail: ReturnType<typeof getGoogleStore>;
  /** Calls the API as another client does. */
  call(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  /** Gmail no longer has the history before this moment. */
  expireHistory(): void;
  stop(): Promise<void>;
};

type Handled = { status: number; headers: Record<string, string>; body: Buffer };

const root = '/gmail/v1/users/me';

export async function startGmailServer({ email = 'ada@gmail.example' } = {}): Promise<GmailServer> {
  const emulatorToken = 'emulator';
  const { app, store } = createEmulator(googlePlugin, {
    tokens: { [emulatorToken]: { login: email, id: 1, scopes: ['https://mail.google.com/'] } },
  });
  const mail = getGoogleStore(store);
  const faults = createFaultScript();
  const requests: string[] = [];
  let oldestHistory = 0n;

  const emulate = async (method: string, path: string, body?: Buffer | string): Promise<Handled> => {
    const isChange = method !== 'GET';
    // The emulator's history ids are the time and a random number: two changes must not happen in one millisecond.
    if (isChange) await nextMillisecond();
    const response = await app.fetch(
      new Request(`http://emulator${path}`, {
        method,
        headers: { authorization: `Bearer ${emulatorToken}`, 'content-type': 'application/json' },
        ...(body !== undefined && body.length > 0 && { body: body.toString() }),
      }),
    );
    if (isChange) await nextMillisecond();
    const headers = { 'content-type': response.headers.get('content-type') ?? 'application/json' };
    return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
  };
  const uploads = createUploads(emulate);
  const historyId = () => {
    const ids = [
      ...mail.messages.all().map((each) => each.history_id),
      ...mail.history.all().map((each) => each.gmail_id),
    ];
    return ids.reduce((latest, id) => (BigInt(id) > latest ? BigInt(id) : latest), 1n);
  };
  const handle = async (request: IncomingMessage, body: Buffer): Promise<Handled> => {
    const { method = 'GET', url = '/', headers } = request;
    const { pathname, searchParams } = new URL(url, 'http://gmail');
    const upload = await uploads.handle({ method, url, headers, body, host: headers.host ?? '' });
    if (upload) return upload;
    if (pathname === `${root}/profile`)
      return json(200, {
        emailAddress: email,
        historyId: String(historyId()),
        messagesTotal: mail.messages.all().length,
      });
    if (pathname === `${root}/history` && BigInt(searchParams.get('startHistoryId') ?? '0') < oldestHistory)
      return errorResponse(404, 'notFound', 'Requested entity was not found.');
    const messageId = /^rfc822msgid:(.*)$/.exec(searchParams.get('q') ?? '')?.[1];
    if (pathname === `${root}/messages` && messageId !== undefined)
      return json(200, { messages: messagesWithId(messageId, searchParams.get('labelIds')) });
    return emulate(method, url, body);
  };
  /** The emulator finds nothing by Message-ID. */
  const messagesWithId = (messageId: string, labelId: string | null) =>
    mail.messages
      .all()
      .filter((each) => each.message_id.toLowerCase() === `<${messageId.toLowerCase()}>`)
      .filter(({ label_ids }) => labelId === null || label_ids.includes(labelId))
      .map(({ gmail_id, thread_id }) => ({ id: gmail_id, threadId: thread_id }))
      .toReversed();

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const name = nameOf(request);
    requests.push(name);
    const fault = faults.take(name);
    if (fault?.do === 'drop-early') return request.socket.destroy();
    const body = await bytesOf(request);
    if (fault?.do === 'delay') await new Promise<void>((resolve) => response.once('close', resolve));
    if (fault?.do === 'respond')
      return respond(
        response,
        errorResponse(fault.status, fault.reason ?? '', fault.text ?? 'Scripted.', fault.headers),
      );
    const isKnown = request.headers.authorization === `Bearer ${gmail.token}`;
    if (!isKnown) return respond(response, errorResponse(401, 'authError', 'Invalid Credentials'));
    if (fault?.do === 'drop') return request.socket.destroy();
    const handled = await handle(request, body);
    if (fault?.do === 'drop-late') return request.socket.destroy();
    if (fault?.do === 'cut') {
      response.writeHead(handled.status, { ...handled.headers, 'content-length': handled.body.length });
      return response.write(handled.body.subarray(0, Math.floor(handled.body.length / 2)), () =>
        request.socket.destroy(),
      );
    }
    return respond(response, handled);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const gmail: GmailServer = {
    origin: `http://127.0.0.1:${port}`,
    port,
    email,
    token: 'token-1',
    faults,
    requests,
    mail,
    async call(method, path, body) {
      const handled = await emulate(method, `${root}${path}`, body && JSON.stringify(body));
      if (handled.status >= 300) throw new Error(`${method} ${path}: ${handled.status} ${handled.body.toString()}`);
      return handled.body.length === 0 ? {} : (JSON.parse(handled.body.toString()) as Record<string, unknown>);
    },
    expireHistory: () => void (oldestHistory = historyId() + 1n),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return gmail;
}

/** A request in words, without ids. */
function nameOf({ method, url = '' }: IncomingMessage): string {
  const { pathname, searchParams } = new URL(url, 'http://gmail');
  const path = pathname
    .replace(/^(\/upload)?\/gmail\/v1\/users\/me/, '$1')
    .replace(/\/(messages|labels|drafts)\/(?!batch|send)[^/]+/, '/$1/:id');
  const format = searchParams.get('format');
  return `${method} ${path}${format ? ` ${format}` : ''}`;
}

function respond(response: ServerResponse, { status, headers, body }: Handled): void {
  response.writeHead(status, headers);
  response.end(status === 204 ? undefined : body);
}

function json(status: number, content: object): Handled {
  return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(content)) };
}

function errorResponse(status: number, reason: string, message: string, headers: Record<string, string> = {}): Handled {
  const handled = json(status, { error: { code: status, message, errors: [{ reason, message }] } });
  return { ...handled, headers: { ...handled.headers, ...headers } };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  while (Date.now() <= now) await new Promise(setImmediate);
}
