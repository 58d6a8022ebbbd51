import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ImapFlow } from 'imapflow';
import { until } from '../../../daemon/test-until.ts';
import type { Dovecot, MailUser } from '../../../testing/servers/dovecot.ts';

/** A folder of the server as another mail program sees it. */
export type ServerFolder = {
  path: string;
  uidvalidity: number;
  /** The result of STATUS. */
  total: number;
  unseen: number;
  messages: ServerMessage[];
};

type ServerMessage = { uid: number; flags: string[]; hash: string };

/** Another mail program of the same user: a plain IMAP connection. Close it with `logout`. */
export async function openSecondClient(dovecot: Dovecot, { user, password }: MailUser): Promise<ImapFlow> {
  const client = new ImapFlow({
    host: dovecot.host,
    port: dovecot.imapsPort,
    secure: true,
    tls: { ca: readFileSync(dovecot.caFile) },
    auth: { user, pass: password },
    logger: false,
  });
  // If an idle connection is lost, the next command fails.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Everything on the server, with the bytes as hashes. */
export async function serverFolders(client: ImapFlow): Promise<ServerFolder[]> {
  const folders: ServerFolder[] = [];
  for (const { path, flags } of await client.list()) {
    if (flags.has('\\Noselect') || flags.has('\\NonExistent')) continue;
    folders.push(await serverFolder(client, path));
  }
  return folders;
}

/**
 * If the server cannot return a message, for example while it reads a folder whose files were changed, the folder is opened
 * and read again.
 */
async function serverFolder(client: ImapFlow, path: string): Promise<ServerFolder> {
  const read: ServerFolder[] = [];
  await until(`the server hands out every message of ${path}`, async () => {
    const folder = await wholeFolder(client, path);
    if (folder) read.push(folder);
    else await client.mailboxClose();
    return folder !== undefined;
  });
  const [folder] = read;
  assert.ok(folder);
  return folder;
}

/** Undefined if the server did not return all of it. */
async function wholeFolder(client: ImapFlow, path: string): Promise<ServerFolder | undefined> {
  const { messages: total = 0, unseen = 0 } = (await client.status(path, { messages: true, unseen: true })) || {};
  const { uidValidity } = await client.mailboxOpen(path, { readOnly: true });
  const messages: ServerMessage[] = [];
  let isWhole = true;
  if (total > 0)
    for await (const { uid, flags, source } of client.fetch('1:*', { uid: true, flags: true, source: true })) {
      if (source) messages.push({ uid, flags: [...(flags ?? [])], hash: hashOf(source) });
      else isWhole = false;
    }
  return isWhole ? { path, uidvalidity: Number(uidValidity), total, unseen, messages } : undefined;
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A message as IMAP returns it: every line ends in CR LF (RFC 9051, section 2.2). */
export function toCrLf(bytes: Uint8Array): Buffer {
  return Buffer.from(Buffer.from(bytes).toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1');
}
