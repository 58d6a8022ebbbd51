import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before } from 'node:test';
import type { TestContext } from 'node:test';
import { ImapFlow } from 'imapflow';
import { startDovecot } from '../../../testing/servers/dovecot.ts';
import type { Dovecot, MailUser } from '../../../testing/servers/dovecot.ts';
import { silentLog } from '../../base/log.ts';
import { ProviderError } from '../provider.ts';
import type { Arrival, ChangeBatch, Provider, ProviderErrorReason } from '../provider.ts';
import type { ImapSettings } from './connection/connection.ts';
import { createImapProvider } from './imap-provider.ts';

export type DovecotMailbox = { server: Dovecot; user: MailUser };

/** Starts a Dovecot for the enclosing suite; each call of the returned function creates an unused mailbox. */
export function freshMailboxes(
  options: Omit<NonNullable<Parameters<typeof startDovecot>[0]>, 'users'> = {},
): () => DovecotMailbox {
  const users = Array.from({ length: 100 }, (_, number) => `user${number}@example.test`);
  let server: Dovecot | undefined;
  let usersTaken = 0;
  before(async () => (server = await startDovecot({ users, ...options })));
  after(() => server?.stop());
  return () => {
    const user = server?.users[usersTaken++];
    assert.ok(server && user, 'the server has started and has an unused user');
    return { server, user };
  };
}

export function settingsFor(
  { server, user }: DovecotMailbox,
  mode: 'starttls' | 'implicit' = 'starttls',
): ImapSettings {
  return {
    host: server.host,
    port: mode === 'starttls' ? server.imapPort : server.imapsPort,
    implicitTls: mode === 'implicit',
    username: user.user,
    password: user.password,
    authRequired: true,
    useTls: true,
    ca: readFileSync(server.caFile),
    log: silentLog,
  };
}

/** Another mail program that uses the same mailbox. */
export async function otherClient({ server, user }: DovecotMailbox, context?: TestContext): Promise<ImapFlow> {
  const client = new ImapFlow({
    host: server.host,
    port: server.imapPort,
    doSTARTTLS: true,
    tls: { ca: readFileSync(server.caFile) },
    auth: { user: user.user, pass: user.password },
    logger: false,
    disableAutoIdle: true,
  });
  client.on('error', () => {});
  await client.connect();
  context?.after(() => client.close());
  return client;
}

export async function withProvider(settings: ImapSettings, body: (provider: Provider) => Promise<void>): Promise<void> {
  const provider = createImapProvider(settings);
  try {
    await body(provider);
  } finally {
    await provider.close();
  }
}

export async function assertProviderError(
  settings: ImapSettings,
  reason: ProviderErrorReason,
  words: RegExp,
): Promise<void> {
  await withProvider(settings, (provider) =>
    assert.rejects(provider.folders(neverAborted()), isProviderError(reason, words)),
  );
}

export function isProviderError(reason: ProviderErrorReason, words: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof ProviderError, String(error));
    assert.equal(error.reason, reason, error.message);
    assert.match(error.message, words);
    return true;
  };
}

export async function arrivalsOf(provider: Provider): Promise<Arrival[]> {
  return (await collect(provider.changes({}, neverAborted()))).flatMap(({ arrivals }) => arrivals);
}

export function cursorsOf(batches: readonly ChangeBatch[]): Record<string, string> {
  return Object.fromEntries(batches.flatMap(({ stream, cursor }) => (cursor === undefined ? [] : [[stream, cursor]])));
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

export function rawMessage(subject: string, body = 'All is well.\r\n'): Uint8Array {
  return Buffer.from(`From: Ada <ada@engine.example>\r\nSubject: ${subject}\r\n\r\n${body}`);
}

export function neverAborted(): AbortSignal {
  return new AbortController().signal;
}
