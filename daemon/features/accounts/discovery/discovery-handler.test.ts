import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../../base/log.ts';
import { testDaemon } from '../../../test-daemon.ts';
import { testSecrets } from '../test-secrets.ts';
import { discoveryHandler } from './discovery-handler.ts';

const person = { origin: 'web' } as const;

test('a user who types an address gets its mail servers, and other callers are refused', async (t) => {
  const { ask } = await testDaemon(t, { options: { secrets: testSecrets() } });
  const { discovery } = await ask('accounts.discover', { email: ' Ada@fastmail.com ' }, person);
  assert.deepEqual(
    [discovery.email, discovery.provider?.name, discovery.sync, discovery.send?.port],
    [
      'Ada@fastmail.com',
      'Fastmail',
      { host: 'imap.fastmail.com', port: 993, use_tls: true, auth_required: true, username: 'Ada@fastmail.com' },
      465,
    ],
  );
  const slip = await ask('accounts.discover', { email: 'ada@gmial.com' }, person);
  assert.deepEqual([slip.discovery.did_you_mean, slip.discovery.sync], ['ada@gmail.com', null]);
  await assert.rejects(ask('accounts.discover', { email: 'no address' }, person), { code: 'invalid_input' });
  await assert.rejects(ask('accounts.discover', { email: 'ada@fastmail.com' }, { origin: 'agent' }), {
    kind: 'refused',
  });
});

test('a demo sends no request to discover the servers of an address', async () => {
  const failOnRequest = () => assert.fail('A request was sent.');
  const resolver = { exchanges: failOnRequest, services: failOnRequest, addresses: failOnRequest };
  const asked = discoveryHandler({
    fetch: failOnRequest,
    log: silentLog,
    isDemo: true,
    resolver,
    probe: failOnRequest,
  });
  await assert.rejects(asked({ email: 'ada@example.org' }), { code: 'demo_accounts' });
});
