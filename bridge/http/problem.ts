import { STATUS_CODES } from 'node:http';
import { Failure, type FailureKind } from '../../daemon/base/failure.ts';

const statusOfKind: Record<FailureKind, number> = {
  invalid: 400,
  missing: 404,
  refused: 403,
  conflict: 409,
  stale: 412,
  unsatisfiable: 416,
  unsupported: 422,
  limited: 429,
  provider: 502,
  unavailable: 503,
  full: 507,
  internal: 500,
};

/** A refusal by HTTP itself, before or beside the requests of the daemon: guard, token, method, size, form. */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly code: string;
  /** A sentence for the user, if the message is a short fixed phrase for clients. */
  readonly detail: string;
  readonly headers: Record<string, string>;
  readonly retryable: boolean;

  constructor(
    status: number,
    code: string,
    message: string,
    {
      detail = message,
      headers = {},
      retryable = false,
    }: { detail?: string; headers?: Record<string, string>; retryable?: boolean } = {},
  ) {
    super(message);
    this.name = 'HttpRefusal';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.headers = headers;
    this.retryable = retryable;
  }
}

/** A body that is too slow. The rest of it would be taken for the next request, so the connection ends. */
export function requestTimeout(): HttpRefusal {
  return new HttpRefusal(408, 'request_timeout', 'The body didn’t arrive in time. Send the request again.', {
    retryable: true,
    headers: { connection: 'close' },
  });
}

export type Problem = {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  /** True for a bug: it is logged, and the caller does not learn its cause. */
  isUnexpected: boolean;
};

/**
 * Converts any thrown value to an HTTP answer: `{ error, code, retryable?, ...details }` together with the members of RFC
 * 9457. Never throws, and never reveals more than a `Failure` or `HttpRefusal` states.
 */
export function problemOf(thrown: unknown, requestId: string): Problem {
  if (thrown instanceof Failure) return problemOfFailure(thrown, requestId);
  const refusal = thrown instanceof HttpRefusal ? thrown : (frameworkRefusal(thrown) ?? internalRefusal(requestId));
  return {
    status: refusal.status,
    headers: refusal.headers,
    body: {
      error: refusal.message,
      code: refusal.code,
      ...(refusal.retryable && { retryable: true }),
      ...problemMembers(refusal.status, refusal.detail, requestId),
    },
    isUnexpected: refusal.status === 500,
  };
}

function problemOfFailure({ kind, code, message, details, retryable }: Failure, requestId: string): Problem {
  const status = statusOfKind[kind];
  return {
    status,
    // The answer to a range beyond the end states the length (RFC 9110, 15.5.17).
    headers:
      kind === 'unsatisfiable' && 'total' in details ? { 'content-range': `bytes */${String(details['total'])}` } : {},
    body: {
      ...details,
      error: message,
      code,
      ...(retryable && { retryable }),
      ...problemMembers(status, message, requestId),
    },
    isUnexpected: kind === 'internal',
  };
}

function problemMembers(status: number, detail: string, requestId: string) {
  return { type: 'about:blank', title: STATUS_CODES[status], status, detail, request_id: requestId };
}

type FixedProblem = [code: string, sentence: string];

const unreadableRequest: FixedProblem = [
  'invalid_request',
  'The request couldn’t be read. Check how its address, headers and body are written.',
];
const frameworkProblems: Record<number, FixedProblem> = {
  413: ['body_too_large', 'The body is larger than this address accepts.'],
  415: ['unsupported_media_type', 'The body must be plain, uncompressed JSON in UTF-8.'],
};

/** Express and its body reader throw errors that carry a 4xx status; their own messages may quote the request. */
function frameworkRefusal(thrown: unknown): HttpRefusal | undefined {
  if (!(thrown instanceof Error) || !('status' in thrown) || typeof thrown.status !== 'number') return undefined;
  const { status } = thrown;
  if (status < 400 || status > 499) return undefined;
  if ('type' in thrown && thrown.type === 'entity.parse.failed') {
    return new HttpRefusal(400, 'invalid_json', 'The body isn’t valid JSON. Send one JSON object, or no body.');
  }
  return new HttpRefusal(status, ...(frameworkProblems[status] ?? unreadableRequest));
}

function internalRefusal(requestId: string): HttpRefusal {
  return new HttpRefusal(
    500,
    'internal',
    `Something went wrong in Posthorn. For details, look in the log for request id ${requestId}.`,
  );
}
