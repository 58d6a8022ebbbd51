import { Readable } from 'node:stream';
import type { ImapFlow, MessageStructureObject } from 'imapflow';
import { ProviderError } from '../../provider.ts';
import type { MessageRef } from '../../provider.ts';
import { examine } from '../connection/connection-queue.ts';
import type { ConnectionQueue } from '../connection/connection-queue.ts';

const pieceBytes = 512 * 1024;

type PartRequest = { ref: MessageRef; part: string; start?: number | undefined };

/** `Provider.part` for IMAP: read in chunks on demand; the connection is free in between. */
export async function imapPart(
  queue: ConnectionQueue,
  { ref, part, start = 0 }: PartRequest,
  signal: AbortSignal,
): Promise<Readable> {
  await queue.use(signal, ({ client }) => checkPart(client, ref, part));
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = start; ; at += pieceBytes) {
      const piece = await queue.use(signal, ({ client }) => fetchPiece(client, ref, part, at));
      if (piece.length) yield piece;
      if (piece.length < pieceBytes) return;
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

/** Servers return a missing part as an empty one. */
async function checkPart(client: ImapFlow, ref: MessageRef, part: string): Promise<void> {
  await openFolderOf(client, ref);
  const message = await client.fetchOne(String(ref.uid), { uid: true, bodyStructure: true }, { uid: true });
  if (!message) throw new ProviderError('refused', `The message is no longer in ${ref.folder}.`);
  // The whole body of a message is not a part of its structure.
  if (part === 'TEXT' || (message.bodyStructure && hasPart(message.bodyStructure, part))) return;
  throw new ProviderError('refused', `The message has no part ${part}.`);
}

async function openFolderOf(client: ImapFlow, { folder, uidvalidity }: MessageRef): Promise<void> {
  const mailbox = await examine(client, folder);
  if (Number(mailbox.uidValidity) !== uidvalidity)
    throw new ProviderError('refused', `The server renumbered ${folder}, so the message has to be looked up again.`);
}

async function fetchPiece(client: ImapFlow, ref: MessageRef, part: string, start: number): Promise<Buffer> {
  await openFolderOf(client, ref);
  const query = { uid: true, bodyParts: [{ key: part, start, maxLength: pieceBytes }] };
  const message = await client.fetchOne(String(ref.uid), query, { uid: true });
  const piece = message && message.bodyParts?.values().next().value;
  if (!piece) throw new ProviderError('refused', `The server didn’t send part ${part} of the message.`);
  return piece;
}

function hasPart(node: MessageStructureObject, part: string): boolean {
  // A single-part message has no part numbers in its structure; that part is number 1 (RFC 9051, section 6.4.5.1).
  if (node.part === part || (part === '1' && !node.part && !node.childNodes?.length)) return true;
  return node.childNodes?.some((child) => hasPart(child, part)) ?? false;
}
