import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import type { Dovecot, MailUser } from '../servers/dovecot.ts';

/** A folder of the server as another mail program sees it. */
export type ServerFolder = {
  path: string;
  uidvalidity: number;
  /** What STATUS says. */
  total: number;
  unseen: number;
  messages: ServerMessage[];
};

export type ServerMessage = { uid: number; flags: string[]; hash: string };

/** Another mail program of the same person: a plain IMAP connection. Close it with `logout`. */
export async function openSecondClient(dovecot: Dovecot, { user, password }: MailUser): Promise<ImapFlow> {
  const client = new ImapFlow({
    host: dovecot.host,
    port: dovecot.imapsPort,
    secure: true,
    tls: { ca: readFileSync(dovecot.caFile) },
    auth: { user, pass: password },
    logger: false,
  });
  // A line that is lost while nothing is asked: whoever asks next hears of it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Everything the server holds, the bytes as hashes. */
export async function serverFolders(client: ImapFlow): Promise<ServerFolder[]> {
  const folders: ServerFolder[] = [];
  for (const { path, flags } of await client.list()) {
    if (flags.has('\\Noselect') || flags.has('\\NonExistent')) continue;
    folders.push(await serverFolder(client, path));
  }
  return folders;
}

/**
 * Where the server cannot hand a message out, as while it reads a folder anew whose files were changed under it, the folder
 * is opened and read again.
 */
async function serverFolder(client: ImapFlow, path: string, tries = 50): Promise<ServerFolder> {
  const { messages: total = 0, unseen = 0 } = (await client.status(path, { messages: true, unseen: true })) || {};
  const { uidValidity } = await client.mailboxOpen(path, { readOnly: true });
  const messages: ServerMessage[] = [];
  let lacking: number | undefined;
  if (total > 0)
    for await (const { uid, flags, source } of client.fetch('1:*', { uid: true, flags: true, source: true })) {
      if (source) messages.push({ uid, flags: [...(flags ?? [])], hash: hashOf(source) });
      else lacking = uid;
    }
  if (lacking === undefined) return { path, uidvalidity: Number(uidValidity), total, unseen, messages };
  if (tries === 0) throw new Error(`The server does not hand out message ${lacking} of ${path}.`);
  await client.mailboxClose();
  await wait(100);
  return serverFolder(client, path, tries - 1);
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A message as IMAP hands it out: every line ends in CR LF (RFC 9051, section 2.2). */
export function wireForm(bytes: Uint8Array): Buffer {
  return Buffer.from(Buffer.from(bytes).toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1');
}
