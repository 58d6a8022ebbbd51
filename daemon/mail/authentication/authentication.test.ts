import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationalDomainOf } from '../html/links.ts';
import { hasMixedScripts } from './confusables.ts';
import { editDistance } from './edit-distance.ts';
import { knownSendersOf } from './known-senders.ts';
import { domainNamedIn, imitatedDomain } from './lookalike.ts';
import { shownDomain } from './organizations.ts';
import { findTrustedServers, trustedResults, type Field } from './trusted-results.ts';
import { verifyDomain } from './domain-verification.ts';
import { readResults } from './results.ts';

const summaryOf = (value: string) => {
  const { server, results } = readResults(value);
  return [server, ...results.map(({ method, result, properties }) => [method, result, Object.fromEntries(properties)])];
};

test('results are parsed with comments, folding, versions, quotes and several methods, and without a server name', () => {
  assert.deepEqual(
    [
      'mx.example.org 1; spf=pass (a (nested; one) comment) smtp.mailfrom=ada@example.test;\tdkim/1=pass header.d="example.test"',
      '(first) mx.example.org (why) ; none',
      'mx.example.org; dkim=fail reason="bad; signature" header.i=@x.test; dmarc = pass (p=REJECT) header.from=x.test',
      'spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=x.test; dmarc=pass action=none header.from=x.test;',
      'mx.example.org; spf=fail (never ends; dmarc=pass header.from=bank.test',
      '; ; =; "',
      '',
    ].map(summaryOf),
    [
      [
        'mx.example.org',
        ['spf', 'pass', { 'smtp.mailfrom': 'ada@example.test' }],
        ['dkim', 'pass', { 'header.d': 'example.test' }],
      ],
      ['mx.example.org'],
      [
        'mx.example.org',
        ['dkim', 'fail', { reason: 'bad; signature', 'header.i': '@x.test' }],
        ['dmarc', 'pass', { 'header.from': 'x.test' }],
      ],
      [
        undefined,
        ['spf', 'pass', { 'smtp.mailfrom': 'x.test' }],
        ['dmarc', 'pass', { action: 'none', 'header.from': 'x.test' }],
      ],
      ['mx.example.org', ['spf', 'fail', {}]],
      [undefined],
      [undefined],
    ],
  );
});

const receivedField = (hop: string): Field => [
  'Received',
  `from somewhere by ${hop} with ESMTP; Tue, 10 Mar 2026 08:00:00 +0000`,
];
const resultsField = (value: string): Field => ['Authentication-Results', value];
const noServers = new Set<string>();

test('only results that the sender cannot forge count', () => {
  const pass = 'dmarc=pass header.from=bank.test';
  const counted = (fields: Field[], trustedServers: ReadonlySet<string> = noServers, email = 'ada@example.org') =>
    trustedResults(fields, { email, trustedServers })?.results.map(({ method, result }) => `${method} ${result}`) ??
    null;
  const mx = 'mx.example.org';
  const known = new Set(['example.org']);
  assert.deepEqual(
    {
      'above all Received fields': counted([resultsField(`${mx}; ${pass}`), receivedField(mx)]),
      'below, and the server is not trusted': counted([receivedField(mx), resultsField(`${mx}; ${pass}`)]),
      'below, and the server is trusted': counted([receivedField(mx), resultsField(`${mx}; ${pass}`)], known),
      'of another server': counted([resultsField(`mx.evil.test; ${pass}`), receivedField(mx)]),
      'of another server, although the account’s own server reports results': counted(
        [receivedField(mx), resultsField(`mx.evil.test; ${pass}`)],
        known,
      ),
      'in a message without a Received field': counted([resultsField(`${mx}; ${pass}`)]),
      'a second field further down': counted([
        resultsField(`${mx}; dmarc=fail`),
        receivedField(mx),
        resultsField(`${mx}; ${pass}`),
      ]),
      'a field for each method': counted([
        resultsField(`${mx}; spf=pass`),
        resultsField(`${mx}; dkim=pass`),
        receivedField(mx),
        resultsField(`${mx}; ${pass}`),
      ]),
      'a field for each method, with a field of another server between': counted([
        resultsField(`${mx}; spf=pass`),
        resultsField(`evil.test; ${pass}`),
        receivedField(mx),
      ]),
      'further fields with no server below': counted(
        [receivedField(mx), resultsField(`${mx}; spf=fail`), resultsField(`${mx}; ${pass}`)],
        known,
      ),
    },
    {
      'above all Received fields': ['dmarc pass'],
      'below, and the server is not trusted': null,
      'below, and the server is trusted': ['dmarc pass'],
      'of another server': null,
      'of another server, although the account’s own server reports results': null,
      'in a message without a Received field': null,
      'a second field further down': ['dmarc fail'],
      'a field for each method': ['spf pass', 'dkim pass'],
      'a field for each method, with a field of another server between': ['spf pass'],
      'further fields with no server below': ['spf fail'],
    },
  );
});

test('a server is trusted after messages from many senders agree on it, and a single sender cannot make it trusted', () => {
  const sample = (senders: number, signer: string | undefined) =>
    Array.from({ length: 10 }, (_, at) => ({ sender: `s${at % senders}.test`, server: signer }));
  assert.deepEqual([...findTrustedServers(sample(6, 'example.org'))], ['example.org']);
  assert.deepEqual([...findTrustedServers(sample(1, 'example.org'))], []);
  assert.deepEqual([...findTrustedServers([...sample(6, 'example.org'), ...sample(10, undefined)])], []);
  assert.deepEqual([...findTrustedServers([])], []);
});

test('DMARC decides; without DMARC an aligned signature or sending server counts as much', () => {
  const outcome = (results: string, domain = 'example.test') => {
    const { outcome: found, isStrict } = verifyDomain(readResults(`mx.example.org; ${results}`), {
      domain,
      fields: [],
      forwarders: [],
    });
    return isStrict ? `${found}, strict` : found;
  };
  assert.deepEqual(
    [
      'dmarc=pass header.from=example.test',
      'dmarc=pass header.from=list.test',
      'dmarc=fail (p=NONE sp=REJECT) header.from=example.test; dkim=pass header.d=example.test',
      'dmarc=fail (p=REJECT sp=NONE dis=NONE) header.from=example.test',
      'dmarc=fail action=quarantine header.from=example.test',
      'dkim=pass header.d=mail.example.test',
      'dkim=pass header.i=@other.test; dkim=pass header.i=@example.test',
      'dkim=pass header.d=other.test; spf=pass smtp.mailfrom=bounce@other.test',
      'spf=pass smtp.mailfrom=bounce@news.example.test',
      'dmarc=permerror; spf=pass smtp.mailfrom=example.test',
      'dmarc=bestguesspass; spf=pass smtp.mailfrom=example.test',
      'spf=softfail smtp.mailfrom=example.test',
      'none',
    ].map((each) => outcome(each)),
    [
      'passed',
      'open',
      'failed',
      'failed, strict',
      'failed, strict',
      'passed',
      'passed',
      'open',
      'passed',
      'open',
      'passed',
      'open',
      'open',
    ],
  );
});

const written = (email: string, sent = 1) => ({ email, name: null, name_by_owner: null, sent, received: 0 });
const senders = knownSendersOf(
  [
    written('a@example.org'),
    written('b@müller.example'),
    written('c@harbour-museum.test'),
    written('d@server6.test'),
    { ...written('news@gardening.test', 0), received: 30 },
    { ...written('x@gardenimg.test', 0), received: 4 },
  ],
  ['ours.example'],
);
const imitated = (domain: string) => {
  const found = imitatedDomain(domain, senders);
  return found ? `${found.kind} ${found.domain}` : null;
};

test('a domain that looks like a known domain, contains its name or ends differently is detected', () => {
  const expected: Record<string, string> = {
    'exarnple.org': 'appearance example.org',
    'examp1e.org': 'appearance example.org',
    'еxample.org': 'appearance example.org',
    'xn--xample-2of.org': 'appearance example.org',
    'exämple.org': 'appearance example.org',
    'раураl.com': 'appearance paypal.com',
    'paypa1.com': 'appearance paypal.com',
    'rnicrosoft.com': 'appearance microsoft.com',
    'micr0s0ft.net': 'appearance microsoft.com',
    'arnazon.de': 'appearance amazon.com',
    'faceb00k.com': 'appearance facebook.com',
    'νodafone.de': 'appearance vodafone.de',
    'paypal.com.login.test': 'appearance paypal.com',
    'mail.paypal.com.login.test': 'appearance paypal.com',
    'paypal-com.test': 'appearance paypal.com',
    'paypal.com-login.test': 'appearance paypal.com',
    'exmaple.org': 'typo example.org',
    'exampel.org': 'typo example.org',
    'exaple.org': 'typo example.org',
    'gardenig.test': 'typo gardening.test',
    'harbuor-museun.test': 'typo harbour-museum.test',
    'paypal-security.com': 'words paypal.com',
    'secure-paypal.test': 'words paypal.com',
    'paypalsupport.com': 'words paypal.com',
    'my-dhl-paket.test': 'words dhl.com',
    'example-billing.test': 'words example.org',
    'example.net': 'ending example.org',
    'paypal.test': 'ending paypal.com',
  };
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((domain) => [domain, imitated(domain)])), expected);
});

test('known domains, and other domains that are merely similar, imitate nothing', () => {
  const innocent = [
    'example.org',
    'mail.example.org',
    'müller.example',
    'xn--mller-kva.example',
    'ours.example',
    'paypal.com',
    'mail.paypal.com',
    'amazon.de',
    'gmail.com',
    'googlemail.com',
    'outlook.fr',
    'garden.test',
    'server8.test',
    'server61.test',
    'sample.net',
    'tree.test',
    'apple-tree-nursery.test',
    'gardening.test',
    '192.0.2.1',
    'localhost',
    '',
    '-'.repeat(5_000),
    'a.'.repeat(5_000),
  ];
  assert.deepEqual(
    innocent.map((domain) => [domain.slice(0, 30), imitated(domain)]),
    innocent.map((domain) => [domain.slice(0, 30), null]),
  );
});

test('a displayed name that claims a company is detected where the address does not belong to it', () => {
  const named = (name: string, host: string) => domainNamedIn(name, host, senders) ?? null;
  assert.deepEqual(
    [
      named('PayPal', 'evil.test'),
      named('PаyPal Security', 'evil.test'),
      named('Pay\u200bPal', 'evil.test'),
      named('DHL Paket', 'evil.test'),
      named('Example Support Team', 'evil.test'),
      named('PayPal', 'mail.paypal.com'),
      named('Amazon', 'amazon.it'),
      named('Example', 'evil.test'),
      named('Anna Bank', 'evil.test'),
      named('Apple Tree Nursery', 'tree.test'),
      named('', 'evil.test'),
    ],
    ['paypal.com', 'paypal.com', 'paypal.com', 'dhl.com', 'example.org', null, null, null, null, null, null],
  );
});

test('edits are counted up to a limit, and exchanged neighbours count once', () => {
  assert.deepEqual(
    [
      editDistance('museum', 'museum', 2),
      editDistance('musuem', 'museum', 2),
      editDistance('msueun', 'museum', 2),
      editDistance('museums', 'museum', 1),
      editDistance('museum', 'mausoleum', 2),
      editDistance('', 'ab', 2),
    ],
    [0, 1, 2, 1, undefined, 2],
  );
});

test('organizations follow the public suffix list, and a suffix belongs to nobody', () => {
  assert.deepEqual(
    ['mail.bank.co.uk', 'co.uk', 'a.github.io', 'github.io', 'www.city.kawasaki.jp', 'EXAMPLE.org.'].map(
      organizationalDomainOf,
    ),
    ['bank.co.uk', 'co.uk', 'a.github.io', 'github.io', 'city.kawasaki.jp', 'example.org'],
  );
  assert.deepEqual(shownDomain('xn--mller-kva.example'), {
    readable: 'müller.example',
    ascii: 'xn--mller-kva.example',
  });
  assert.deepEqual(
    [hasMixedScripts('раypal.com'), hasMixedScripts('пример.test'), hasMixedScripts('müller.example')],
    [true, false, false],
  );
});
