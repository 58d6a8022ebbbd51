import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test, type TestContext } from 'node:test';
import { certificateMissing, makeCertificate, type Certificate } from '../../../testing/servers/certificate.ts';
import { sieveMissing, startDovecot, type Dovecot } from '../../../testing/servers/dovecot.ts';
import { freePorts } from '../../../testing/servers/ports.ts';
import { until } from '../../test-until.ts';
import { ProviderError } from '../provider.ts';
import { ScriptsUnsupported, type ScriptSession } from '../script-server.ts';
import { openScriptSession } from './script-session.ts';
import { startSieveServer } from './test-sieve-server.ts';

const signal = new AbortController().signal;
const account = { host: '127.0.0.1', username: 'ada', password: 'secret', useTls: true };

const failsWith = (reason: string, text: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ProviderError, String(error));
  assert.equal(error.reason, reason);
  assert.match(error.message, text);
  return true;
};

describe('managesieve: an odd server', { skip: certificateMissing() ?? false }, () => {
  let certificate: Certificate;
  before(() => void (certificate = makeCertificate()));
  after(() => certificate?.remove());

  const serving = async (t: TestContext, options: Partial<Parameters<typeof startSieveServer>[1]> = {}) => {
    const { port, received } = await startSieveServer(t, { certificate, ...options });
    const settings = { ...account, port, ca: certificate.cert };
    return { received, settings, open: (more: object = {}) => openScriptSession({ ...settings, ...more }, signal) };
  };
  const hasPassword = (received: readonly string[]) => received.some((line) => line.startsWith('AUTHENTICATE'));

  test('gets no password without encryption, and none with a certificate that is not trusted', async (t) => {
    const plain = await serving(t, { greeting: '"SASL" "PLAIN"\r\nOK\r\n' });
    await assert.rejects(plain.open(), failsWith('tls', /offers no encryption/));
    await assert.rejects(plain.open({ useTls: false }), failsWith('tls', /doesn’t send a password/));
    const { open, received } = await serving(t);
    await assert.rejects(open({ ca: undefined }), failsWith('tls', /certificate/));
    const injecting = await serving(t, { injected: '"SASL" "PLAIN"\r\nOK\r\n' });
    await assert.rejects(injecting.open(), failsWith('tls', /inserted data/));
    for (const each of [plain.received, received, injecting.received]) assert.equal(hasPassword(each), false);
  });

  test('is reported in words: closed ports, other protocols, refused passwords, referrals', async (t) => {
    const [port = 0] = await freePorts(1);
    await assert.rejects(openScriptSession({ ...account, port }, signal), ScriptsUnsupported);
    const other = await serving(t, { greeting: '* OK IMAP4rev1 ready\r\n' });
    await assert.rejects(other.open(), ScriptsUnsupported);
    const refusing = await serving(t, { answers: { AUTHENTICATE: 'NO "Wrong password."\r\n' } });
    await assert.rejects(refusing.open(), failsWith('auth', /didn’t accept the username and password.*Wrong/));
    const elsewhere = await serving(t, { answers: { AUTHENTICATE: 'BYE (REFERRAL "sieve://b.test") "Go."\r\n' } });
    await assert.rejects(elsewhere.open(), failsWith('refused', /another server: sieve:\/\/b\.test\. Set sieve_host/));
    const noPlain = await serving(t, { capabilities: '"SASL" "GSSAPI"\r\n"SIEVE" ""\r\nOK\r\n' });
    await assert.rejects(noPlain.open(), failsWith('auth', /no sign-in with a password.*GSSAPI/));
    const full = await serving(t, { answers: { HAVESPACE: 'NO (QUOTA/MAXSIZE) "Too big."\r\n' } });
    await assert.rejects((await full.open()).write('a', 'keep;'), failsWith('refused', /no room.*Too big/));
    const silent = await serving(t, { answers: { LISTSCRIPTS: '"half' } });
    let session: ScriptSession | undefined;
    // A slow server times out too, and is tried again.
    await until('the server answers', async () => {
      session = await silent.open({ timeouts: { responseMs: 1_000 } }).catch(() => undefined);
      return session !== undefined;
    });
    await assert.rejects(async () => session?.list(), failsWith('offline', /didn’t answer in time/));
  });

  test('cannot fill the memory or be understood in two ways', async (t) => {
    const bad = [
      'x'.repeat(100_000),
      '{99999999999}\r\n',
      '{2000000}\r\n',
      '"a\r\n',
      '\r\n',
      '(\r\n',
      'OK (\r\n',
      `${'"a"\r\n'.repeat(2_000)}OK\r\n`,
    ];
    for (const answer of bad) {
      const { open } = await serving(t, { answers: { LISTSCRIPTS: answer } });
      await assert.rejects((await open()).list(), failsWith('protocol', /The server sent a/), answer.slice(0, 20));
    }
    // A failed connection is not used again.
    const { open, received } = await serving(t, { answers: { LISTSCRIPTS: '(\r\n' } });
    const session = await open();
    await assert.rejects(session.list(), failsWith('protocol', /./));
    await assert.rejects(session.read('a'), ProviderError);
    assert.equal(received.at(-1), 'LISTSCRIPTS');
  });

  test('gets names and texts that cannot become commands', async (t) => {
    const { open, received } = await serving(t, { answers: { LISTSCRIPTS: '{3}\r\na"b ACTIVE\r\n"c\\"d"\r\nOK\r\n' } });
    const session = await open();
    assert.deepEqual(await session.list(), [
      { name: 'a"b', isActive: true },
      { name: 'c"d', isActive: false },
    ]);
    for (const name of ['', 'a\r\nDELETESCRIPT "b"', 'a\0', '\u2028', 'x'.repeat(513)])
      await assert.rejects(session.remove(name), failsWith('refused', /name that Posthorn can’t use/));
    await session.write('a "b\\', 'keep;\r\nLOGOUT\r\n');
    assert.deepEqual(received.slice(-2), ['HAVESPACE "a \\"b\\\\" 15', 'PUTSCRIPT "a \\"b\\\\" {15+}']);
    await assert.rejects(session.check('x'.repeat(1024 * 1024 + 1)), failsWith('refused', /too large/));
    await session.close();
  });

  test('an aborted caller gets the reason of its signal', async (t) => {
    const { settings } = await serving(t, { answers: { AUTHENTICATE: '"' } });
    const stop = new AbortController();
    const opening = openScriptSession(settings, stop.signal);
    setImmediate(() => stop.abort(new Error('the page was closed')));
    await assert.rejects(opening, /the page was closed/);
  });
});

describe('managesieve: Dovecot', { skip: sieveMissing() ?? false }, () => {
  let dovecot: Dovecot;
  before(async () => void (dovecot = await startDovecot({ sieve: {} })));
  after(() => dovecot?.stop());

  test('stores, lists, checks, activates and deletes scripts of any content', async () => {
    const [{ user: username, password } = { user: '', password: '' }] = dovecot.users;
    const ca = readFileSync(dovecot.caFile);
    const settings = { host: '127.0.0.1', port: dovecot.sievePort, username, password, useTls: true, ca };
    const session = await openScriptSession(settings, signal);
    assert.ok(['vacation', 'include', 'fileinto', 'date'].every((name) => session.extensions.has(name)));
    assert.deepEqual([await session.list(), await session.read('none')], [[], undefined]);
    const text = `# ${'Ünï😀"\\ '.repeat(6_000)}\r\n# .\r\n.\r\n`.replace('\r\n.\r\n', '\r\nkeep;\r\n');
    const name = 'ä "quoted" \\ name';
    await session.check(text);
    await session.write(name, text);
    await session.write('other', 'keep;\r\n');
    await session.activate(name);
    assert.equal(await session.read(name), text);
    const listed = (await session.list()).toSorted((a, b) => a.name.localeCompare(b.name));
    assert.deepEqual(listed, [
      { name, isActive: true },
      { name: 'other', isActive: false },
    ]);
    await assert.rejects(session.remove(name), failsWith('refused', /./));
    await assert.rejects(session.write('other', 'keep'), failsWith('refused', /error/));
    await assert.rejects(session.check('require "none";'), failsWith('refused', /none/));
    assert.equal(await session.read('other'), 'keep;\r\n');
    await session.activate(undefined);
    await session.remove(name);
    await session.remove(name);
    assert.deepEqual(await session.list(), [{ name: 'other', isActive: false }]);
    await session.close();
    const wrong = openScriptSession({ ...settings, password: 'guess' }, signal);
    await assert.rejects(wrong, failsWith('auth', /didn’t accept/));
  });
});
