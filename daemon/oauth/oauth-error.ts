import { Failure } from '../base/failure.ts';

/** Why a sign-in or a refresh did not succeed, as far as it determines what the user does next. */
export type OAuthErrorCode =
  /** The user declined, or closed the page of the provider. */
  | 'denied'
  /** The provider no longer accepts the refresh token: the user signs in again. */
  | 'expired_sign_in'
  /** Another address was signed in than the account has. */
  | 'wrong_account'
  /** An administrator of the organization has to allow Posthorn. */
  | 'consent_required'
  /** The provider does not know the client id, or not its secret. */
  | 'client_refused'
  | 'code_expired'
  | 'offline'
  | 'busy'
  /** The provider answered in a way that does not follow the standards. */
  | 'protocol';

/** The message is a sentence for users. It never contains a token, a code or a secret. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OAuthError';
    this.code = code;
  }
}

type Subject = { provider: string; client_id: string };

/** Entra's codes for consent that only an administrator can give. */
const consentCodes = new Set(['65001', '90094', '90008', '90095', '650052', '650056', '650057']);
/** Entra's codes for a client that is not registered, or for which the account has the wrong type. */
const clientCodes = new Set(['700016', '7000215', '7000222', '7000218', '700025', '50011', '70001']);
/** Entra's codes for an authorization that the user declined or cancelled. */
const denialCodes = new Set(['65004']);

/**
 * Converts an error of openid-client, of the guarded fetch or of an authorization response. What the provider wrote is not
 * passed on, because it may repeat what was sent to it: only its error code (RFC 6749, section 5.2) and Entra's number are.
 */
export function toOAuthError(thrown: unknown, subject: Subject): unknown {
  if (thrown instanceof OAuthError || !(thrown instanceof Error)) return thrown;
  if (thrown.name === 'AbortError' || isCode(thrown, 'OAUTH_ABORT')) return thrown;
  const failure = causesOf(thrown).find((cause) => cause instanceof Failure);
  if (failure) return offline(subject, failure);
  if (thrown.name === 'TimeoutError' || isCode(thrown, 'OAUTH_TIMEOUT')) return offline(subject);
  const facts = responseFacts(thrown);
  const cause = new Error(describeFacts(facts, thrown));
  return facts.error === undefined ? statusError(facts, subject, cause) : responseError(facts, subject, cause);
}

type ResponseFacts = { error: string | undefined; entra: string | undefined; status: number | undefined };

/** What an error response says, reduced to codes. */
function responseFacts(thrown: object): ResponseFacts {
  const { error, error_description, status, cause } = thrown as Record<string, unknown>;
  const causeStatus = typeof cause === 'object' && cause !== null && 'status' in cause ? cause.status : undefined;
  const found = [status, causeStatus].find((each) => typeof each === 'number');
  return {
    error: typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? error : undefined,
    entra: typeof error_description === 'string' ? /\bAADSTS(\d{4,8})\b/.exec(error_description)?.[1] : undefined,
    status: found,
  };
}

function describeFacts({ error, entra, status }: ResponseFacts, thrown: Error): string {
  const parts = [error, entra && `AADSTS${entra}`, status && `HTTP ${status}`].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : ((thrown as { code?: string }).code ?? thrown.name);
}

function responseError({ error, entra = '', status }: ResponseFacts, subject: Subject, cause: Error): OAuthError {
  const { provider } = subject;
  if (consentCodes.has(entra) || error === 'consent_required')
    return new OAuthError('consent_required', consentRequired(provider), { cause });
  if (clientCodes.has(entra) || error === 'invalid_client' || error === 'unauthorized_client')
    return new OAuthError('client_refused', clientRefused(subject), { cause });
  if (denialCodes.has(entra) || error === 'access_denied' || error === 'authorization_declined')
    return new OAuthError('denied', denied(provider), { cause });
  switch (error) {
    case 'invalid_grant':
    case 'interaction_required':
    case 'login_required':
      return new OAuthError('expired_sign_in', expiredSignIn(provider), { cause });
    case 'expired_token':
    case 'code_expired':
      return new OAuthError('code_expired', 'The code has expired. Start the sign-in again to get another.', { cause });
    case 'temporarily_unavailable':
    case 'server_error':
    case 'slow_down':
      return busy(provider, cause);
    default:
      return statusError({ error, entra, status }, subject, cause);
  }
}

function statusError({ status = 0 }: ResponseFacts, { provider }: Subject, cause: Error): OAuthError {
  if (status === 429 || status >= 500) return busy(provider, cause);
  const message = `${provider} answered the sign-in in a way Posthorn doesn’t understand. Try again.`;
  return new OAuthError('protocol', message, { cause });
}

function busy(provider: string, cause: Error): OAuthError {
  return new OAuthError('busy', `${provider} can’t sign anyone in right now. Try again in a moment.`, {
    cause,
  });
}

function offline({ provider }: Subject, cause?: Error): OAuthError {
  const message = `Couldn’t reach ${provider}. Check the internet connection and try again.`;
  return new OAuthError('offline', message, { cause });
}

function denied(provider: string): string {
  return `You didn’t allow Posthorn to read and send mail, so ${provider} didn’t sign you in. Try again and choose Allow.`;
}

function expiredSignIn(provider: string): string {
  return `${provider} has ended this sign-in. Sign in again to continue syncing.`;
}

function consentRequired(provider: string): string {
  return `Your organization’s administrator has to allow Posthorn before ${provider} signs you in.`;
}

function clientRefused({ provider, client_id }: Subject): string {
  return (
    `${provider} doesn’t accept the client id ${client_id}. It may have been deleted, which Google does with ids that ` +
    'weren’t used for six months, or its secret has changed. Check it, and sign in again.'
  );
}

function causesOf(thrown: Error): Error[] {
  const causes: Error[] = [];
  for (let each: unknown = thrown; each instanceof Error && causes.length < 10; each = each.cause) causes.push(each);
  return causes;
}

function isCode(thrown: object, code: string): boolean {
  return 'code' in thrown && thrown.code === code;
}
