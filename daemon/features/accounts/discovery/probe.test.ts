import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, describe, test, type TestContext } from 'node:test';
import { certificateMissing, makeCertificate, type Certificate } from '../../../../testing/servers/certificate.ts';
import { startOddServer, type OddServerOptions } from '../../../../testing/servers/imap/server.ts';
import { startSmtpSink, type SinkOptions } from '../../../../testing/servers/smtp-sink.ts';
import { createProbe, type ProbeResult, type MailEndpoint, type ProbeOptions } from './probe.ts';

const never = new AbortController().signal;

describe('probing an endpoint', { skip: certificateMissing() ?? false }, () => {
  let certificate: Certificate;
  before(() => void (certificate = makeCertificate()));
  after(() => certificate.remove());

  async function imapAnswer(
    t: TestContext,
    options: OddServerOptions,
    endpoint: Partial<MailEndpoint> = {},
    trusted = true,
  ) {
    const server = await startOddServer({ certificate, ...options });
    t.after(() => server.stop());
    const answer = await probeAt(
      server.port,
      { protocol: 'imap', ...endpoint },
      trusted ? { ca: certificate.cert } : {},
    );
    assert.equal(server.log.signIns, 0);
    return answer;
  }

  async function smtpAnswer(t: TestContext, options: SinkOptions, endpoint: Partial<MailEndpoint> = {}) {
    const sink = await startSmtpSink(options);
    t.after(() => sink.stop());
    return probeAt(sink.port, { protocol: 'smtp', ...endpoint }, sink.ca ? { ca: sink.ca } : {});
  }

  test('reports a mail server with encryption and a valid certificate as secure', async (t) => {
    const secure: ProbeResult = { is: 'secure' };
    assert.deepEqual(await imapAnswer(t, {}), secure);
    assert.deepEqual(await imapAnswer(t, { isTlsImplicit: true }, { port: 993 }), secure);
    assert.deepEqual(await smtpAnswer(t, { tls: 'starttls' }), secure);
    assert.deepEqual(await smtpAnswer(t, { tls: 'implicit' }, { port: 465 }), secure);
  });

  test('reports a server without encryption, or with TLS at the wrong time, as insecure', async (t) => {
    assert.deepEqual(await imapAnswer(t, { quirks: { startTls: 'absent' } }), { is: 'plain' });
    assert.deepEqual(await imapAnswer(t, { quirks: { startTls: 'refused' } }), { is: 'plain' });
    assert.deepEqual(await smtpAnswer(t, { tls: 'none' }), { is: 'plain' });
    assert.deepEqual(await imapAnswer(t, {}, { port: 993 }), { is: 'nothing' });
    assert.deepEqual(await imapAnswer(t, { quirks: { greeting: '* BYE Too many connections' } }), { is: 'nothing' });
    assert.deepEqual(await imapAnswer(t, {}, { protocol: 'smtp' }), { is: 'nothing' });
  });

  test('reports an invalid certificate with its reason and its names', async (t) => {
    assert.deepEqual(await imapAnswer(t, {}, {}, false), {
      is: 'untrusted',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      names: [],
    });
    for (const port of [143, 993])
      assert.deepEqual(await imapAnswer(t, { isTlsImplicit: port === 993 }, { port, host: 'mail.example.org' }), {
        is: 'untrusted',
        code: 'ERR_TLS_CERT_ALTNAME_INVALID',
        names: ['localhost'],
      });
  });
});

test('reports a port that is closed, silent, too verbose or a web server as nothing', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    const [words] = replies.splice(0, 1);
    if (words === undefined) socket.end();
    else socket.write(words);
  });
  const replies = ['HTTP/1.1 400 Bad Request\r\n\r\n', '554 No SMTP service here\r\n', 'x'.repeat(50_000)];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  for (const protocol of ['imap', 'smtp', 'imap', 'smtp'] as const)
    assert.deepEqual(await probeAt(port, { protocol }), { is: 'nothing' });
  assert.deepEqual(await probeAt(1, {}), { is: 'nothing' });
});

test('stops waiting for a silent server when the signal aborts', async (t) => {
  const stop = new AbortController();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    stop.abort();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  assert.deepEqual(await probeAt(port, {}, {}, stop.signal), { is: 'nothing' });
  assert.deepEqual(await probeAt(port, {}, {}, stop.signal), { is: 'nothing' });
});

/** Probes a local server as if it were at a usual port of `localhost`. */
function probeAt(
  port: number,
  endpoint: Partial<MailEndpoint>,
  parts: ProbeOptions = {},
  signal = never,
): Promise<ProbeResult> {
  const connectTo = () => ({ host: '127.0.0.1', port });
  const probe = createProbe({ connectTo, ...parts });
  return probe({ protocol: 'imap', host: 'localhost', port: 143, ...endpoint }, signal);
}
