import { createReadStream } from 'node:fs';
import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts.ts';
import { correctSize, storedAttachments, type StoredAttachment } from '../../mail/attachments.ts';
import { messageOf } from '../../mail/messages.ts';
import { decodedPieces } from '../../mail/mime/transfer-stream.ts';
import { gapsOf, readStretch } from '../../mail/source.ts';
import { readPieces, sourcePieces } from '../../mail/source-pieces.ts';
import type { WriteDb } from '../../store/db.ts';
import { fetchedAttachment, type FetchParts } from './fetching.ts';

export type ContentParts = FetchParts & { blobs: string };

/** An attachment that is here whole: what its message says of it, and its decoded bytes, as often as they are wanted. */
export type Content = {
  account_id: string;
  attachment: StoredAttachment;
  size: number;
  pieces: () => AsyncIterable<Uint8Array>;
  /** What stands before it in its message, its headers among that: the last `mostBefore` bytes, or none where they are not here. */
  before: () => Uint8Array;
};

export const mostBefore = 8_000;

/**
 * The content of an attachment, fetched first where it was left on the server. Throws Failure `not_found`,
 * `attachment_not_found`, `not_downloaded`, `source_damaged`, and what `fetchedAttachment` throws, also of the signal.
 */
export async function contentOf(
  parts: ContentParts,
  { db, accounts, signal }: { db: WriteDb; accounts: readonly Account[]; signal?: AbortSignal },
  { message_id, attachment_id }: { message_id: string; attachment_id: string },
): Promise<Content> {
  const message = messageOf(db, accounts, message_id);
  const attachment = attachmentNamed(storedAttachments(db, message), attachment_id);
  const { start, encoding } = attachment;
  const { account_id } = message.account;
  const stretch = { start: Math.max(0, start - mostBefore), end: start };
  const before = () => readStretch(db, parts.blobs, message.id, stretch) ?? Buffer.alloc(0);
  const gap = gapsOf(db, message.id).find((each) => each.start === start);
  if (gap) {
    const { path, size } = await fetchedAttachment(parts, db, { message, attachment, gap }, signal);
    correctSize(db, message, attachment, size);
    return { account_id, attachment, size, pieces: () => decodedPieces(fileBytes(path), encoding), before };
  }
  const pieces = sourcePieces(db, parts.blobs, message.id, attachment);
  if (!pieces) throw notDownloaded();
  const decoded = () => decodedPieces(readPieces(parts.blobs, pieces), encoding);
  return { account_id, attachment, size: attachment.size, pieces: decoded, before };
}

/** Opened when the first byte is wanted: nobody closes what is never read. */
async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

function attachmentNamed(attachments: readonly StoredAttachment[], attachment_id: string): StoredAttachment {
  const found = attachments.find((each) => each.attachment_id === attachment_id.toLowerCase());
  if (found) return found;
  throw attachmentMissing();
}

export function attachmentMissing(): Failure {
  const sentence = 'This message has no such attachment. Ask for its body to see which it has.';
  return new Failure('missing', 'attachment_not_found', sentence);
}

function notDownloaded(): Failure {
  return new Failure('unavailable', 'not_downloaded', 'This message has not been downloaded yet.', { retryable: true });
}
