/** What the generated client stands on. It needs `fetch` and nothing else. */

export type ClientOptions = {
  /** Where Posthorn answers, such as `http://127.0.0.1:42829`. */
  baseUrl: string;
  /** The key: the owner's, or one that was made for this program. */
  token: string;
  fetch?: typeof fetch;
};

export type CallOptions = {
  /** Carries out a change once, however often it is sent within 24 hours. */
  idempotencyKey?: string;
  /** The etag of the record that is changed, as it was read. */
  ifMatch?: string;
  /** A byte range of a file, such as `bytes=0-99`. */
  range?: string;
  /** Why an agent or a tool asks for it, which the owner reads if they have to approve it. */
  reason?: string;
  signal?: AbortSignal;
};

/** The bytes of an upload. */
export type UploadContent = Uint8Array | ReadableStream<Uint8Array> | string;

/** A request that was refused or failed. `code` is a word for programs. */
export class PosthornError extends Error {
  readonly status: number;
  readonly code: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** The whole answer. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, details: Record<string, unknown>) {
    super(typeof details['error'] === 'string' ? details['error'] : `The answer has status ${status}.`);
    this.name = 'PosthornError';
    this.status = status;
    this.code = typeof details['code'] === 'string' ? details['code'] : 'unknown';
    this.retryable = details['retryable'] === true;
    this.details = details;
  }
}

/**
 * Nothing was done yet: the owner decides about the request of an agent or a tool. `approvals.get` says what became of it. The
 * same request again asks for nothing new.
 */
export class PendingApproval extends Error {
  readonly approvalId: string;
  readonly expiresAt: string;

  constructor({ approval_id, expires_at }: { approval_id: string; expires_at: string }) {
    super(`The owner has to approve this until ${expires_at}.`);
    this.name = 'PendingApproval';
    this.approvalId = approval_id;
    this.expiresAt = expires_at;
  }
}

/** Method, path, and how the bodies are sent: `upload` streams the body, `file` gives the answer as it is. */
export type Operation = readonly [method: 'GET' | 'POST' | 'DELETE', path: string, form?: 'upload' | 'file'];
type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
type Input = Record<string, unknown>;

/** One function for each operation, by the two parts of its name. */
export function callsOf(operations: Operations, options: ClientOptions): object {
  const features = Object.entries(operations).map(([feature, rows]) => {
    const calls = Object.entries(rows).map(([name, operation]) => [
      name,
      (input: Input = {}, call: CallOptions = {}) => send(options, operation, input, call),
    ]);
    return [feature, Object.fromEntries(calls)] as const;
  });
  return Object.fromEntries(features);
}

async function send(options: ClientOptions, [method, path, form]: Operation, input: Input, call: CallOptions) {
  const { fetch: ask = fetch, token } = options;
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const address = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = rest.get(name);
    if (typeof value !== 'string' || value === '') throw new TypeError(`${name} must be a text that is not empty`);
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const content = form === 'upload' ? (rest.get('content') as UploadContent) : undefined;
  if (form === 'upload') rest.delete('content');
  const hasJson = method === 'POST' && form !== 'upload';
  const url = `${apiOf(options)}${address}${hasJson ? '' : queryOf(rest)}`;
  const response = await ask(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(hasJson && { 'content-type': 'application/json' }),
      ...(content !== undefined && { 'content-type': 'application/octet-stream' }),
      ...(call.idempotencyKey !== undefined && { 'idempotency-key': call.idempotencyKey }),
      ...(call.ifMatch !== undefined && { 'if-match': `"${call.ifMatch}"` }),
      ...(call.range !== undefined && { range: call.range }),
      ...(call.reason !== undefined && { 'posthorn-reason': headerText(call.reason) }),
    },
    ...(hasJson && { body: JSON.stringify(Object.fromEntries(rest)) }),
    ...(content !== undefined && { body: content as NonNullable<RequestInit['body']> }),
    // A body that is a stream is sent while it is read.
    ...(content instanceof ReadableStream && { duplex: 'half' }),
    ...(call.signal && { signal: call.signal }),
  });
  if (!response.ok) throw await errorOf(response);
  if (form === 'file') return response;
  const reply: unknown = await response.json();
  if (isPending(reply)) throw new PendingApproval(reply);
  return reply;
}

function isPending(reply: unknown): reply is { approval_id: string; expires_at: string } {
  return (reply as { status?: unknown } | null)?.status === 'pending_approval';
}

/** Text in one line, in UTF-8: `fetch` takes a character for each byte of a header. */
function headerText(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text.replaceAll(/\s+/g, ' ').trim()));
}

function apiOf({ baseUrl }: ClientOptions): string {
  return `${baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}/api/v1`;
}

/** A list is sent as several values, and an empty one as an empty value. */
function queryOf(input: ReadonlyMap<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of input) {
    const values: unknown[] = Array.isArray(value) ? (value.length === 0 ? [''] : value) : [value];
    for (const each of values) query.append(key, String(each));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

async function errorOf(response: Response): Promise<PosthornError> {
  const text = await response.text();
  try {
    return new PosthornError(response.status, JSON.parse(text) as Record<string, unknown>);
  } catch {
    return new PosthornError(response.status, { error: text.slice(0, 500) });
  }
}

export type EventOptions = {
  /** The `seq` of the last event that is known: later ones that are recorded come first. */
  since?: number;
  signal?: AbortSignal;
  /** How long to wait before connecting again, in milliseconds. */
  retryMs?: number;
};

/**
 * The events as they happen. After the connection was lost it goes on where it was, until `signal` aborts. Throws
 * PosthornError if the key is refused.
 */
export async function* readEvents<Event extends { seq: number }>(
  options: ClientOptions,
  { since, signal, retryMs = 2_000 }: EventOptions = {},
): AsyncGenerator<Event> {
  let last = since;
  while (!signal?.aborted) {
    try {
      for await (const event of connection<Event>(options, last, signal)) {
        last = event.seq;
        yield event;
      }
    } catch (failed) {
      if (signal?.aborted) return;
      if (failed instanceof PosthornError && failed.status < 500 && failed.status !== 429) throw failed;
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

async function* connection<Event>(
  options: ClientOptions,
  since: number | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Event> {
  const { fetch: ask = fetch, token } = options;
  const response = await ask(`${apiOf(options)}/events${since === undefined ? '' : `?since=${since}`}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    ...(signal && { signal }),
  });
  if (!response.ok) throw await errorOf(response);
  if (!response.body) return;
  let pending = '';
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (pending + decoder.decode(value, { stream: true })).split('\n\n');
      pending = blocks.pop() ?? '';
      for (const block of blocks) {
        const lines = block.split('\n');
        if (lines.some((line) => line.startsWith('event: '))) continue;
        const data = lines.find((line) => line.startsWith('data: '));
        if (data !== undefined) yield JSON.parse(data.slice('data: '.length)) as Event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Every page of a list, one after the other: `for await (const page of pages(client.labels.list, { limit: 100 }))`. */
export async function* pages<Input extends { cursor?: string } | undefined, Reply extends object>(
  list: (input: Input, options?: CallOptions) => Promise<Reply>,
  input: NonNullable<NoInfer<Input>>,
  options?: CallOptions,
): AsyncGenerator<Reply> {
  for (let cursor = input.cursor; ;) {
    const reply = await list({ ...input, ...(cursor !== undefined && { cursor }) }, options);
    yield reply;
    const next = nextCursorOf(reply);
    if (next === undefined) return;
    cursor = next;
  }
}

function nextCursorOf(reply: object): string | undefined {
  const page = 'mailbox' in reply ? (reply.mailbox as object) : reply;
  return 'next_cursor' in page && typeof page.next_cursor === 'string' ? page.next_cursor : undefined;
}

/**
 * Whether a webhook was sent by Posthorn within the last five minutes (Standard Webhooks 1.0). `body` is the text as it
 * arrived, and `headers` are those of the request, by their name in lower case.
 */
export async function isWebhookGenuine(
  secret: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  nowSeconds: number = Date.now() / 1_000,
): Promise<boolean> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  );
  if (!id || !timestamp || !signatures || !(Math.abs(nowSeconds - Number(timestamp)) <= 300)) return false;
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) => character.charCodeAt(0));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(' ').filter((each) => /^v1,[\w+/]+={0,2}$/.test(each))) {
    const expected = Uint8Array.from(atob(signature.slice('v1,'.length)), (character) => character.charCodeAt(0));
    if (await crypto.subtle.verify('HMAC', key, expected, signed)) return true;
  }
  return false;
}
