import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProviderError } from '../../provider.ts';
import { TooManyConnections, imapErrorOf } from './errors.ts';

/** What a refused sign-in is taken for; `too many` is busy in a way that more connections would make worse. */
function classifyRefusal(said: string): string {
  const [, code, words] = /^(?:\[([A-Z]+)\] )?(.*)$/.exec(said) ?? [];
  const fields = { authenticationFailed: true, responseText: words, ...(code && { serverResponseCode: code }) };
  const trouble = imapErrorOf(Object.assign(new Error('Command failed'), fields), 'mail.example');
  assert.ok(trouble instanceof ProviderError && trouble.message.includes(words ?? ''));
  return trouble instanceof TooManyConnections ? 'too many' : trouble.reason;
}

test('a refused sign-in is a matter for the person unless the server says that it is its own', () => {
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
  for (const [taken, all] of Object.entries(refusals))
    for (const said of all) assert.equal(classifyRefusal(said), taken, said);
});
