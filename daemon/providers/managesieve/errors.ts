import { connectionErrorOf } from '../connection-errors.ts';
import { ProviderError } from '../provider.ts';
import { ScriptsUnsupported } from '../script-server.ts';
import type { SieveResponse } from './response.ts';

export function codedError(message: string, code: string): Error & { code: string } {
  return Object.assign(new Error(message), { code });
}

/** Converts an error of a connection to a `ProviderError` with a sentence. Bugs are returned unchanged. */
export function sieveErrorOf(thrown: unknown, host: string): unknown {
  if (thrown instanceof ProviderError || thrown instanceof ScriptsUnsupported || !(thrown instanceof Error))
    return thrown;
  const { code = '', isTls } = thrown as Error & { code?: string | number; isTls?: boolean };
  const isTimeout = thrown.name === 'TimeoutError';
  return connectionErrorOf(thrown, host, { code: isTimeout ? 'ETIMEDOUT' : String(code), isTls }) ?? thrown;
}

/** Why the server did not do what it was asked. */
export function responseError({ status, code, codeValues, text }: SieveResponse, host: string): ProviderError {
  const reported = text.trim() || code || status;
  const serverText = code ? `(${code}) ${text}` : text;
  if (code === 'REFERRAL') {
    const other = codeValues[0] ?? reported;
    const sentence = `${host} keeps the filters of this account on another server: ${other}. Set sieve_host to its name.`;
    return new ProviderError('refused', sentence, { serverText });
  }
  if (code.startsWith('QUOTA'))
    return new ProviderError('refused', `${host} has no room for these filters: ${reported}`, { serverText });
  if (code === 'TRYLATER') return new ProviderError('busy', `${host} is busy: ${reported}`, { serverText });
  if (status === 'BYE') return new ProviderError('busy', `${host} ended the connection: ${reported}`, { serverText });
  return new ProviderError('refused', `${host} refused: ${reported}`, { serverText });
}

export function signInError(response: SieveResponse, host: string): ProviderError {
  if (response.status === 'BYE' || response.code === 'REFERRAL' || response.code === 'TRYLATER')
    return responseError(response, host);
  const reported = response.text.trim() || response.code;
  const message = `${host} didn’t accept the username and password for filters${reported && `: ${reported}`}`;
  return new ProviderError('auth', message, { kind: 'sign_in', serverText: response.text });
}
