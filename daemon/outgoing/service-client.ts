import type { Pool } from 'undici';
import { systemReason } from '../base/system-reason.ts';

/** One request to a web service. `path` begins with a slash and contains the query. */
export type ServiceRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Text or bytes, or pieces with the header Content-Length. An error that the pieces throw is thrown unchanged. */
  body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  signal: AbortSignal;
  /** Milliseconds without a byte from the service after which it counts as silent. */
  timeoutMs: number;
  /** The largest body of a response. */
  maxBytes: number;
};

/** Header names are in lower case. */
export type ServiceResponse = { status: number; headers: Readonly<Record<string, string>>; body: Buffer };

/** A client for one web service that the user has signed in to; redirects are not followed. */
export type ServiceClient = {
  readonly host: string;
  /** Throws ServiceError, or the reason of the signal. */
  request(request: ServiceRequest): Promise<ServiceResponse>;
  close(): Promise<void>;
};

/** `code` is the code of the original error; `isUnsent` means that the service did not receive the request. */
export class ServiceError extends Error {
  readonly code: string;
  readonly isUnsent: boolean;

  constructor(message: string, { code, isUnsent, cause }: { code: string; isUnsent: boolean; cause: unknown }) {
    super(message, { cause });
    this.name = 'ServiceError';
    this.code = code;
    this.isUnsent = isUnsent;
  }
}

/** The code of a ServiceError for a response that is longer than allowed. */
export const tooLargeCode = 'RESPONSE_TOO_LARGE';

/** Connections that one service may hold open. */
const maxConnections = 4;

const connectTimeoutMs = 20_000;

/**
 * Connects to `origin`, which is a constant of the program and never comes from mail or from a request. It must be HTTPS, except
 * on this computer.
 */
export function createServiceClient(origin: string): ServiceClient {
  const { protocol, host, hostname } = new URL(origin);
  if (protocol !== 'https:' && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
    throw new TypeError(`The service ${origin} must be reached by HTTPS.`);
  let pool: Promise<Pool> | undefined;
  const open = async () => {
    const { Pool } = await import('undici');
    return new Pool(origin, { connections: maxConnections, connect: { timeout: connectTimeoutMs } });
  };
  return {
    host,
    async request(request) {
      request.signal.throwIfAborted();
      return exchange(await (pool ??= open()), request, host);
    },
    async close() {
      await (await pool)?.destroy();
    },
  };
}

async function exchange(pool: Pool, request: ServiceRequest, host: string): Promise<ServiceResponse> {
  const { method, path, headers, body, signal, timeoutMs, maxBytes } = request;
  const sent = typeof body === 'string' || body instanceof Uint8Array || body === undefined ? undefined : observe(body);
  try {
    const response = await pool.request({
      method,
      path,
      headers: { accept: 'application/json', ...headers },
      body: (sent?.pieces ?? body ?? null) as string | Uint8Array | null,
      signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of response.body as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes)
        throw new ServiceError(`${host} sent more than was asked for.`, {
          code: tooLargeCode,
          isUnsent: false,
          cause: undefined,
        });
      pieces.push(piece);
    }
    return { status: response.statusCode, headers: textHeaders(response.headers), body: Buffer.concat(pieces) };
  } catch (thrown) {
    if (sent?.hasFailed()) throw sent.failure();
    signal.throwIfAborted();
    throw thrown instanceof ServiceError ? thrown : serviceErrorOf(thrown, host);
  }
}

/** Remembers the error of the pieces, which the HTTP client would replace by its own. */
function observe(body: AsyncIterable<Uint8Array>) {
  let failed: { thrown: unknown } | undefined;
  async function* pieces() {
    try {
      yield* body;
    } catch (thrown) {
      failed = { thrown };
      throw thrown;
    }
  }
  return { pieces: pieces(), hasFailed: () => failed !== undefined, failure: () => failed?.thrown };
}

const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function serviceErrorOf(thrown: unknown, host: string): ServiceError {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  const code = (cause as { code?: string } | undefined)?.code ?? '';
  return new ServiceError(`${host} couldn’t be reached (${systemReason(cause)}).`, {
    code,
    isUnsent: unsentCodes.has(code),
    cause: thrown,
  });
}

function textHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value;
      return first === undefined ? [] : [[name.toLowerCase(), first]];
    }),
  );
}
