import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderError } from '../../provider.ts';
import { TooManyConnections, imapErrorOf } from './errors.ts';

/** The classification of a refused sign-in; `too many` is a busy state that more connections would make worse. */
function classifyRefusal(refusal: string): string {
  const [, code, words] = /^(?:\[([A-Z]+)\] )?(.*)$/.exec(refusal) ?? [];
  const fields = { authenticationFailed: true, responseText: words, ...(code && { serverResponseCode: code }) };
  const trouble = imapErrorOf(Object.assign(new Error('Command failed'), fields), 'mail.example');
  assert.ok(trouble instanceof ProviderError && trouble.message.includes(words ?? ''));
  return trouble instanceof TooManyConnections ? 'too many' : trouble.reason;
}

test('a refused sign-in needs the user unless the server reports an error of its own', () => {
  const refusals: Record<string, string[]> = {
    auth: [
      '[AUTHENTICATIONFAILED] Invalid credentials (Failure)',
      '[AUTHENTICATIONFAILED] The sign-in service is temporarily unavailable',
      'Login failed, please try again',
      'Invalid password, try again later',
      'Account temporarily locked after too many failed logins',
      '[EXPIRED] Password has expired',
      'Application-specific password required',
    ],
    busy: [
      '[UNAVAILABLE] Temporary authentication failure',
      '[INUSE] Mailbox is in use',
      'Server busy, try again later',
      'User is authenticated but not connected',
    ],
    'too many': [
      '[LIMIT] Rate limit hit',
      'Too many simultaneous connections. (Failure)',
      'Maximum number of connections from user+IP exceeded (mail_max_userip_connections=10)',
      'Too many connections',
    ],
  };
  for (const [kind, all] of Object.entries(refusals))
    for (const refusal of all) assert.equal(classifyRefusal(refusal), kind, refusal);
});
