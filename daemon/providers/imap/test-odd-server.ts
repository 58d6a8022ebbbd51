import { after, before } from 'node:test';
import type { TestContext } from 'node:test';
import { makeCertificate } from '../../../testing/servers/certificate.ts';
import type { Certificate } from '../../../testing/servers/certificate.ts';
import { startOddServer } from '../../../testing/servers/imap/server.ts';
import type { OddServer, OddServerOptions } from '../../../testing/servers/imap/server.ts';
import { silentLog } from '../../base/log.ts';
import { waitLimitMs } from '../../test-until.ts';
import type { ChangeBatch, Provider } from '../provider.ts';
import type { ImapSettings } from './connection/connection.ts';
import { createImapProvider } from './imap-provider.ts';
import { arrivalsOf, collect, cursorsOf, neverAborted } from './test-dovecot-mailbox.ts';

/** The capabilities of a server of 1996. */
export const plainCapabilities = 'IMAP4rev1 IDLE NAMESPACE UIDPLUS';

export type OddServerSetup = { server: OddServer; provider: Provider; settings: ImapSettings };

/**
 * Creates a certificate for the enclosing suite; each call of the returned function starts a server with one INBOX and a
 * provider in front of it, which end with the test. A server times out after `silence` milliseconds; tests without a silent
 * server use a long time, so that a slow server does not time out.
 */
export function oddServers({ silence: responseTimeoutMs = waitLimitMs } = {}): (
  context: TestContext,
  options?: OddServerOptions,
) => Promise<OddServerSetup> {
  let certificate: Certificate | undefined;
  before(() => void (certificate = makeCertificate()));
  after(() => certificate?.remove());
  return async (context, options) => {
    const server = await startOddServer({ certificate, ...options });
    const settings = { ...settingsOf(server, responseTimeoutMs), ca: certificate?.cert };
    const provider = createImapProvider(settings);
    context.after(async () => {
      await provider.close();
      await server.stop();
    });
    return { server, provider, settings };
  };
}

function settingsOf({ host, port, user, password }: OddServer, responseMs: number): ImapSettings {
  const account = { host, port, username: user, password, authRequired: true, useTls: true };
  return { ...account, timeouts: { responseMs, idleResponseMs: responseMs }, log: silentLog };
}

/** A unique message: its Message-ID is `id`, and its bytes are identified by their number of lines. */
export function oddMessage(id: string, lines = 3): Buffer {
  const head = ['From: Ada <ada@engine.example>', `Subject: ${id}`, `Message-ID: <${id}@odd.example>`];
  const body = Array.from({ length: lines }, (_, line) => `${id} says line ${line}.`);
  return Buffer.from([...head, '', ...body, ''].join('\r\n'));
}

/** Like `oddMessage`, with an attachment of `size` bytes. */
export function largeMessage(name: string, size: number): Buffer {
  const data = Buffer.alloc(size, name).toString('base64').replace(/.{76}/g, '$&\r\n');
  const lines = [
    'From: Ada <ada@engine.example>',
    `Message-ID: <${name}@odd.example>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${name}"`,
    '',
    `--${name}`,
    'Content-Type: text/plain',
    '',
    `See what is attached to ${name}.`,
    `--${name}`,
    'Content-Type: application/octet-stream',
    'Content-Disposition: attachment; filename="data.bin"',
    'Content-Transfer-Encoding: base64',
    '',
    data,
    `--${name}--`,
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}

/** Syncs that continue from the previous one; each returns its batches. */
export function syncsOf(provider: Provider): () => Promise<ChangeBatch[]> {
  const cursors: Record<string, string> = {};
  return async () => {
    const batches = await collect(provider.changes({ ...cursors }, neverAborted()));
    Object.assign(cursors, cursorsOf(batches));
    return batches;
  };
}

/** The arrivals of these batches, in order. */
export function uidsOf(batches: readonly ChangeBatch[]): number[] {
  return batches.flatMap(({ arrivals }) => arrivals.map(({ uid }) => uid));
}

export function foldersOf(batches: readonly ChangeBatch[]): string[] {
  return batches.flatMap(({ arrivals }) => arrivals.map(({ folder }) => folder)).toSorted();
}

export async function subjectsOf(provider: Provider): Promise<string[]> {
  const sources = await collect(provider.sources(await arrivalsOf(provider), neverAborted()));
  return sources.map(({ bytes }) => subjectOf(bytes)).toSorted();
}

export function subjectOf(bytes: Uint8Array | undefined): string {
  return /^Subject: (.*)\r$/m.exec(Buffer.from(bytes ?? []).toString())?.[1] ?? 'no subject';
}
