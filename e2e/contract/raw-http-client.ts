import { Agent, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export type RawRequest = {
  method: string;
  /** The path below the base, with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
};
export type RawResponse = { status: number; headers: IncomingMessage['headers']; text: string };

type RawHttpClient = { send(request: RawRequest): Promise<RawResponse>; close(): void };

/**
 * Sends requests exactly as given, which `fetch` would not: it corrects addresses and forbids headers. A connection that
 * closes while the rest of a refused body is being sent is not a fault, because the answer was read.
 */
export function openRawHttpClient({ port, base }: { port: number; base: string }): RawHttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  return {
    async send({ method, path, headers = {}, body }) {
      const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) };
      const sent = request({
        port,
        host: '127.0.0.1',
        agent,
        method,
        path: base + path,
        headers: { ...length, ...headers },
      });
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
      sent.end(body);
      const [response] = await answered;
      sent.on('error', () => undefined);
      return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
    },
    close: () => agent.destroy(),
  };
}
