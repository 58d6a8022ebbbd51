import type { Call, Send } from './api.ts';

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
  newestBefore: Promise<number>;
  isLocked: () => boolean;
  subscribe: (listener: () => void) => () => void;
  /** Takes a token a person pasted. */
  unlock: (token: string) => void;
};

const base = '/api/v1';

/**
 * Gets the token once and keeps it in memory; on a 401 it asks once more and tries again. `lent` is who hands it over in the
 * desktop app; in a browser, and where that cannot say, it comes by the local handshake.
 */
export function createSession(
  ask: typeof fetch = (input, init) => fetch(input, init),
  lent?: () => Promise<string>,
): Session {
  let held: Promise<string> | undefined;
  let locked = false;
  const listeners = new Set<() => void>();
  const { promise: newestBefore, resolve: noteNewest } = Promise.withResolvers<number>();

  const asking: typeof fetch = async (input, init) => {
    const answer = await ask(input, init);
    const newest = answer.headers.get('x-event-seq');
    if (newest !== null) noteNewest(Number(newest));
    return answer;
  };

  // Where the app cannot say, what the handshake says is what the person can act on.
  const obtain = () => (lent ? lent().catch(() => handshake(asking)) : handshake(asking));

  function lock(next: boolean): void {
    locked = next;
    for (const listener of listeners) listener();
  }

  function token(): Promise<string> {
    if (held) return held;
    const asked = obtain().catch((error: unknown) => {
      // Who has brought a token meanwhile is not locked out by what this one came to.
      if (held === asked) {
        held = undefined;
        if (error instanceof Refusal) lock(true);
      }
      throw error;
    });
    held = asked;
    return asked;
  }

  async function exchange(call: Call, accept: string, signal?: AbortSignal): Promise<Response> {
    // However often this call goes out, what it asks for happens once.
    const key = call.method === 'GET' ? undefined : crypto.randomUUID();
    const used = token();
    const first = await request(asking, call, { token: await used, accept, key, signal });
    if (first.status !== 401) return first;
    // Of several calls refused at once, only the first drops the old token.
    if (held === used) held = undefined;
    const second = await request(asking, call, { token: await token(), accept, key, signal });
    if (second.status === 401) lock(true);
    return second;
  }

  return {
    send: async (call, signal) => readReply(await exchange(call, 'application/json, */*', signal)),
    async receive(call, signal) {
      const answer = await exchange(call, '*/*', signal);
      if (!answer.ok) await readReply(answer);
      return answer;
    },
    token,
    newestBefore,
    isLocked: () => locked,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    unlock(pasted) {
      held = Promise.resolve(pasted);
      lock(false);
    },
  };
}

async function handshake(ask: typeof fetch): Promise<string> {
  const answer = await reach(ask, `${base}/auth/local-token`, { headers: { 'x-client-kind': 'web' } });
  const { token } = (await readReply(answer)) as { token: string };
  return token;
}

type Sending = { token: string; accept: string; key: string | undefined; signal: AbortSignal | undefined };

function request(ask: typeof fetch, call: Call, { token, accept, key, signal }: Sending) {
  const { method, path, body, keepalive = false } = call;
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    'x-client-kind': 'web',
    accept,
  };
  if (key !== undefined) headers['idempotency-key'] = key;
  if (body !== undefined) headers['content-type'] = 'application/json';
  return reach(ask, base + path, {
    method,
    headers,
    ...(keepalive && { keepalive }),
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
}

async function reach(ask: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await ask(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Unreachable('Posthorn is not answering.', { cause: error });
  }
}

async function readReply(answer: Response): Promise<unknown> {
  const text = await answer.text();
  const reply: unknown = isJson(answer) ? JSON.parse(text) : {};
  if (answer.ok) return reply;
  const said = reply as { error?: string; code?: string };
  const { error = `Posthorn answered with status ${answer.status}.`, code = 'unknown', ...details } = said;
  throw new Refusal(answer.status, code, error, details);
}

function isJson(answer: Response): boolean {
  return /\bjson\b/.test(answer.headers.get('content-type') ?? '');
}
