import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import type { TlsOptions } from 'node:tls';
import { before, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { certificateMissing } from '../../../../testing/servers/certificate.ts';
import { silentLog } from '../../../base/log.ts';
import { testFolder } from '../../../test-folder.ts';
import type { ImapSettings } from './connection.ts';
import { assertProviderError, neverAborted, withProvider } from '../test-dovecot-mailbox.ts';
import { scriptedServer } from '../test-network.ts';

describe('imap: insufficient encryption is explained', { skip: certificateMissing() ?? false }, () => {
  let issuer: ReturnType<typeof certificates>;
  before(() => (issuer = certificates()));

  test('a certificate that has expired', async (context) => {
    const shown = issuer.sign('20200101000000Z', '20200201000000Z');
    const settings = await serving(context, { key: issuer.key, cert: shown });
    await assertProviderError({ ...settings, ca: issuer.cert }, 'tls', /certificate of 127\.0\.0\.1 has expired/);
  });

  test('a certificate that is not valid yet', async (context) => {
    const shown = issuer.sign('20900101000000Z', '20910101000000Z');
    const settings = await serving(context, { key: issuer.key, cert: shown });
    await assertProviderError({ ...settings, ca: issuer.cert }, 'tls', /isn’t valid yet\. Check this computer’s date/);
  });

  test('a certificate of an issuer this computer does not know', async (context) => {
    const shown = issuer.sign('20200101000000Z', '20900101000000Z');
    const settings = await serving(context, { key: issuer.key, cert: shown });
    await assertProviderError(settings, 'tls', /wasn’t issued by anyone this computer trusts/);
  });

  test('a TLS version that is too old', async (context) => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const settings = await serving(context, { key: issuer.key, cert: issuer.cert, ...old });
    await assertProviderError({ ...settings, ca: issuer.cert }, 'tls', /versions of TLS that aren’t safe any more/);
  });
});

test('a server that signs in without encryption is not trusted', async (context) => {
  const { settings, received } = await scripted(context, '* PREAUTH Welcome');
  await assertProviderError({ ...settings, useTls: true }, 'tls', /before encryption \(PREAUTH\)/);
  assert.ok(!received.some((line) => /LIST|SELECT|secret/.test(line)));
});

test('data injected before encryption begins is not attributed to the server', async (context) => {
  const { settings } = await scripted(context, '* OK ready', { STARTTLS: 'OK go on\r\n* PREAUTH Welcome' });
  await assertProviderError({ ...settings, useTls: true }, 'tls', /inserted data/);
});

test('an account without sign-in sends none, whatever the server offers (checklist 37)', async (context) => {
  const open = await scripted(context, '* PREAUTH Welcome', { LIST: 'OK done' });
  await withProvider({ ...open.settings, authRequired: false, useTls: false }, async (provider) => {
    assert.deepEqual(await provider.folders(neverAborted()), []);
  });
  const closed = await scripted(context, '* OK ready');
  const settings = { ...closed.settings, authRequired: false, useTls: false };
  await assertProviderError(settings, 'auth', /asks for a sign-in, but the account is set up without one/);
  for (const { received } of [open, closed])
    assert.ok(!received.some((line) => /LOGIN|AUTHENTICATE|secret/i.test(line)), received.join(' / '));
});

/** A server that accepts all commands except these, and records what it receives. */
async function scripted(context: TestContext, greeting: string, answers: Record<string, string> = {}) {
  const received: string[] = [];
  const server = await scriptedServer((line, answer) => {
    received.push(line);
    const [tag, command = ''] = line.split(' ');
    if (command === 'CAPABILITY') answer('* CAPABILITY IMAP4rev1 STARTTLS AUTH=PLAIN AUTH=ANONYMOUS');
    answer(`${tag} ${answers[command] ?? 'OK done'}`);
  }, greeting);
  context.after(() => server.close());
  return { received, settings: settingsOf(server) };
}

async function serving(context: TestContext, options: TlsOptions): Promise<ImapSettings> {
  const server = createServer(options);
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => server.close());
  return { ...settingsOf(server), implicitTls: true };
}

function settingsOf(server: Server): ImapSettings {
  const { port } = server.address() as AddressInfo;
  const account = { username: 'ada', password: 'secret', authRequired: true, useTls: true };
  return { host: '127.0.0.1', port, ...account, log: silentLog };
}

/** An issuer of certificates for 127.0.0.1. All its certificates share its key, which is sufficient for these tests. */
function certificates() {
  const dir = testFolder();
  const file = (name: string) => join(dir, name);
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  };
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', file('key.pem')];
  openssl('req', '-x509', ...kind, '-days', '30', '-subj', '/CN=issuer', '-out', file('issuer.pem'));
  openssl('req', '-new', '-key', file('key.pem'), '-subj', '/CN=server', '-out', file('request.pem'));
  mkdirSync(file('signed'));
  const settings = {
    database: file('database'),
    new_certs_dir: file('signed'),
    default_md: 'sha256',
    policy: 'policy',
  };
  const lines = Object.entries({ ...settings, rand_serial: 'yes', unique_subject: 'no' }).map(
    ([key, value]) => `${key}=${value}`,
  );
  const names = '[names]\nsubjectAltName=IP:127.0.0.1\n';
  writeFileSync(file('database'), '');
  writeFileSync(
    file('ca.conf'),
    `[ca]\ndefault_ca=ours\n[ours]\n${lines.join('\n')}\n[policy]\ncommonName=supplied\n${names}`,
  );
  return {
    key: readFileSync(file('key.pem'), 'utf8'),
    cert: readFileSync(file('issuer.pem'), 'utf8'),
    sign(from: string, to: string): string {
      const issuer = ['-cert', file('issuer.pem'), '-keyfile', file('key.pem')];
      const times = ['-startdate', from, '-enddate', to];
      const files = ['-in', file('request.pem'), '-out', file('shown.pem')];
      openssl(
        'ca',
        '-batch',
        '-notext',
        '-config',
        file('ca.conf'),
        '-extensions',
        'names',
        ...issuer,
        ...times,
        ...files,
      );
      return readFileSync(file('shown.pem'), 'utf8');
    },
  };
}
