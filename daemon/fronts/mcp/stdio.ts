import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Failure } from '../../base/failure.ts';
import type { Client } from '../client.ts';
import type { Ask, Reply } from './ask.ts';
import { createToolServer } from './tool-server.ts';
import type { ToolTier } from './tiers.ts';

type RunToolServerOptions = {
  /** A new connection to the running daemon with the rights of a tool; undefined where none runs. */
  connect: () => Promise<Client | undefined>;
  tools: ToolTier;
  version: string;
};

/**
 * Serves tools on standard input and output until the client closes them. Posthorn may start, stop and restart meanwhile:
 * every call has a connection of its own. Standard output carries nothing but the
 * protocol.
 */
export async function runToolServer({ connect, tools, version }: RunToolServerOptions): Promise<void> {
  const ask = askOver(connect);
  const ended = Promise.withResolvers<void>();
  const onError = (failed: unknown) =>
    void process.stderr.write(`posthorn: ${failed instanceof Error ? failed.message : String(failed)}\n`);
  const server = serveStdio(() => createToolServer({ ask, tools, version, onError }), { onerror: onError });
  process.stdin.once('close', ended.resolve).once('end', ended.resolve);
  process.once('SIGINT', ended.resolve).once('SIGTERM', ended.resolve);
  await ended.promise;
  await server.close();
}

/** Asks over a connection of its own for each request. */
function askOver(connect: RunToolServerOptions['connect']): Ask {
  return async (name, input, { signal, idempotencyKey, reason } = {}) => {
    signal?.throwIfAborted();
    const client = await connect();
    if (!client) throw notRunning();
    try {
      return (await client.ask(name, input, { idempotencyKey, reason, signal })) as Reply<typeof name>;
    } finally {
      client.close();
    }
  };
}

function notRunning(): Failure {
  return new Failure(
    'unavailable',
    'no_daemon',
    'Posthorn isn’t running on this computer. Ask the person to open it, then try again.',
    { retryable: true },
  );
}
