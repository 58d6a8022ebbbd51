import type { Call, Send } from './client.ts';

/** The daemon refused: what it said, in a sentence that can be shown. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** What else came with it, such as the place in a query. */
  readonly details: Record<string, unknown>;
  constructor(status: number, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** No answer came at all. */
export class Unreachable extends Error {}

/** The token and what goes out under it. Locked means: nobody gave this page a token that works. */
export type Session = {
  send: Send;
  /** Sends one call that is answered with a file, and gives the answer as it comes; throws what `send` throws. */
  receive: (call: Call, signal?: AbortSignal) => Promise<Response>;
  token: () => Promise<string>;
  /** The number of the event that was the newest before anything was read, as soon as an answer has come that says it. */
  initialEventSeq: Promise<number>;
  isLocked: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /** Takes a token a person pasted. */
  unlock: (token: string) => void;
};

const baseUrl = '/api/v1';

/**
 * Gets the token once and keeps it in memory; on a 401 it asks once more and tries again. `lent` is who hands it over in the
 * desktop app; in a browser, and where that cannot say, it comes by the local handshake.
 */
export function createSession(
  fetchFn: typeof fetch = (input, init) => fetch(input, init),
  appToken?: () => Promise<string>,
): Session {
  let currentToken: Promise<string> | undefined;
  let locked = false;
  const listeners = new Set<() => void>();
  const { promise: initialEventSeq, resolve: resolveEventSeq } = Promise.withResolvers<number>();

  const trackedFetch: typeof fetch = async (input, init) => {
    const response = await fetchFn(input, init);
    const newest = response.headers.get('x-event-seq');
    if (newest !== null) resolveEventSeq(Number(newest));
    return response;
  };

  // Where the app cannot say, what the handshake says is what the person can act on.
  const obtainToken = () => (appToken ? appToken().catch(() => handshake(trackedFetch)) : handshake(trackedFetch));

  function lock(next: boolean): void {
    locked = next;
    for (const listener of listeners) listener();
  }

  function token(): Promise<string> {
    if (currentToken) return currentToken;
    const pendingToken = obtainToken().catch((error: unknown) => {
      // Who has brought a token meanwhile is not locked out by what this one came to.
      if (currentToken === pendingToken) {
        currentToken = undefined;
        if (error instanceof Refusal) lock(true);
      }
      throw error;
    });
    currentToken = pendingToken;
    return pendingToken;
  }

  async function exchange(call: Call, accept: string, signal?: AbortSignal): Promise<Response> {
    // However often this call goes out, what it asks for happens once.
    const key = call.method === 'GET' ? undefined : crypto.randomUUID();
    const used = token();
    const first = await request(trackedFetch, call, { token: await used, accept, key, signal });
    if (first.status !== 401) return first;
    // Of several calls refused at once, only the first drops the old token.
    if (currentToken === used) currentToken = undefined;
    const second = await request(trackedFetch, call, { token: await token(), accept, key, signal });
    if (second.status === 401) lock(true);
    return second;
  }

  return {
    send: async (call, signal) => readReply(await exchange(call, 'application/json, */*', signal)),
    async receive(call, signal) {
      const response = await exchange(call, '*/*', signal);
      if (!response.ok) await readReply(response);
      return response;
    },
    token,
    initialEventSeq,
    isLocked: () => locked,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    unlock(pasted) {
      currentToken = Promise.resolve(pasted);
      lock(false);
    },
  };
}

async function handshake(fetchFn: typeof fetch): Promise<string> {
  const response = await fetchOrUnreachable(fetchFn, `${baseUrl}/auth/local-token`, {
    headers: { 'x-client-kind': 'web' },
  });
  const { token } = (await readReply(response)) as { token: string };
  return token;
}

type CallOptions = { token: string; accept: string; key: string | undefined; signal: AbortSignal | undefined };

function request(fetchFn: typeof fetch, call: Call, { token, accept, key, signal }: CallOptions) {
  const { method, path, body, keepalive = false } = call;
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    'x-client-kind': 'web',
    accept,
  };
  if (key !== undefined) headers['idempotency-key'] = key;
  if (body !== undefined) headers['content-type'] = 'application/json';
  return fetchOrUnreachable(fetchFn, baseUrl + path, {
    method,
    headers,
    ...(keepalive && { keepalive }),
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
}

async function fetchOrUnreachable(fetchFn: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetchFn(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Unreachable('Posthorn is not answering.', { cause: error });
  }
}

async function readReply(response: Response): Promise<unknown> {
  const text = await response.text();
  const reply: unknown = isJson(response) ? JSON.parse(text) : {};
  if (response.ok) return reply;
  const errorBody = reply as { error?: string; code?: string };
  const { error = `Posthorn answered with status ${response.status}.`, code = 'unknown', ...details } = errorBody;
  throw new Refusal(response.status, code, error, details);
}

function isJson(response: Response): boolean {
  return /\bjson\b/.test(response.headers.get('content-type') ?? '');
}
