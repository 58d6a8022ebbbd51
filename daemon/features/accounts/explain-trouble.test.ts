import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { certificateMissing, makeCertificate } from '../../../testing/servers/certificate.ts';
import { startOddServer } from '../../../testing/servers/imap/server.ts';
import { createProbe, type ProbeResult, type Probe } from './discovery/probe.ts';
import { ProviderError, type ProviderErrorKind } from '../../providers/provider.ts';
import { waitLimitMs } from '../../test-until.ts';
import { explainTrouble, troubleOf } from './trouble.ts';
import type { ExplainOptions } from './explain-trouble.ts';
import type { TroubleContext } from './trouble-context.ts';

const never = new AbortController().signal;
const sync = { where: 'sync', host: 'mail.example.org', port: 994, use_tls: true } as const satisfies TroubleContext;

/** The message and the suggestion for a trouble, where these endpoints are open with a valid certificate. */
async function explain(
  kind: ProviderErrorKind,
  at: TroubleContext,
  resultByEndpoint: Record<string, ProbeResult | true> = {},
  parts: ExplainOptions = {},
) {
  const probe: Probe = async ({ protocol, host, port }) => {
    const answer = resultByEndpoint[`${protocol} ${host}:${port}`] ?? { is: 'nothing' };
    return answer === true ? { is: 'secure' } : answer;
  };
  const trouble = troubleOf(new ProviderError('offline', 'It failed.', { kind }), at);
  const better = await explainTrouble(trouble, at, never, {
    probe,
    isOnline: () => true,
    timeoutMs: waitLimitMs,
    ...parts,
  });
  return { ...better, isAsItWas: better === trouble };
}

test('suggests the port at which the server answers', async () => {
  const resultByEndpoint = { 'imap mail.example.org:993': true, 'smtp mail.example.org:587': true } as const;
  for (const kind of ['closed_port', 'silent', 'lost', 'no_sign_in'] as const) {
    const { message, suggestion, field } = await explain(kind, sync, resultByEndpoint);
    assert.equal(message, 'mail.example.org answers at port 993, not at 994. Use 993?', kind);
    assert.deepEqual([suggestion, field], [{ port: 993, use_tls: true }, 'port']);
  }
  const unencrypted = await explain('no_starttls', { ...sync, port: 143 }, resultByEndpoint);
  assert.equal(unencrypted.message, 'mail.example.org offers encryption at port 993, not at 143. Use 993?');
  const sending = await explain('not_tls', { ...sync, where: 'send', port: 465 }, resultByEndpoint);
  assert.deepEqual(sending.suggestion, { port: 587, use_tls: true });
  assert.ok((await explain('closed_port', { ...sync, port: 993 }, resultByEndpoint)).isAsItWas);
});

test('suggests the correct spelling of a misspelt server, and another server name that answers', async () => {
  const gmail = await explain('no_such_name', { ...sync, host: 'imap.gmial.com' });
  assert.equal(gmail.message, 'There is no server named imap.gmial.com. Did you mean imap.gmail.com?');
  assert.deepEqual([gmail.suggestion, gmail.what, gmail.field], [{ host: 'imap.gmail.com' }, 'server_name', 'host']);
  const other = await explain(
    'no_such_name',
    { ...sync, host: 'imap.example.org' },
    { 'imap mail.example.org:143': true },
  );
  assert.equal(other.message, 'There is no server named imap.example.org. mail.example.org answers, though. Use it?');
  assert.deepEqual(other.suggestion, { host: 'mail.example.org', port: 143, use_tls: true });
  const whole = await explain(
    'no_such_name',
    { ...sync, where: 'send', host: 'example.org' },
    { 'smtp smtp.example.org:465': true },
  );
  assert.deepEqual(whole.suggestion, { host: 'smtp.example.org', port: 465, use_tls: true });
  assert.ok((await explain('no_such_name', { ...sync, host: 'nowhere' })).isAsItWas);
});

test('suggests a name from a certificate only if no other party can own it', async () => {
  const shows = (...names: string[]): ProbeResult => ({ is: 'untrusted', code: 'ERR_TLS_CERT_ALTNAME_INVALID', names });
  const at = { ...sync, port: 993 };
  const sibling = await explain('other_name', at, {
    'imap mail.example.org:993': shows('*.example.org', 'evil.example', 'box7.example.org'),
    'imap box7.example.org:993': true,
    'imap evil.example:993': true,
  });
  assert.equal(
    sibling.message,
    'The server at mail.example.org identifies itself as box7.example.org. Use box7.example.org as the server address?',
  );
  assert.deepEqual(sibling.suggestion, { host: 'box7.example.org' });
  const stranger = { 'imap mail.example.org:993': shows('evil.example'), 'imap evil.example:993': true } as const;
  assert.ok((await explain('other_name', at, stranger)).isAsItWas);
  const neighbour = { 'imap example.co.uk:993': shows('evil.co.uk'), 'imap evil.co.uk:993': true } as const;
  assert.ok((await explain('other_name', { ...at, host: 'example.co.uk' }, neighbour)).isAsItWas);
  assert.ok(
    (await explain('self_signed', at, { 'imap mail.example.org:993': { is: 'untrusted', code: 'X', names: [] } }))
      .isAsItWas,
  );
});

test('reports a missing network, except for servers on this computer', async () => {
  const parts = { isOnline: () => false };
  for (const kind of ['no_such_name', 'unreachable', 'silent'] as const) {
    const { what, message, field } = await explain(kind, sync, {}, parts);
    assert.deepEqual([what, field], ['network', null]);
    assert.equal(message, 'This computer isn’t connected to the internet. Connect it and try again.');
  }
  assert.ok((await explain('closed_port', { ...sync, host: 'localhost' }, {}, parts)).isAsItWas);
});

test('does not investigate a wrong password, the keychain or a busy server', async () => {
  const probe: Probe = () => Promise.reject(new Error('no server may be probed'));
  for (const kind of ['sign_in', 'no_stored_password', 'too_many_connections', 'wants_sign_in'] as const)
    assert.ok((await explain(kind, sync, {}, { probe })).isAsItWas, kind);
  assert.ok((await explain('closed_port', { where: 'save', host: null }, {}, { probe })).isAsItWas);
});

test('does not wait for silent servers, and stops when the signal aborts', async () => {
  const probe: Probe = (_endpoint, signal) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve({ is: 'nothing' }), { once: true }));
  assert.ok((await explain('closed_port', sync, {}, { probe, timeoutMs: 5 })).isAsItWas);
  const stop = new AbortController();
  const trouble = troubleOf(new ProviderError('offline', 'It failed.', { kind: 'silent' }), sync);
  const asked = explainTrouble(trouble, sync, stop.signal, { probe, isOnline: () => true });
  stop.abort(new Error('the window was closed'));
  await assert.rejects(asked, /the window was closed/);
});

describe('a real connection', { skip: certificateMissing() ?? false }, () => {
  test('is probed without any data about the user', async (t) => {
    const certificate = makeCertificate();
    const server = await startOddServer({ certificate, isTlsImplicit: true });
    t.after(async () => {
      await server.stop();
      certificate.remove();
    });
    const connectTo = (_host: string, port: number) => ({ host: '127.0.0.1', port: port === 993 ? server.port : 1 });
    const at = { ...sync, host: 'localhost' };
    const parts = { probe: createProbe({ connectTo, ca: certificate.cert }) };
    const { message } = await explain('closed_port', at, {}, parts);
    assert.equal(message, 'localhost answers at port 993, not at 994. Use 993?');
    assert.deepEqual(server.log.commands, []);
  });
});
