import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { certificateMissing } from '../../../../testing/servers/certificate.ts';
import type { Quirks } from '../../../../testing/servers/imap/quirks.ts';
import type { ProviderErrorReason } from '../../provider.ts';
import { assertProviderError, neverAborted, isProviderError } from '../test-dovecot-mailbox.ts';
import { oddServers } from '../test-odd-server.ts';

describe('imap: a server that refuses the sign-in', { skip: certificateMissing() ?? false, concurrency: 4 }, () => {
  const start = oddServers();

  const answers: [claim: string, quirks: Quirks, reason: ProviderErrorReason, words: RegExp][] = [
    [
      'a wrong password needs the user',
      { commands: { LOGIN: 'NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)' } },
      'auth',
      /didn’t accept the username and password: .*Invalid credentials/,
    ],
    [
      'an unavailable sign-in server is not a wrong password',
      { commands: { LOGIN: 'NO [UNAVAILABLE] Temporary authentication failure' } },
      'busy',
      /can’t sign anyone in right now: .*Temporary authentication failure/,
    ],
    [
      'too many connections, with a code, are not a wrong password',
      { commands: { LOGIN: 'NO [LIMIT] Maximum number of connections from user+IP exceeded' } },
      'busy',
      /Maximum number of connections/,
    ],
    [
      'too many connections, without a code, are not a wrong password',
      { commands: { LOGIN: 'NO Too many simultaneous connections. (Failure)' } },
      'busy',
      /Too many simultaneous connections/,
    ],
    [
      'a BYE at the sign-in is not a wrong password',
      { commands: { LOGIN: 'BYE Server shutting down' } },
      'busy',
      /Server shutting down/,
    ],
    ['a connection lost at the sign-in is not a wrong password', { commands: { LOGIN: 'cut' } }, 'offline', /was lost/],
    [
      'the reason of a server that refuses all connections is reported',
      { greeting: '* BYE Too many connections from your address' },
      'busy',
      /Too many connections from your address/,
    ],
    ['a server without password sign-in is reported', { isLoginDisabled: true }, 'tls', /doesn’t accept a password/],
    ['a server without encryption is disconnected', { startTls: 'absent' }, 'tls', /offers no encryption/],
    ['a server that refuses encryption is disconnected', { startTls: 'refused' }, 'tls', /./],
    ['a server that signs in before TLS is not trusted', { greeting: '* PREAUTH Welcome' }, 'tls', /./],
  ];
  for (const [claim, quirks, reason, words] of answers)
    test(claim, async (context) => {
      const { server, provider } = await start(context, { quirks });
      await assert.rejects(provider.folders(neverAborted()), isProviderError(reason, words));
      assert.ok(!server.log.commands.some((line) => line.includes(server.password)), 'no password was sent');
      assert.ok(server.log.signIns <= 2, `it signed in ${server.log.signIns} times`);
      assert.equal(server.log.successfulSignIns, 0);
    });

  test('an untrusted certificate is reported, and no password is sent', async (context) => {
    for (const isTlsImplicit of [false, true]) {
      const { server, settings } = await start(context, { isTlsImplicit });
      await assertProviderError(
        { ...settings, ca: undefined, implicitTls: isTlsImplicit },
        'tls',
        /self-signed certificate/,
      );
      assert.equal(server.log.signIns, 0);
    }
  });

  test('after a refused password no method signs in again', async (context) => {
    const { server, provider } = await start(context, {
      quirks: { commands: { LOGIN: 'NO [AUTHENTICATIONFAILED] No' } },
    });
    for (let tries = 0; tries < 5; tries++) {
      await assert.rejects(provider.folders(neverAborted()), isProviderError('auth', /didn’t accept/));
      await assert.rejects(
        provider.search({ terms: [{ field: 'text', text: 'x' }] }, neverAborted()),
        isProviderError('auth', /didn’t accept/),
      );
    }
    assert.equal(server.log.signIns, 1);
  });
});
