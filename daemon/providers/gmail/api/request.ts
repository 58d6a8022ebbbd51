import type { Clock } from '../../../base/clock.ts';
import { localTime } from '../../../base/local-time.ts';
import type { ServiceClient, ServiceRequest, ServiceResponse } from '../../../outgoing/service-client.ts';
import type { AccessTokens } from '../../access-token.ts';
import { ProviderError } from '../../provider.ts';
import { gmailErrorOf, refusalOf } from './errors.ts';
import type { Quota, QuotaPriority } from './quota.ts';

/** What the API client stands on. */
export type GmailConnection = { service: ServiceClient; tokens: AccessTokens; quota: Quota; clock: Clock };

/** `onSlowed` receives a sentence when Google asks for a pause. */
export type RequestContext = { signal: AbortSignal; priority: QuotaPriority; onSlowed?: (message: string) => void };

export type ApiRequest = Pick<ServiceRequest, 'method' | 'path' | 'headers' | 'body'> & {
  /** Its price in quota units. */
  units: number;
  /** Whether a repeat could do something twice; such a request is not repeated after an error of the server. */
  isRepeatable?: boolean;
};

/** The response says that the resource does not exist. */
export class MissingResource extends ProviderError {
  constructor(text: string) {
    super('refused', `Gmail no longer has it: ${text}`, { serverText: text });
  }
}

/** The longest pause, in milliseconds, that a request waits; a longer one fails with the time when to try again. */
const maxPauseMs = { sync: 60_000, user: 10_000 };

const maxServerErrors = 3;
const maxThrottles = 6;
const firstDelayMs = 1_000;

/** Milliseconds without a byte from the server. */
const timeoutMs = 60_000;

/** The largest message is 50 MB, in base64 and JSON. */
const maxResponseBytes = 80 * 2 ** 20;

/**
 * Sends a request with an access token. A token that the server refuses is refreshed once. Waits for quota units, and for
 * pauses that Google asks for. Throws ProviderError; MissingResource for 404.
 */
export async function sendRequest(
  connection: GmailConnection,
  request: ApiRequest,
  context: RequestContext,
): Promise<ServiceResponse> {
  const { quota, tokens, clock } = connection;
  const { units, isRepeatable = request.method === 'GET' } = request;
  const counts = { token: 0, unavailable: 0, throttled: 0 };
  for (;;) {
    await waitForPause(connection, context);
    await quota.take(units, context.priority, context.signal);
    const token = await tokens.get(context.signal);
    const response = await exchange(connection, request, { token, signal: context.signal });
    const refusal = refusalOf(response, clock.now().getTime());
    switch (refusal?.kind) {
      case undefined:
        return response;
      case 'token':
        tokens.invalidate(token);
        if (++counts.token > 1) throw signInError(connection, refusal.text);
        break;
      case 'throttled':
        quota.pauseUntil(clock.now().getTime() + (refusal.retryAfterMs ?? firstDelayMs * 2 ** counts.throttled));
        if (++counts.throttled >= maxThrottles) throw slowedError(connection);
        break;
      case 'unavailable': {
        const isLast = !isRepeatable || ++counts.unavailable >= maxServerErrors;
        if (isLast) throw new ProviderError('busy', `Gmail isn’t available at the moment: ${refusal.text}`);
        await clock.wait(firstDelayMs * 2 ** counts.unavailable, context.signal);
        break;
      }
      case 'missing':
        throw new MissingResource(refusal.text);
      case 'refused':
        throw refusal.error;
    }
  }
}

/** Sends a request once. Throws ProviderError `offline`, or the reason of the signal. */
export async function exchange(
  { service }: Pick<GmailConnection, 'service'>,
  { method, path, headers, body }: ApiRequest,
  { token, signal }: { token: string; signal: AbortSignal },
): Promise<ServiceResponse> {
  try {
    return await service.request({
      method,
      path,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
      signal,
      timeoutMs,
      maxBytes: maxResponseBytes,
    });
  } catch (thrown) {
    throw gmailErrorOf(thrown, service.host);
  }
}

/** Waits while Google wants no requests, if that is soon over. */
async function waitForPause(connection: GmailConnection, { priority, signal, onSlowed }: RequestContext) {
  const { quota, clock } = connection;
  const end = quota.pausedUntil();
  if (end === undefined) return;
  if (end - clock.now().getTime() > maxPauseMs[priority]) throw slowedError(connection);
  onSlowed?.(slowedText(end));
  await clock.wait(end - clock.now().getTime(), signal);
  signal.throwIfAborted();
}

/** Google wants no requests for a while. */
export function slowedError({ quota, clock }: Pick<GmailConnection, 'quota' | 'clock'>): ProviderError {
  const end = quota.pausedUntil() ?? clock.now().getTime();
  return new ProviderError('busy', slowedText(end), { retryAt: new Date(end) });
}

function slowedText(end: number): string {
  // Rounded up, so that the pause is over at the given minute.
  const minute = Math.ceil(end / 60_000) * 60_000;
  return `Slowed by Google until ${new Date(localTime(minute, undefined)).toISOString().slice(11, 16)}.`;
}

function signInError({ service }: Pick<GmailConnection, 'service'>, text: string): ProviderError {
  return new ProviderError('auth', `${service.host} didn’t accept the sign-in with Google: ${text}`, {
    kind: 'sign_in',
    serverText: text,
  });
}
