import { Agent, request } from 'node:http';
import type { DaemonProcess } from '../../daemon-process.ts';

/** The address and token of a Posthorn or its peer. */
export type Endpoint = Pick<DaemonProcess, 'port' | 'token'>;

type Answer = { milliseconds: number; text: string };

/** Sends requests over one connection that is kept open, as a client does. Throws if the answer is not 200. */
export function connectionTo({ port, token }: Endpoint) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const authorization = `Bearer ${token}`;
  const answered = (method: string, address: string, body?: string) =>
    new Promise<Answer>((resolve, reject) => {
      const began = performance.now();
      const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) };
      const path = `/api/v1${address}`;
      const sent = request({ host: '127.0.0.1', port, agent, method, headers, path }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => {
          const milliseconds = performance.now() - began;
          const text = Buffer.concat(pieces).toString();
          if (response.statusCode === 200) resolve({ milliseconds, text });
          else reject(new Error(`${address} was answered with ${response.statusCode}: ${text}`));
        });
      });
      sent.on('error', reject).end(body);
    });
  return {
    ask: (path: string, fields: Record<string, string | number>) => answered('GET', `${path}?${queryOf(fields)}`),
    post: (path: string, body: object) => answered('POST', path, JSON.stringify(body)),
    close: () => agent.destroy(),
  };
}

export function queryOf(fields: Record<string, string | number>): string {
  const texts = Object.entries(fields).map(([name, value]) => [name, `${value}`]);
  return new URLSearchParams(Object.fromEntries(texts)).toString();
}

export type Connection = ReturnType<typeof connectionTo>;
