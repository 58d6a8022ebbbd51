import { z } from 'zod';
import type { EndpointFetch } from '../outgoing/endpoint-fetch.ts';

/** A server of models that answers on this computer. */
export type FoundServer = { name: string; base_url: string; models: string[] };

/** Where programs that run models answer, unless the user has chosen another port. */
const knownServers = [
  { name: 'Ollama', base_url: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', base_url: 'http://127.0.0.1:1234/v1' },
  { name: 'llama.cpp', base_url: 'http://127.0.0.1:8080/v1' },
];

const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1).max(500) })).max(1_000) });

/** A server on this computer answers at once; one that is busy loading a model may need a moment. */
const timeoutMs = 3_000;
const maxBytes = 1_000_000;

/** Asks the known ports of this computer for their models. No mail and no key is sent. A port where nothing answers is left out. */
export async function detectServers(
  fetch: EndpointFetch,
  signal: AbortSignal,
  servers: readonly Omit<FoundServer, 'models'>[] = knownServers,
): Promise<FoundServer[]> {
  const found = await Promise.all(
    servers.map(async (server): Promise<FoundServer[]> => {
      const models = await modelsAt(fetch, server.base_url, signal).catch(() => undefined);
      return models ? [{ ...server, models }] : [];
    }),
  );
  signal.throwIfAborted();
  return found.flat();
}

async function modelsAt(fetch: EndpointFetch, base_url: string, signal: AbortSignal): Promise<string[] | undefined> {
  const { status, content } = await fetch(`${base_url}/models`, {
    headers: { accept: 'application/json', 'user-agent': 'Posthorn' },
    reach: 'this_computer',
    maxBytes,
    timeoutMs,
    signal,
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  if (status !== 200) return undefined;
  const { data } = modelList.safeParse(JSON.parse(Buffer.concat(pieces).toString()));
  return data?.data.map(({ id }) => id);
}
