import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imitatedDomain, hasMixedScripts, shownDomain } from './lookalike.ts';
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
    const { outcome: found, isStrict } = verifyDomain(readResults(`mx.example.org; ${results}`), domain);
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

test('domains that look like a known domain are detected, and other domains are not', () => {
  const known = new Set(['example.org', 'paypal.com', 'müller.example']);
  const found = (domain: string) => imitatedDomain(domain, known) ?? null;
  assert.deepEqual(
    [
      'exarnple.org',
      'examp1e.org',
      'еxample.org',
      'xn--xample-2of.org',
      'exmaple.org',
      'paypa1.com',
      'раураl.com',
      'paypal.com.login.test',
      'paypal-com.test',
      'example.org',
      'mail.example.org',
      'example.net',
      'sample.org',
      'garden.test',
      'müller.example',
    ].map(found),
    [
      'example.org',
      'example.org',
      'example.org',
      'example.org',
      'example.org',
      'paypal.com',
      'paypal.com',
      'paypal.com',
      'paypal.com',
      null,
      null,
      null,
      null,
      null,
      null,
    ],
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
