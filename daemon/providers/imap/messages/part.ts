import { Readable } from 'node:stream';
import type { ImapFlow, MessageStructureObject } from 'imapflow';
import { ProviderError } from '../../provider.ts';
import type { Ref } from '../../provider.ts';
import { examine } from '../connection/line.ts';
import type { Line } from '../connection/line.ts';
import { withoutTransferEncoding } from './transfer-encoding.ts';

const pieceBytes = 512 * 1024;

/** `Provider.part` for IMAP: read piece by piece as it is consumed, the connection being free in between. */
export async function imapPart(line: Line, ref: Ref, part: string, signal: AbortSignal): Promise<Readable> {
  const node = await line.use(signal, async ({ client }) => {
    await openPlace(client, ref);
    // The whole body of a message, as far as the server is concerned, is no part and has no encoding of its own.
    if (part === 'TEXT') return { encoding: '8bit' };
    const message = await client.fetchOne(String(ref.uid), { uid: true, bodyStructure: true }, { uid: true });
    if (!message) throw new ProviderError('refused', `The message is no longer in ${ref.folder}.`);
    return message.bodyStructure && nodeOf(message.bodyStructure, part);
  });
  if (!node) throw new ProviderError('refused', `The message has no part ${part}.`);

  async function* pieces(): AsyncGenerator<Buffer> {
    for (let start = 0; ; start += pieceBytes) {
      const piece = await line.use(signal, ({ client }) => fetchPiece(client, ref, part, start));
      if (piece.length) yield piece;
      if (piece.length < pieceBytes) return;
    }
  }
  return Readable.from(withoutTransferEncoding(pieces(), (node.encoding ?? '').toLowerCase()), { objectMode: false });
}

async function openPlace(client: ImapFlow, { folder, uidvalidity }: Ref): Promise<void> {
  const box = await examine(client, folder);
  if (Number(box.uidValidity) !== uidvalidity)
    throw new ProviderError(
      'refused',
      `The server has numbered ${folder} anew; the message has to be looked up again.`,
    );
}

async function fetchPiece(client: ImapFlow, ref: Ref, part: string, start: number): Promise<Buffer> {
  await openPlace(client, ref);
  const query = { uid: true, bodyParts: [{ key: part, start, maxLength: pieceBytes }] };
  const message = await client.fetchOne(String(ref.uid), query, { uid: true });
  const piece = message && message.bodyParts?.values().next().value;
  if (!piece) throw new ProviderError('refused', `The server did not hand out part ${part} of the message.`);
  return piece;
}

function nodeOf(node: MessageStructureObject, part: string): MessageStructureObject | undefined {
  // A message of one part has no part numbers in its structure; that part is number 1 (RFC 9051, section 6.4.5.1).
  if (node.part === part || (part === '1' && !node.part && !node.childNodes?.length)) return node;
  for (const child of node.childNodes ?? []) {
    const found = nodeOf(child, part);
    if (found) return found;
  }
  return undefined;
}
