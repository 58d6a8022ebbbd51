import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailEndpoint, Probe } from './discovery/probe.ts';
import { withImplicitTls } from './implicit-tls.ts';
import { accountConfig } from '../../contract/account-setup.ts';

const server = { host: 'mail.example.org', username: 'ada', password: 'secret' };
const setupAt = (port: number, sync: object = {}) =>
  accountConfig.parse({
    key: 'work',
    name: 'Work',
    email: 'ada@example.org',
    sync: { type: 'imap', ...server, port, ...sync },
    send: { type: 'smtp', ...server, port: 2465 },
  });

/** A probe that finds servers which begin with TLS, and what it was asked for. */
function tlsFirstServers() {
  const asked: MailEndpoint[] = [];
  const probe: Probe = async (endpoint) => {
    asked.push(endpoint);
    return endpoint.isTlsFirst ? { is: 'secure' } : { is: 'nothing' };
  };
  return { asked, probe };
}

test('servers at unusual ports are tried in both ways', async () => {
  const { probe, asked } = tlsFirstServers();
  const { sync, send } = await withImplicitTls(setupAt(9993), {}, probe);
  assert.deepEqual(
    [sync, send].map((side) => side && 'host' in side && side.implicit_tls),
    [true, true],
  );
  assert.deepEqual(
    new Set(asked.map(({ protocol, port }) => `${protocol} ${port}`)),
    new Set(['imap 9993', 'smtp 2465']),
  );
});

test('usual ports, a setting and what was found before are not tried again', async () => {
  for (const [port, sync] of [
    [993],
    [143],
    [9993, { implicit_tls: false }],
    [9993, { use_tls: false, auth_required: false }],
  ] as const) {
    const { probe, asked } = tlsFirstServers();
    const setup = setupAt(port, sync);
    assert.deepEqual((await withImplicitTls(setup, {}, probe)).sync, setup.sync);
    assert.ok(asked.every(({ protocol }) => protocol === 'smtp'));
  }
  const { probe, asked } = tlsFirstServers();
  const { password: _, ...known } = server;
  const config = {
    type: 'imap' as const,
    ...known,
    port: 9993,
    auth_required: true,
    use_tls: true,
    implicit_tls: true,
    password_ref: 'work',
  };
  const account = { name: 'Work', email: 'ada@example.org', enabled: true, notify: true, sync: config };
  const { sync } = await withImplicitTls({ ...setupAt(9993), send: null }, { work: account }, probe);
  assert.deepEqual([sync && 'host' in sync && sync.implicit_tls, asked], [true, []]);
});

test('without an answer nothing is set, and plaintext is never used', async () => {
  for (const is of ['nothing', 'plain'] as const) {
    const setup = setupAt(9993);
    assert.deepEqual(await withImplicitTls(setup, {}, async () => ({ is })), setup);
  }
});
