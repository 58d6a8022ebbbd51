import type { Call, Send } from './client.ts';

/** The daemon refused the request. The message is a sentence that can be shown. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** Further fields of the error, such as the position in a query. */
  readonly details: Record<string, unknown>;
  constructor(status: number, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** No answer was received. */
export class Unreachable extends Error {}

/** The token, and the calls that use it. Locked means that the page has no token that works. */
export type Session = {
  send: Send;
  /** Sends a call whose reply is a file and returns the raw response. Throws what `send` throws. */
  receive: (call: Call, signal?: AbortSignal) => Promise<Response>;
  token: () => Promise<string>;
  /** The number of the newest event before the page read any data. Resolves with the first answer that contains it. */
  initialEventSeq: Promise<number>;
  isLocked: () => boolean;
  /** Whether the daemon answered that it cannot open the mail database. */
  isDegraded: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /** Uses a token that the user entered. */
  unlock: (token: string) => void;
};

const baseUrl = '/api/v1';

/** Where the page may get the token, besides the local handshake. */
type TokenSources = {
  /** In the desktop app: returns the token. */
  appToken?: (() => Promise<string>) | undefined;
  /** Opens the local handshake once, also if it is turned off. */
  oneTimeKey?: string | undefined;
};

/**
 * Gets the token once and keeps it in memory. On a 401 it requests another token and repeats the call. In the desktop app
 * the app returns the token; elsewhere, or if the app has none, the local handshake does.
 */
export function createSession(
  fetchFn: typeof fetch = (input, init) => fetch(input, init),
  { appToken, oneTimeKey }: TokenSources = {},
): Session {
  let locked = false;
  let degraded = false;
  const listeners = new Set<() => void>();
  const { promise: initialEventSeq, resolve: resolveEventSeq } = Promise.withResolvers<number>();

  const trackedFetch: typeof fetch = async (input, init) => {
    const response = await fetchFn(input, init);
    const newest = response.headers.get('x-event-seq');
    if (newest !== null) resolveEventSeq(Number(newest));
    return response;
  };

  const tokens = createTokenHolder(tokenSource(trackedFetch, { appToken, oneTimeKey }), () => lock(true));

  function lock(next: boolean): void {
    locked = next;
    notify();
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  async function readTracked(response: Response): Promise<unknown> {
    try {
      return await readReply(response);
    } catch (error) {
      if (error instanceof Refusal && error.details['degraded'] === true && !degraded) {
        degraded = true;
        notify();
      }
      throw error;
    }
  }

  async function exchange(call: Call, accept: string, signal?: AbortSignal): Promise<Response> {
    // All attempts of one call share an idempotency key, so the change is made once.
    const key = call.method === 'GET' ? undefined : crypto.randomUUID();
    const used = tokens.get();
    const first = await request(trackedFetch, call, { token: await used, accept, key, signal });
    if (first.status !== 401) return first;
    tokens.drop(used);
    const second = await request(trackedFetch, call, { token: await tokens.get(), accept, key, signal });
    if (second.status === 401) lock(true);
    return second;
  }

  return {
    send: async (call, signal) => readTracked(await exchange(call, 'application/json, */*', signal)),
    async receive(call, signal) {
      const response = await exchange(call, '*/*', signal);
      if (!response.ok) await readTracked(response);
      return response;
    },
    token: tokens.get,
    initialEventSeq,
    isLocked: () => locked,
    isDegraded: () => degraded,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    unlock(pasted) {
      tokens.use(pasted);
      lock(false);
    },
  };
}

/** Returns a function that gets a token from the app or, if the app has none, by the local handshake. */
function tokenSource(fetchFn: typeof fetch, { appToken, oneTimeKey }: TokenSources): () => Promise<string> {
  let unusedKey = oneTimeKey;
  const shakeHands = () => {
    const key = unusedKey;
    unusedKey = undefined;
    return handshake(fetchFn, key);
  };
  // If the app has no token, the error of the handshake is the one that the user can act on.
  return () => (appToken ? appToken().catch(shakeHands) : shakeHands());
}

/** The token that calls use, obtained when it is first needed. `onRefusal` is called when the daemon gives the page none. */
function createTokenHolder(obtain: () => Promise<string>, onRefusal: () => void) {
  let current: Promise<string> | undefined;
  return {
    get(): Promise<string> {
      if (current) return current;
      const pending = obtain().catch((error: unknown) => {
        // If the user entered a token meanwhile, the failure of this request does not lock the page.
        if (current === pending) {
          current = undefined;
          if (error instanceof Refusal) onRefusal();
        }
        throw error;
      });
      current = pending;
      return pending;
    },
    /** Drops a token that was refused. If several calls are refused at the same time, only the first drops it. */
    drop(used: Promise<string>): void {
      if (current === used) current = undefined;
    },
    use(token: string): void {
      current = Promise.resolve(token);
    },
  };
}

async function handshake(fetchFn: typeof fetch, oneTimeKey: string | undefined): Promise<string> {
  const response = await fetchOrUnreachable(fetchFn, `${baseUrl}/auth/local-token`, {
    headers: { 'x-client-kind': 'web', ...(oneTimeKey !== undefined && { authorization: `Bearer ${oneTimeKey}` }) },
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
