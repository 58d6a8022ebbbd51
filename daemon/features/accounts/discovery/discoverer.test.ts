import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { certificateMissing, makeCertificate } from '../../../../testing/servers/certificate.ts';
import { startOddServer } from '../../../../testing/servers/imap/server.ts';
import { startSmtpSink } from '../../../../testing/servers/smtp-sink.ts';
import { silentLog } from '../../../base/log.ts';
import type { OutgoingFetch } from '../../../outgoing/outgoing-fetch.ts';
import { testWeb } from '../../../outgoing/test-web.ts';
import { waitLimitMs } from '../../../test-until.ts';
import type { Discovery } from '../../../contract/account-setup.ts';
import { discoverer, type DiscoveryDeps } from './discoverer.ts';
import { knownProviders } from './known-providers.ts';
import { mailResolver } from '../../../providers/mail-resolver.ts';
import { createProbe } from './probe.ts';
import { testDns, type Records } from './test-dns.ts';

const never = new AbortController().signal;
const noWeb: OutgoingFetch = () => Promise.reject(new Error('There is no web here.'));
/** No server listens on this port. */
const unreachableEndpoint = () => ({ host: '127.0.0.1', port: 1 });

type DiscoverySetup = { zone?: Record<string, Records>; nameTimeoutMs?: number } & Partial<DiscoveryDeps>;

/** Name servers that do not answer time out at once if `nameTimeoutMs` is small; all others get the default timeout. */
async function createDiscoverer(
  t: TestContext,
  { zone = {}, nameTimeoutMs = waitLimitMs, ...parts }: DiscoverySetup = {},
) {
  const { server, asked } = await testDns(t, zone);
  const resolver = mailResolver({ servers: [server], timeout: nameTimeoutMs, tries: 1 });
  const discover = discoverer({
    fetch: noWeb,
    resolver,
    probe: createProbe({ connectTo: unreachableEndpoint }),
    log: silentLog,
    isOnline: () => true,
    timeoutsMs: { names: waitLimitMs, servers: waitLimitMs },
    ...parts,
  });
  return { asked, discover: (email: string, signal = never) => discover(email, signal) };
}

/** The fields that most tests compare. */
function summaryOf({ source, provider, sync, send, did_you_mean, trouble }: Discovery) {
  const at = (server: Discovery['sync']) => server && `${server.username} at ${server.host}:${server.port}`;
  return { source, provider: provider?.id ?? null, sync: at(sync), send: at(send), did_you_mean, trouble };
}

const nothing = { source: 'none', provider: null, sync: null, send: null, did_you_mean: null, trouble: null };

test('the servers of well-known providers are found without network requests, with instructions for an app password', async (t) => {
  const { discover, asked } = await createDiscoverer(t);
  assert.deepEqual(await discover('  Ada@GMail.com '), {
    email: 'Ada@GMail.com',
    domain: 'gmail.com',
    provider: {
      id: 'gmail',
      name: 'Gmail',
      sign_in: 'app_password',
      supported: true,
      steps: [
        'Open your Google Account and choose Security.',
        'Switch on 2-Step Verification, if it is off.',
        'Search for “App passwords” and open it.',
        'Type “Posthorn” as the name and choose Create.',
        'Copy the 16 letters and paste them here as the password.',
      ],
      help_url: 'https://myaccount.google.com/apppasswords',
      browser_type: 'gmail',
      has_client: false,
      note: 'Gmail doesn’t accept your usual password in mail apps. Create an app password for Posthorn instead.',
    },
    sync: { host: 'imap.gmail.com', port: 993, use_tls: true, auth_required: true, username: 'Ada@gmail.com' },
    send: { host: 'smtp.gmail.com', port: 465, use_tls: true, auth_required: true, username: 'Ada@gmail.com' },
    source: 'known',
    did_you_mean: null,
    trouble: null,
  });
  const icloud = summaryOf(await discover('ada@me.com'));
  assert.deepEqual([icloud.sync, icloud.send], ['ada at imap.mail.me.com:993', 'ada@me.com at smtp.mail.me.com:587']);
  const [outlook, tuta] = [await discover('ada@hotmail.co.uk'), await discover('ada@tutanota.com')];
  assert.deepEqual([outlook.provider?.sign_in, outlook.provider?.browser_type], ['browser', 'outlook_personal']);
  assert.deepEqual([tuta.provider?.supported, tuta.sync], [false, null]);
  assert.deepEqual(asked, []);
});

test('every known provider fits the form or explains why not, and no domain belongs to two providers', () => {
  const domains = knownProviders.flatMap((provider) => provider.domains);
  assert.equal(new Set(domains).size, domains.length);
  assert.ok(new Set(knownProviders.map(({ id }) => id)).size >= 60, 'about sixty providers are known');
  for (const { name, sync, send, supported, sign_in, steps, note, help_url, mx, domains: own } of knownProviders) {
    assert.ok(mx.length + own.length > 0, name);
    assert.ok(
      [...mx, ...own].every((domain) => /^[a-z0-9.-]+\.[a-z]+$/.test(domain)),
      name,
    );
    assert.ok(supported ? sync && send : note, name);
    for (const server of [sync, send]) assert.ok(!server || [993, 465, 587].includes(server.port), name);
    if (sign_in === 'app_password' && supported) assert.ok(steps.length >= 3, name);
    assert.ok(help_url === null || help_url.startsWith('https://'), name);
  }
});

test('a custom domain is recognised by its MX hosts', async (t) => {
  const zone: Record<string, Records> = {
    'firm.example': {
      mx: [
        [10, 'ASPMX.L.Google.com'],
        [20, 'alt1.aspmx.l.google.com'],
      ],
    },
    'office.example': { mx: [[0, 'office-example.mail.protection.outlook.com']] },
    'fast.example': { mx: [[10, 'in1-smtp.messagingengine.com']] },
    'shop.example': { mx: [[10, 'box77.bluehost.com']] },
    // Ends like a known name, but is a different host.
    'odd.example': { mx: [[10, 'mx.notgoogle.com']] },
  };
  const { discover } = await createDiscoverer(t, { zone });
  const google = summaryOf(await discover('ada@firm.example'));
  assert.deepEqual(google, {
    ...nothing,
    source: 'mx',
    provider: 'google_workspace',
    sync: 'ada@firm.example at imap.gmail.com:993',
    send: 'ada@firm.example at smtp.gmail.com:465',
  });
  const microsoft = await discover('ada@office.example');
  assert.deepEqual([microsoft.provider?.id, microsoft.provider?.browser_type], ['microsoft_365', 'outlook_work']);
  assert.equal((await discover('ada@fast.example')).provider?.id, 'fastmail');
  assert.equal((await discover('ada@shop.example')).sync?.host, 'mail.shop.example');
  assert.deepEqual(summaryOf(await discover('ada@odd.example')), nothing);
});

test('SRV records name the servers in order of priority; a dot means that there is none', async (t) => {
  const offered = (...srv: NonNullable<Records['srv']>): Records => ({ srv });
  const zone: Record<string, Records> = {
    'srv.example': { mx: [[10, 'mx.srv.example']] },
    '_imaps._tcp.srv.example': offered(
      [20, 0, 993, 'second.srv.example'],
      [10, 5, 993, 'a.srv.example'],
      [10, 9, 993, 'B.srv.example'],
    ),
    '_imap._tcp.srv.example': offered([0, 0, 143, 'plain.srv.example']),
    '_submission._tcp.srv.example': offered([0, 0, 587, 'send.srv.example']),
    '_submissions._tcp.srv.example': offered([0, 0, 0, '.']),
    'none.example': { mx: [[10, 'mx.none.example']] },
    '_imaps._tcp.none.example': offered([0, 0, 0, '.']),
    '_imap._tcp.none.example': offered([0, 0, 0, '.']),
    'far.example': { mx: [[10, 'mx.far.example']] },
    '_imaps._tcp.far.example': offered([0, 0, 993, 'mail.elsewhere.example']),
    '_submissions._tcp.far.example': offered([0, 0, 465, 'mail.elsewhere.example']),
    'fast.example': { mx: [[10, 'mx.fast.example']] },
    '_imaps._tcp.fast.example': offered([0, 0, 993, 'imap.fastmail.com']),
    '_submissions._tcp.fast.example': offered([0, 0, 465, 'smtp.fastmail.com']),
  };
  const { discover } = await createDiscoverer(t, { zone });
  assert.deepEqual(summaryOf(await discover('ada@srv.example')), {
    ...nothing,
    source: 'srv',
    sync: 'ada@srv.example at b.srv.example:993',
    send: 'ada@srv.example at send.srv.example:587',
  });
  const none = summaryOf(await discover('ada@none.example'));
  assert.deepEqual([none.sync, none.source], [null, 'srv']);
  assert.match(none.trouble ?? '', /^none\.example doesn’t offer mail programs access over IMAP/);
  const far = summaryOf(await discover('ada@far.example'));
  assert.equal(far.sync, 'ada@far.example at mail.elsewhere.example:993');
  assert.equal(
    far.trouble,
    'Mail for far.example is hosted by another provider, mail.elsewhere.example. Continue if you know that name.',
  );
  const fast = await discover('ada@fast.example');
  assert.deepEqual([fast.provider?.id, fast.trouble], ['fastmail', null]);
});

test('the domain’s own autoconfig file is read over https only, and only encrypted servers are used', async (t) => {
  const zone = { 'auto.example': { mx: [[10, 'mx.auto.example']] } } satisfies Record<string, Records>;
  let file = '';
  const {
    fetch: overHttp,
    recorded: seen,
    port,
  } = await testWeb(t, ({ url = '' }, response) => {
    if (url.startsWith('/.well-known')) response.end(file);
    else response.writeHead(404).end();
  });
  const places: string[] = [];
  const fetch: OutgoingFetch = (place, options) => {
    places.push(place);
    const { pathname, search } = new URL(place);
    return overHttp(`http://shop.example.org:${port}${pathname}${search}`, options);
  };
  const { discover } = await createDiscoverer(t, { zone, fetch });
  file = autoconfigFile;
  assert.deepEqual(summaryOf(await discover('ada+x@auto.example')), {
    ...nothing,
    source: 'autoconfig',
    sync: 'ada+x at imap.auto.example:143',
    send: 'ada+x@auto.example at smtp.auto.example:465',
  });
  assert.deepEqual(places, [
    'https://autoconfig.auto.example/mail/config-v1.1.xml?emailaddress=ada%2Bx%40auto.example',
    'https://auto.example/.well-known/autoconfig/mail/config-v1.1.xml',
  ]);
  assert.equal(seen.length, 2);

  const hostile = [
    '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><clientConfig>&b;</clientConfig>',
    '<incomingServer type="imap"><hostname>https://evil.example/</hostname><port>993</port><socketType>SSL</socketType></incomingServer>',
    '<incomingServer type="imap"><hostname>a.example</hostname><port>99999</port><socketType>SSL</socketType></incomingServer>',
    '<incomingServer type="imap"><hostname>a.example</hostname><port>143</port><socketType>plain</socketType></incomingServer>',
    '<incomingServer type="imap"><hostname>a.example</hostname><port>993</port><socketType>SSL</socketType><authentication>OAuth2</authentication></incomingServer>',
    `<clientConfig>${'<a>'.repeat(20_000)}`,
    'x'.repeat(300_000),
    '\0\0\0',
    '',
  ];
  for (file of hostile) assert.deepEqual(summaryOf(await discover('ada@auto.example')), nothing, file.slice(0, 60));
});

describe('servers that no record names', { skip: certificateMissing() ?? false }, () => {
  test('are found by probing, if they offer encryption and a matching certificate', async (t) => {
    const certificate = makeCertificate();
    const imap = await startOddServer({ certificate });
    const smtp = await startSmtpSink({ tls: 'implicit' });
    t.after(async () => {
      await Promise.all([imap.stop(), smtp.stop()]);
      certificate.remove();
    });
    const localPorts: Record<string, number> = {
      'localhost:143': imap.port,
      'mail.bad.example:143': imap.port,
      'localhost:465': smtp.port,
    };
    const connectTo = (host: string, port: number) => ({ host: '127.0.0.1', port: localPorts[`${host}:${port}`] ?? 1 });
    const probe = createProbe({ connectTo, ca: `${certificate.cert}\n${smtp.ca}` });
    const zone = { 'bad.example': { a: ['192.0.2.1'] } } satisfies Record<string, Records>;
    const { discover } = await createDiscoverer(t, { probe, zone });
    assert.deepEqual(summaryOf(await discover('ada@localhost')), {
      ...nothing,
      source: 'guess',
      sync: 'ada@localhost at localhost:143',
      send: 'ada@localhost at localhost:465',
    });
    assert.equal(imap.log.signIns + smtp.count.signIns, 0);
    // The certificate is for localhost.
    const bad = summaryOf(await discover('ada@bad.example'));
    assert.equal(bad.sync, null);
    assert.match(bad.trouble ?? '', /^A mail server answers at mail\.bad\.example, but it can’t prove/);
  });
});

test('a domain that does not exist, takes no mail or is misspelt is reported as text', async (t) => {
  const zone: Record<string, Records> = {
    'null.example': { mx: [[0, '']], a: ['192.0.2.1'] },
    'bare.example': {},
    'gmaik.com': { mx: [[10, 'mx.gmaik.com']] },
    'xn--mnchen-3ya.example': { mx: [[10, 'aspmx.l.google.com']] },
  };
  const { discover, asked } = await createDiscoverer(t, { zone });
  assert.deepEqual(summaryOf(await discover('ada@exmaple.org')), {
    ...nothing,
    trouble: 'There is no domain exmaple.org. Check the spelling of the address.',
  });
  assert.match((await discover('ada@null.example')).trouble ?? '', /^null\.example doesn’t accept mail\./);
  assert.match(
    (await discover('ada@bare.example')).trouble ?? '',
    /^There is a domain bare\.example, but it has no mail/,
  );
  const slips: Record<string, string | null> = {
    // Known typos, which may have a mail server.
    'gmial.com': 'gmail.com',
    'hotmial.com': 'hotmail.com',
    'yaho.com': 'yahoo.com',
    'outlok.com': 'outlook.com',
    'gmail.con': 'gmail.com',
    'icloud.co': 'icloud.com',
    // Other typos.
    'fastmial.com': 'fastmail.com',
    'protonmial.com': 'protonmail.com',
    'gogglemail.cm': 'googlemail.com',
    'exmaple.org': null,
    // A domain that works is correct, even if it is close to another.
    'gmaik.com': null,
    'mail.com': null,
  };
  for (const [domain, meant] of Object.entries(slips))
    assert.equal((await discover(`ada@${domain}`)).did_you_mean, meant && `ada@${meant}`, domain);
  assert.ok(!asked.some((question) => question.startsWith('gmial.com ')));

  const idn = await discover('ada@MÜNCHEN.example');
  assert.deepEqual([idn.domain, idn.sync?.username], ['xn--mnchen-3ya.example', 'ada@xn--mnchen-3ya.example']);
  for (const email of ['ada@', 'ada@exa mple.org', `ada@${'a'.repeat(64)}.org`, 'ada@..', '@example.org', 'ada'])
    assert.match((await discover(email)).trouble ?? '', /can’t receive mail/, email);
});

test('without a network the discovery reports it, and failing name servers do not prevent a discovery', async (t) => {
  const zone: Record<string, Records> = { 'mute.example': { fails: 'silent' }, 'sick.example': { fails: 'servfail' } };
  const offline = await createDiscoverer(t, { zone, nameTimeoutMs: 300, isOnline: () => false });
  assert.equal(
    (await offline.discover('ada@mute.example')).trouble,
    'This computer isn’t connected to the internet. Connect it and try again.',
  );
  const online = await createDiscoverer(t, { zone });
  assert.match((await online.discover('ada@sick.example')).trouble ?? '', /no name server answers/);
  const found = await createDiscoverer(t, {
    zone,
    probe: async ({ host }) => ({ is: host.startsWith('mail.') ? 'secure' : 'nothing' }),
  });
  assert.equal((await found.discover('ada@sick.example')).sync?.host, 'mail.sick.example');
});

test('an aborted request returns at once', async (t) => {
  const zone: Record<string, Records> = { 'mute.example': { fails: 'silent' } };
  const { discover } = await createDiscoverer(t, {
    zone,
    resolver: mailResolver({ servers: ['127.0.0.1:1'], timeout: 60_000 }),
  });
  const stop = new AbortController();
  const asked = discover('ada@mute.example', stop.signal);
  stop.abort(new Error('the window was closed'));
  await assert.rejects(asked, /the window was closed/);
  await assert.rejects(discover('ada@gmail.com', stop.signal), /the window was closed/);
});

const autoconfigFile = `<?xml version="1.0" encoding="UTF-8"?>
<clientConfig version="1.1">
  <emailProvider id="auto.example">
    <domain>auto.example</domain>
    <incomingServer type="pop3"><hostname>pop.auto.example</hostname><port>995</port><socketType>SSL</socketType></incomingServer>
    <incomingServer type="imap"><hostname>open.auto.example</hostname><port>143</port><socketType>plain</socketType></incomingServer>
    <!-- STARTTLS at a port where TLS begins with the connection. -->
    <incomingServer type="imap"><hostname>odd.auto.example</hostname><port>993</port><socketType>STARTTLS</socketType></incomingServer>
    <incomingServer type="imap">
      <hostname> imap.%EMAILDOMAIN% </hostname><port>143</port><socketType>STARTTLS</socketType>
      <username>%EMAILLOCALPART%</username><authentication>OAuth2</authentication><authentication>password-cleartext</authentication>
    </incomingServer>
    <outgoingServer type="smtp">
      <hostname>smtp.auto.example</hostname><port>465</port><socketType>SSL</socketType>
      <username>%EMAILADDRESS%</username><authentication>password-cleartext</authentication>
    </outgoingServer>
  </emailProvider>
</clientConfig>`;
