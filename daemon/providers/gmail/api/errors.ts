import { ServiceError, tooLargeCode, type ServiceResponse } from '../../../outgoing/service-client.ts';
import { connectionErrorOf } from '../../connection-errors.ts';
import { ProviderError } from '../../provider.ts';

/** What a response means for the request. */
type Refusal =
  | { kind: 'token'; text: string }
  /** Google asks for fewer requests; `retryAfterMs` where it says for how long. */
  | { kind: 'throttled'; retryAfterMs: number | undefined; text: string }
  | { kind: 'unavailable'; text: string }
  | { kind: 'missing'; text: string }
  | { kind: 'refused'; error: ProviderError };

type ErrorBody = { error?: { message?: string; status?: string; errors?: { reason?: string; message?: string }[] } };

const throttleReasons = /^(rateLimitExceeded|userRateLimitExceeded|quotaExceeded|dailyLimitExceeded|backendError)$/;

/**
 * Reads an error response (Gmail API, "Resolve errors"). Undefined for a success. `now` is the client's time in milliseconds.
 */
export function refusalOf({ status, headers, body }: ServiceResponse, now: number): Refusal | undefined {
  if (status >= 200 && status < 300) return undefined;
  const { reason, text } = errorText(body);
  if (status === 401) return { kind: 'token', text };
  if (status === 429 || (status === 403 && throttleReasons.test(reason)))
    return { kind: 'throttled', retryAfterMs: retryAfterMs(headers, now), text };
  if (status >= 500) return { kind: 'unavailable', text };
  if (status === 404 || status === 410) return { kind: 'missing', text };
  return { kind: 'refused', error: refusalError(status, reason, text) };
}

function refusalError(status: number, reason: string, text: string): ProviderError {
  const options = { serverText: text };
  if (/^(insufficientPermissions|insufficientScopes|ACCESS_TOKEN_SCOPE_INSUFFICIENT)$/.test(reason))
    return new ProviderError(
      'auth',
      'The sign-in with Google doesn’t include permission to use your mail. Sign in again and allow it.',
      { ...options, kind: 'sign_in' },
    );
  if (/^(accessNotConfigured|SERVICE_DISABLED)$/.test(reason))
    return new ProviderError(
      'refused',
      `The Gmail API isn’t turned on for the client id that this account uses: ${text}`,
      options,
    );
  if (/^(domainPolicy|failedPrecondition)$/.test(reason) && status !== 409 && /mail service|polic/i.test(text))
    return new ProviderError('refused', `Gmail isn’t available for this account: ${text}`, options);
  return new ProviderError('refused', `Gmail refused: ${text}`, options);
}

function errorText(body: Buffer): { reason: string; text: string } {
  try {
    const { error } = JSON.parse(body.toString()) as ErrorBody;
    const [first] = error?.errors ?? [];
    const text = error?.message ?? first?.message ?? '';
    return { reason: first?.reason ?? error?.status ?? '', text: text || 'no reason was given.' };
  } catch {
    // Proxies and front ends answer with a page.
    return { reason: '', text: 'no reason was given.' };
  }
}

/**
 * Retry-After (RFC 9110, section 10.2.3): seconds, or a date by the server's clock, which is compared with the time of the
 * response so that a wrong clock of this computer does not matter.
 */
function retryAfterMs(headers: ServiceResponse['headers'], now: number): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  const sent = Date.parse(headers['date'] ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - (Number.isNaN(sent) ? now : sent));
}

/** Converts an error of the connection; other errors are returned unchanged. */
export function gmailErrorOf(thrown: unknown, host: string): unknown {
  if (!(thrown instanceof ServiceError)) return thrown;
  const cause = thrown.cause instanceof Error ? thrown.cause : thrown;
  const code = timeoutCodes.has(thrown.code) ? 'ETIMEDOUT' : thrown.code;
  if (code === tooLargeCode)
    return new ProviderError('protocol', `${host} sent more than was asked for.`, { cause: thrown });
  const error =
    connectionErrorOf(cause, host, { code }) ??
    new ProviderError('offline', `The connection to ${host} was lost.`, { cause: thrown, kind: 'lost' });
  error.isUnsent = thrown.isUnsent;
  return error;
}

const timeoutCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
