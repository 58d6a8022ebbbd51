import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { imapConnectErrorOf } from '../../providers/imap/connection/errors.ts';
import { ProviderError } from '../../providers/provider.ts';
import { smtpErrorOf as smtpTroubleOf } from '../../providers/smtp/errors.ts';
import type { SetupTrouble } from '../../contract/account-setup.ts';
import { troubleOf } from './trouble.ts';
import type { TroubleContext } from './trouble-context.ts';

const sync = { where: 'sync', host: 'mail.example.org', port: 993, use_tls: true } as const satisfies TroubleContext;
const send = { ...sync, where: 'send', port: 465 } as const satisfies TroubleContext;

/** The trouble that results from a sign-in that an IMAP server answered with this line. */
function troubleOfImapReply(line: string, context: Partial<TroubleContext> = {}) {
  const [, code, words] = /^(?:\[([A-Z]+)[^\]]*\] )?(.*)$/.exec(line) ?? [];
  const fields = { authenticationFailed: true, responseText: words, ...(code && { serverResponseCode: code }) };
  const place = { ...sync, ...context };
  return troubleOf(imapConnectErrorOf(Object.assign(new Error('Command failed'), fields), place.host ?? ''), place);
}

function troubleOfSmtpReply(response: string, context: Partial<TroubleContext> = {}) {
  const place = { ...send, ...context };
  const thrown = Object.assign(new Error('Invalid login'), { code: 'EAUTH', response, command: 'AUTH PLAIN' });
  return troubleOf(smtpTroubleOf(thrown, place.host ?? ''), place);
}

function troubleOfBrokenConnection(code: string, context: TroubleContext = sync, message = code) {
  return troubleOf(imapConnectErrorOf(Object.assign(new Error(message), { code }), context.host ?? ''), context);
}

test('a wrong password is explained with the field to check and the reply of the server', () => {
  assert.deepEqual(troubleOfImapReply('[AUTHENTICATIONFAILED] Authentication failed.'), {
    where: 'sync',
    what: 'password',
    host: 'mail.example.org',
    field: 'password',
    message: 'mail.example.org doesn’t accept this username and password. Check both and enter the password again.',
    technical: '[AUTHENTICATIONFAILED] Authentication failed.',
    suggestion: null,
  });
  assert.equal(
    troubleOfSmtpReply('535 5.7.8 Error: authentication failed').message,
    'mail.example.org, which sends your mail, doesn’t accept this username and password. Check both and enter the password again.',
  );
});

test('an app password is requested if the provider accepts no other password', () => {
  const gmail =
    'Gmail doesn’t accept this password. It needs one for mail programs (an app password), not the one you sign in ' +
    'with on its website. Create one as described, and paste it here.';
  const host = 'imap.gmail.com';
  for (const line of [
    '[AUTHENTICATIONFAILED] Invalid credentials (Failure)',
    '[ALERT] Application-specific password required: https://support.google.com/accounts/answer/185833 (Failure)',
  ])
    assert.equal(troubleOfImapReply(line, { host }).message, gmail, line);
  assert.equal(
    troubleOfSmtpReply('534-5.7.9 Application-specific password required.', { host: 'smtp.gmail.com' }).message,
    gmail,
  );
  assert.match(
    troubleOfImapReply('[AUTHENTICATIONFAILED] NEOBHODIM parol prilozheniya, Application password is REQUIRED').message,
    /^mail\.example\.org doesn’t accept this password\. It needs one for mail programs/,
  );
  assert.match(
    troubleOfImapReply('[AUTHENTICATIONFAILED] authentication failed', { host: 'imap.gmx.net' }).message,
    /Check both and enter the password again\. Mail programs have to be allowed first: open GMX in the browser/,
  );
});

test('the refusals of large servers are distinguished', () => {
  const imap: [line: string, what: SetupTrouble, words: RegExp][] = [
    [
      '[ALERT] Please log in via your web browser: https://support.google.com/mail/accounts/answer/78754 (Failure)',
      'refused',
      /Sign in to your mailbox in the browser/,
    ],
    [
      '[WEBALERT https://accounts.google.com/signin] Web login required.',
      'refused',
      /Sign in to your mailbox in the browser/,
    ],
    [
      '[ALERT] Your account is not enabled for IMAP use. Please visit your Gmail settings page',
      'refused',
      /doesn’t let mail programs in/,
    ],
    [
      '[AUTHENTICATIONFAILED] LOGIN Login failure or IMAP disabled, try later',
      'refused',
      /doesn’t let mail programs in/,
    ],
    ['You are yet to enable IMAP for your account. Please contact your administrator', 'refused', /turn on IMAP/],
    [
      'LOGIN Login fail. Account is abnormal, service is not open, password is incorrect',
      'refused',
      /doesn’t let mail programs in/,
    ],
    ['LOGIN failed: LogonDenied-BasicAuthBlocked', 'refused', /doesn’t accept passwords from mail programs/],
    ['LOGIN Unsafe Login. Please contact the support', 'refused', /has locked this account/],
    [
      '[AUTHENTICATIONFAILED] Account temporarily locked after too many failed logins',
      'busy',
      /too many wrong passwords/,
    ],
    ['[AUTHENTICATIONFAILED] This account has been suspended', 'refused', /has locked this account/],
    ['[EXPIRED] Password has expired', 'password', /has expired\. Set a new one/],
    ['[UNAVAILABLE] Temporary authentication failure', 'busy', /busy right now/],
    ['Too many simultaneous connections. (Failure)', 'busy', /too many programs or devices at once/],
    [
      'Maximum number of connections from user+IP exceeded (mail_max_userip_connections=10)',
      'busy',
      /too many programs/,
    ],
    ['[PRIVACYREQUIRED] No password is taken here', 'refused', /You may have to allow it first/],
  ];
  for (const [line, what, words] of imap) {
    const trouble = troubleOfImapReply(line);
    assert.deepEqual([trouble.what, words.test(trouble.message)], [what, true], `${line}: ${trouble.message}`);
    assert.ok(trouble.technical?.includes(line.slice(-12)), line);
  }
  const smtp: typeof imap = [
    [
      '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.',
      'refused',
      /doesn’t let mail apps send/,
    ],
    [
      '535 5.7.139 Authentication unsuccessful, basic authentication is disabled.',
      'refused',
      /doesn’t accept passwords from mail programs/,
    ],
    [
      '534-5.7.14 <https://accounts.google.com/signin> Please log in via your web browser',
      'refused',
      /Sign in to your mailbox in the browser/,
    ],
    ['535 5.7.0 (#AUTH005) Too many bad auth attempts.', 'busy', /too many wrong passwords/],
    ['454 4.7.0 Temporary authentication failure', 'busy', /busy right now/],
    [
      '538 5.7.11 Encryption required for requested authentication mechanism',
      'refused',
      /doesn’t accept a password from mail programs/,
    ],
  ];
  for (const [line, what, words] of smtp) {
    const trouble = troubleOfSmtpReply(line);
    assert.deepEqual([trouble.what, words.test(trouble.message)], [what, true], `${line}: ${trouble.message}`);
  }
});

test('a failed connection is explained with what to check', () => {
  const broken: [code: string, what: SetupTrouble, field: string | null, words: RegExp][] = [
    [
      'ENOTFOUND',
      'server_name',
      'host',
      /^There is no server named mail\.example\.org\. Check the spelling of the server address\.$/,
    ],
    ['EAI_AGAIN', 'network', null, /connected to the internet/],
    ['ECONNREFUSED', 'port', 'port', /^mail\.example\.org doesn’t answer at port 993\. .* usually 993\.$/],
    ['ETIMEDOUT', 'port', 'port', /doesn’t answer at port 993/],
    ['GREETING_TIMEOUT', 'port', 'port', /doesn’t answer at port 993/],
    ['ECONNRESET', 'port', 'port', /ended the connection at port 993/],
    ['ENETUNREACH', 'network', null, /^Can’t reach /],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate', 'host', /uses a self-signed certificate/],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate', 'host', /isn’t trusted by this computer/],
    ['CERT_HAS_EXPIRED', 'certificate', null, /has expired/],
    ['CERT_NOT_YET_VALID', 'certificate', null, /date and time of this computer/],
    ['CERT_REVOKED', 'certificate', null, /revoked/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate', 'host', /identifies itself as another server.*hotel/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'no_encryption', 'port', /offers no encryption at port 993/],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'no_encryption', null, /outdated encryption/],
    ['ERR_SSL_OTHER', 'no_encryption', 'port', /Couldn’t make an encrypted connection/],
  ];
  for (const [code, what, field, words] of broken) {
    const message = code.startsWith('ERR_SSL') ? code.slice(8).toLowerCase().replaceAll('_', ' ') : code;
    const trouble = troubleOfBrokenConnection(code, sync, message);
    assert.deepEqual([trouble.what, trouble.field], [what, field], code);
    assert.match(trouble.message, words);
  }
  assert.match(troubleOfBrokenConnection('ECONNREFUSED', send).message, /port 465\. .* usually 465 or 587\.$/);
});

test('troubles that the server did not cause are explained: a stored password, the keychain, a timeout, an internal error', () => {
  const missing = new ProviderError('auth', 'No password is stored for Work.', { kind: 'no_stored_password' });
  assert.equal(troubleOf(missing, sync).message, 'No password is stored for mail.example.org. Enter it here.');
  const locked = new Failure(
    'unavailable',
    'keychain_unavailable',
    'Your keychain is locked. Unlock it and try again.',
  );
  for (const thrown of [locked, new ProviderError('offline', 'The keychain waits.', { cause: locked })]) {
    const { what, message, field } = troubleOf(thrown, { where: 'save', host: null });
    assert.deepEqual([what, message, field], ['keychain', 'Your keychain is locked. Unlock it and try again.', null]);
  }
  const unwritable = new Failure('unavailable', 'config_unwritable', 'The file cannot be written.');
  assert.deepEqual(troubleOf(unwritable, { where: 'save', host: null }).what, 'other');
  assert.equal(troubleOf(AbortSignal.timeout(0).reason ?? new DOMException('late', 'TimeoutError'), sync).what, 'port');
  for (const thrown of [new TypeError('x is undefined'), 'a text', undefined, null])
    assert.match(troubleOf(thrown, sync).message, /^Something went wrong at mail\.example\.org/);
  assert.equal(
    troubleOf(new ProviderError('protocol', 'It said HTTP.'), { where: 'send', host: null }).message,
    'What answers at the server that sends your mail doesn’t behave like a mail server. Check the server address and the port, which is usually 465 or 587.',
  );
});

test('a password that a server repeats is removed, and its reply is shortened to one line', () => {
  const password = 'correct horse';
  const encoded = Buffer.from(password).toString('base64');
  const reply = `[AUTHENTICATIONFAILED] No: ada ${password} ${encoded}\u0007\u001b[31m ${'x'.repeat(5000)}`;
  const { technical, message } = troubleOfImapReply(reply, { password });
  assert.ok(technical !== null && !technical.includes(password) && !technical.includes(encoded));
  assert.ok(technical.length <= 600 && !/\p{C}/u.test(technical));
  assert.ok(!message.includes('No: ada'));
});
