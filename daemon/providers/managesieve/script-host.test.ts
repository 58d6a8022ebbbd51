import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DnsResult, Service } from '../mail-resolver.ts';
import { ScriptsUnsupported } from '../script-server.ts';
import { scriptHostOf } from './script-host.ts';

const account = { email: 'ada@Example.test', imapHost: 'imap.hoster.test' };
const signal = new AbortController().signal;

async function hostWith(records: readonly [string, number, number?][] | 'none', configured = {}) {
  const asked: string[] = [];
  const services = async (name: string): Promise<DnsResult<Service>> => {
    asked.push(name);
    if (records === 'none') return { is: 'none' };
    const found = records.map(([host, port, priority = 0]) => ({ name: host, port, priority, weight: 0 }));
    return { is: 'found', records: found };
  };
  const { host, port } = await scriptHostOf({ ...account, ...configured }, { services }, signal);
  return [`${host}:${port}`, ...asked];
}

const record = '_sieve._tcp.example.test';

test('the server is the configured one, else that of the SRV record, else the IMAP server', async () => {
  assert.deepEqual(await hostWith('none'), ['imap.hoster.test:4190', record]);
  const two = [
    ['b.example.test', 4191, 20],
    ['Sieve.example.test.', 2000, 10],
  ] as const;
  assert.deepEqual(await hostWith(two.map((each) => [...each])), ['sieve.example.test:2000', record]);
  assert.deepEqual(await hostWith([['imap.hoster.test', 4190]]), ['imap.hoster.test:4190', record]);
  assert.deepEqual(await hostWith('none', { sieveHost: 'filters.test' }), ['filters.test:4190']);
  assert.deepEqual(await hostWith('none', { sievePort: 2000 }), ['imap.hoster.test:2000']);
});

test('a record that names a server elsewhere does not get the password, and a domain can say that it has none', async () => {
  assert.deepEqual(await hostWith([['evil.test', 4190]]), ['imap.hoster.test:4190', record]);
  assert.deepEqual(await hostWith([['evilexample.test', 4190]]), ['imap.hoster.test:4190', record]);
  await assert.rejects(hostWith([['.', 0]]), ScriptsUnsupported);
});
