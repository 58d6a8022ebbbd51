import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { TestContext } from 'node:test';

/** What the model of the test answers: a text, or a fault. An object is written as JSON. */
export type Script =
  | string
  | object
  | { fault: 'silent' | 'slow' | 'dribbling' | 'cut' | 'not_json' | 'endless' | 'error_in_stream' }
  | { status: number; location?: string }
  | { document: string };

/** A request that the server received. */
export type ChatCall = {
  path: string;
  headers: IncomingHttpHeaders;
  model: string;
  system: string;
  user: string;
  hasSchema: boolean;
};

type ChatBody = { model?: string; messages?: { role: string; content: string }[]; response_format?: unknown };

/** A server of a model on this machine that answers as the test says, and the requests it received. */
export async function testChatServer(
  t: Pick<TestContext, 'after'>,
  respond: (call: ChatCall, number: number) => Script | Promise<Script>,
  { host = '127.0.0.1' }: { host?: string } = {},
) {
  const calls: ChatCall[] = [];
  /** Requests whose client has gone before the answer was complete. */
  let abandoned = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += String(piece)));
    response.on('close', () => (abandoned += response.writableFinished ? 0 : 1));
    request.on('end', async () => {
      const { model = '', messages = [], response_format } = JSON.parse(body || '{}') as ChatBody;
      const of = (role: string) => messages.find((message) => message.role === role)?.content ?? '';
      const call = {
        path: request.url ?? '',
        headers: request.headers,
        model,
        system: of('system'),
        user: of('user'),
        hasSchema: response_format !== undefined,
      };
      calls.push(call);
      answer(response, await respond(call, calls.length));
    });
  });
  server.listen(0, host);
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const base_url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/v1`;
  return { calls, port, base_url, abandoned: () => abandoned };
}

function answer(response: ServerResponse, script: Script): void {
  if (typeof script === 'string') return stream(response, script);
  if ('status' in script && typeof script.status === 'number') {
    const location = 'location' in script ? { location: String(script.location) } : {};
    return void response.writeHead(script.status, location).end('{"error":{"message":"sk-secret was refused"}}');
  }
  if ('document' in script && typeof script.document === 'string')
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(script.document);
  if ('fault' in script) return fail(response, script.fault);
  stream(response, JSON.stringify(script));
}

function stream(response: ServerResponse, text: string): void {
  begin(response);
  for (let at = 0; at < text.length; at += 40) write(response, text.slice(at, at + 40));
  response.write(`data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\n`);
  response.end('data: [DONE]\n\n');
}

function fail(response: ServerResponse, fault: string): void {
  if (fault === 'silent') return;
  begin(response);
  if (fault === 'not_json') return void response.end('data: {"choices": [\n\n');
  if (fault === 'error_in_stream') return void response.end('data: {"error":{"message":"sk-secret"}}\n\n');
  if (fault === 'slow') return void writeSlowly(response, 'A slow answer'.split(/(?<= )/));
  if (fault === 'dribbling') return void writeSlowly(response, forever());
  if (fault === 'cut') {
    write(response, 'Half of ');
    return void setImmediate(() => response.destroy());
  }
  const more = () => {
    while (!response.destroyed && write(response, 'and on '));
  };
  response.on('drain', more);
  more();
}

/** A word every few milliseconds. */
async function writeSlowly(response: ServerResponse, words: Iterable<string>): Promise<void> {
  for (const word of words) {
    if (response.destroyed) return;
    write(response, word);
    await setTimeout(20);
  }
  response.end('data: [DONE]\n\n');
}

function* forever(): Generator<string> {
  for (;;) yield 'and on ';
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

function write(response: ServerResponse, content: string): boolean {
  return response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
}
