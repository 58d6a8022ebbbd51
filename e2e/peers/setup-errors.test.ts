import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test, type TestContext } from 'node:test';
import { silentLog } from '../../daemon/base/log.ts';
import { createProbe } from '../../daemon/features/accounts/discovery/probe.ts';
import { explainTrouble, troubleOf } from '../../daemon/features/accounts/trouble.ts';
import { createImapProvider } from '../../daemon/providers/imap/imap-provider.ts';
import { startBreakableProxy } from '../../daemon/providers/imap/test-network.ts';
import { createSmtpSender } from '../../daemon/providers/smtp/smtp-sender.ts';
import { waitLimitMs } from '../../daemon/test-until.ts';
import { makeCertificate } from '../../testing/servers/certificate.ts';
import { dovecotMissing, startDovecot, type Dovecot } from '../../testing/servers/dovecot.ts';
import type { Quirks } from '../../testing/servers/imap/quirks.ts';
import { startOddServer } from '../../testing/servers/imap/server.ts';
import { freePorts } from '../../testing/servers/ports.ts';
import { postfixMissing, startPostfix, type Postfix } from '../../testing/servers/postfix.ts';
import { startSmtpSink } from '../../testing/servers/smtp-sink.ts';
import type { TroubleContext } from '../../daemon/features/accounts/trouble-context.ts';

/** The values of the form, the certificates this computer trusts in addition, and the servers at the host's usual ports. */
type Form = {
  host?: string;
  port: number;
  username?: string;
  password?: string;
  ca?: string;
  implicitTls?: boolean;
  usual?: Record<number, number>;
};
type SetupError = Pick<Awaited<ReturnType<typeof explainTrouble>>, 'what' | 'field' | 'message' | 'suggestion'>;

const missing = dovecotMissing();
if (missing) test('errors while an account is set up', { skip: missing });
else describe('errors while an account is set up are explained in plain words', suite);

function suite(): void {
  let dovecot: Dovecot;
  let ca = '';
  before(async () => {
    dovecot = await startDovecot();
    ca = readFileSync(dovecot.caFile, 'utf8');
  });
  after(() => dovecot?.stop());

  const right = () => ({
    port: dovecot.imapPort,
    username: 'alice@example.test',
    password: 'alice-pass',
    ca,
    usual: { 993: dovecot.imapsPort, 143: dovecot.imapPort },
  });

  /** Why mail cannot be read with this form; undefined if it can. */
  async function reading(form: Form): Promise<SetupError | undefined> {
    const {
      host = 'localhost',
      port,
      username = 'alice@example.test',
      password = 'alice-pass',
      usual: _,
      ...tls
    } = form;
    const at = { where: 'sync', host, port, use_tls: true, password } as const;
    const sign = { username, password, authRequired: true, useTls: true };
    const provider = createImapProvider({ host, port, ...sign, ...tls, log: silentLog });
    try {
      await provider.folders(AbortSignal.timeout(waitLimitMs));
      return undefined;
    } catch (thrown) {
      return explained(thrown, at, form);
    } finally {
      await provider.close();
    }
  }

  /** As `reading`, for sending. */
  async function sending(form: Form): Promise<SetupError | undefined> {
    const {
      host = '127.0.0.1',
      port,
      username = 'alice@example.test',
      password = 'alice-pass',
      usual: _,
      ...tls
    } = form;
    const at = { where: 'send', host, port, use_tls: true, password } as const;
    const sender = createSmtpSender({ host, port, username, password, authRequired: true, useTls: true, ...tls });
    try {
      await sender.verify(AbortSignal.timeout(waitLimitMs));
      return undefined;
    } catch (thrown) {
      return explained(thrown, at, form);
    } finally {
      await sender.close();
    }
  }

  async function explained(
    thrown: unknown,
    at: TroubleContext,
    { ca: trusted, usual = {} }: Form,
  ): Promise<SetupError> {
    // No server listens at port 1.
    const connectTo = (host: string, port: number) => ({ host, port: usual[port] ?? (port === at.port ? port : 1) });
    const probe = createProbe({ connectTo, ...(trusted !== undefined && { ca: trusted }) });
    const parts = { probe, isOnline: () => true, timeoutMs: waitLimitMs };
    const trouble = await explainTrouble(troubleOf(thrown, at), at, AbortSignal.timeout(waitLimitMs), parts);
    const reported = `${trouble.message} ${trouble.technical}`;
    assert.ok(!reported.includes(at.password ?? '-'), reported);
    const { what, field, message, suggestion } = trouble;
    return { what, field, message, suggestion };
  }

  test('correct values produce no error', async () => {
    assert.equal(await reading(right()), undefined);
  });

  test('a wrong password', async () => {
    assert.deepEqual(await reading({ ...right(), password: 'a guess' }), {
      what: 'password',
      field: 'password',
      message: 'localhost doesn’t accept this username and password. Check both and enter the password again.',
      suggestion: null,
    });
  });

  test('a wrong port', async () => {
    const [port = 0] = await freePorts(1);
    assert.deepEqual(await reading({ ...right(), port }), {
      what: 'port',
      field: 'port',
      message: `localhost answers at port 993, not at ${port}. Use 993?`,
      suggestion: { port: 993, use_tls: true },
    });
  });

  test('TLS from the first byte at a port that begins without TLS', async () => {
    const { message } = (await reading({ ...right(), implicitTls: true })) ?? {};
    assert.equal(message, `localhost offers encryption at port 993, not at ${dovecot.imapPort}. Use 993?`);
  });

  test('a server without encryption', async (t) => {
    const form = await oddServer(t, { startTls: 'absent' });
    assert.deepEqual(await reading(form), {
      what: 'no_encryption',
      field: 'port',
      message: `localhost offers no encryption at port ${form.port}, and Posthorn doesn’t send a password without it. Check the port, which is usually 993.`,
      suggestion: null,
    });
  });

  test('a certificate that no trusted authority has signed', async () => {
    const { ca: _, ...form } = right();
    assert.deepEqual(await reading(form), {
      what: 'certificate',
      field: 'host',
      message:
        'localhost uses a self-signed certificate, so Posthorn can’t tell whether it’s really your server and doesn’t send it your password. ' +
        'If it is your own server, make this computer trust its certificate. If you didn’t choose that server ' +
        'yourself, ask your mail provider.',
      suggestion: null,
    });
  });

  test('a misspelt server', async () => {
    assert.deepEqual(await reading({ ...right(), host: 'mail.exmaple.invalid' }), {
      what: 'server_name',
      field: 'host',
      message: 'There is no server named mail.exmaple.invalid. Check the spelling of the server address.',
      suggestion: null,
    });
  });

  test('a network that answers in place of the server', async (t) => {
    const otherNetwork = await startBreakableProxy(t, dovecot.imapPort, '127.0.0.3');
    assert.deepEqual(await reading({ ...right(), host: '127.0.0.3', port: otherNetwork.port }), {
      what: 'certificate',
      field: 'host',
      message:
        'The server at 127.0.0.3 identifies itself as another server, so Posthorn doesn’t send it your password. Check the server ' +
        'address. If your network asks you to sign in first, as in a hotel or on a train, open a web page and do that.',
      suggestion: null,
    });
  });

  test('a mailbox that refuses mail programs, and a mailbox with too many connections', async (t) => {
    const { message: off } = (await reading(await oddServer(t, { isLoginDisabled: true }))) ?? {};
    assert.match(off ?? '', /^localhost doesn’t accept a password from mail programs\. You may have to allow it first/);
    const alert = 'NO [ALERT] Your account is not enabled for IMAP use. Please visit your Gmail settings page';
    const disabled = await reading(await oddServer(t, { commands: { LOGIN: alert } }));
    assert.match(disabled?.message ?? '', /^localhost doesn’t let mail programs in for this mailbox\./);
    const full = await reading(await oddServer(t, { greeting: '* BYE Too many connections from your address' }));
    assert.equal(full?.what, 'busy');
    assert.match(full?.message ?? '', /^localhost is being used by too many programs or devices at once/);
  });

  test('a server that is not a mail server', async (t) => {
    const web = createServer((_request, response) => response.end());
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    t.after(() => web.close());
    const { port } = web.address() as AddressInfo;
    const { what, suggestion } = (await reading({ ...right(), port, implicitTls: true })) ?? {};
    assert.deepEqual([what, suggestion], ['no_encryption', { port: 993, use_tls: true }]);
  });

  test('sending without encryption', async (t) => {
    const sink = await startSmtpSink({ tls: 'none' });
    t.after(() => sink.stop());
    assert.deepEqual(await sending({ host: 'localhost', port: sink.port }), {
      what: 'no_encryption',
      field: 'port',
      message: `localhost offers no encryption at port ${sink.port}, and Posthorn doesn’t send a password without it. Check the port, which is usually 465 or 587.`,
      suggestion: null,
    });
    assert.equal(sink.count.signIns, 0);
  });

  const noPostfix = postfixMissing();
  if (noPostfix) test('sending', { skip: noPostfix });
  else
    describe('sending', () => {
      let postfix: Postfix;
      before(async () => void (postfix = await startPostfix(dovecot)));
      after(() => postfix?.stop());

      test('fails alone if the password for sending is wrong', async () => {
        const [read, sent] = await Promise.all([
          reading(right()),
          sending({ port: postfix.port, password: 'a guess', ca }),
        ]);
        assert.equal(read, undefined);
        assert.deepEqual(sent, {
          what: 'password',
          field: 'password',
          message:
            '127.0.0.1, which sends your mail, doesn’t accept this username and password. Check both and enter the password again.',
          suggestion: null,
        });
      });

      test('finds the port at which the server answers', async () => {
        const [port = 0] = await freePorts(1);
        const { message, suggestion } = (await sending({ port, ca, usual: { 587: postfix.port } })) ?? {};
        assert.equal(message, `127.0.0.1 answers at port 587, not at ${port}. Use 587?`);
        assert.deepEqual(suggestion, { port: 587, use_tls: true });
      });

      test('is not tried at a server with a self-signed certificate', async () => {
        const { what, message } = (await sending({ port: postfix.port })) ?? {};
        assert.equal(what, 'certificate');
        assert.match(message ?? '', /^127\.0\.0\.1 uses a self-signed certificate/);
      });
    });
}

/** A server that misbehaves in this way, and the form for it. */
async function oddServer(t: TestContext, quirks: Quirks): Promise<Form> {
  const certificate = makeCertificate();
  const server = await startOddServer({ certificate, quirks });
  t.after(async () => {
    await server.stop();
    certificate.remove();
  });
  return { port: server.port, username: server.user, password: server.password, ca: certificate.cert };
}
