import type { Outgoing } from './draft.ts';

/** How this page reaches the daemon. */
export type Access = {
  /** The token that requests go out under; absent while this page has none. */
  token?: (() => Promise<string>) | undefined;
  /** What the page adds to its requests about itself. */
  headers: Readonly<Record<string, string>>;
};

export type Answered = {
  status: number;
  statusText: string;
  /** Milliseconds until the whole answer was there. */
  ms: number;
  headers: readonly (readonly [name: string, value: string])[];
  /** Media type, without its parameters. */
  type: string;
  bytes: ArrayBuffer;
  /** Absent where the answer is no text. */
  text: string | undefined;
};

/** The headers that tell a caller something; the rest is the same on every answer. */
const shownHeaders = [
  'content-type',
  'content-length',
  'content-disposition',
  'content-range',
  'etag',
  'allow',
  'location',
  'retry-after',
  'idempotent-replayed',
  'x-request-id',
];

type Way = { access: Access; isOpen: boolean; signal: AbortSignal; ask?: typeof fetch };

/** Sends a request as it is written and gives back whatever was answered. Throws what `fetch` throws. */
export async function sendRequest(
  { method, path, headers, body }: Outgoing,
  { access, isOpen, signal, ask = (input, init) => fetch(input, init) }: Way,
): Promise<Answered> {
  const token = isOpen ? undefined : await access.token?.();
  // Names are the same in any case, so what the form says stands in the place of what the page says.
  const sent = new Headers(access.headers);
  if (token !== undefined) sent.set('authorization', `Bearer ${token}`);
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  const started = performance.now();
  const answer = await ask(path, {
    method,
    headers: sent,
    ...(body !== undefined && { body }),
    cache: 'no-store',
    signal,
  });
  const bytes = await answer.arrayBuffer();
  const ms = Math.round(performance.now() - started);
  const type = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
  return {
    status: answer.status,
    statusText: answer.statusText,
    ms,
    headers: shownHeaders.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
    type,
    bytes,
    text: /^text\/|json|xml/.test(type) || bytes.byteLength === 0 ? new TextDecoder().decode(bytes) : undefined,
  };
}

/** JSON with its lines broken; anything else, and what only says it is JSON, as it came. */
export function formatted(text: string, type: string): string {
  if (!type.includes('json')) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
