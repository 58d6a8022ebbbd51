import { createReadStream } from 'node:fs';
import { Failure } from '../../base/failure.ts';
import type { Account } from '../accounts/accounts.ts';
import { correctAttachmentSize, storedAttachments, type StoredAttachment } from './attachments.ts';
import { requireMessage } from '../messages/messages.ts';
import { decodeTransferStream } from '../mime/transfer/decode-stream.ts';
import { missingRangesOf, readSourceRange } from '../sources/source.ts';
import { readPieces, sourcePieces } from '../sources/source-pieces.ts';
import type { WriteDb } from '../../store/db.ts';
import { fetchAttachment, type AttachmentFetchDeps } from './fetch-attachment.ts';

export type ContentDeps = AttachmentFetchDeps & { blobs: string };

/**
 * An attachment that is completely stored: its metadata from the message, and its decoded bytes, which can be read
 * repeatedly.
 */
export type Content = {
  account_id: string;
  attachment: StoredAttachment;
  size: number;
  pieces: () => AsyncIterable<Uint8Array>;
  /**
   * The bytes before it in its message, including its headers: at most the last `maxPrecedingBytes`, or none if they are not
   * stored.
   */
  precedingBytes: () => Uint8Array;
};

export const maxPrecedingBytes = 8_000;

/**
 * The content of an attachment, fetched first if it was left on the server. Throws Failure `not_found`,
 * `attachment_not_found`, `not_downloaded`, `source_damaged`, what `fetchAttachment` throws, and the reason of the signal.
 */
export async function contentOf(
  deps: ContentDeps,
  { db, accounts, signal }: { db: WriteDb; accounts: readonly Account[]; signal?: AbortSignal },
  { message_id, attachment_id }: { message_id: string; attachment_id: string },
): Promise<Content> {
  const message = requireMessage(db, accounts, message_id);
  const attachment = requireAttachment(storedAttachments(db, message), attachment_id);
  const { start, encoding } = attachment;
  const { account_id } = message.account;
  const headerRange = { start: Math.max(0, start - maxPrecedingBytes), end: start };
  const precedingBytes = () => readSourceRange(db, deps.blobs, message.id, headerRange) ?? Buffer.alloc(0);
  const missingRange = missingRangesOf(db, message.id).find((each) => each.start === start);
  if (missingRange) {
    const { path, size } = await fetchAttachment(deps, db, { message, attachment, missingRange }, signal);
    correctAttachmentSize(db, message, attachment, size);
    return {
      account_id,
      attachment,
      size,
      pieces: () => decodeTransferStream(fileBytes(path), encoding),
      precedingBytes,
    };
  }
  const pieces = sourcePieces(db, deps.blobs, message.id, attachment);
  if (!pieces) throw notDownloadedFailure();
  const decoded = () => decodeTransferStream(readPieces(deps.blobs, pieces), encoding);
  return { account_id, attachment, size: attachment.size, pieces: decoded, precedingBytes };
}

/** Opened on the first read, because a stream that is never read is never closed. */
async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

function requireAttachment(attachments: readonly StoredAttachment[], attachment_id: string): StoredAttachment {
  const found = attachments.find((each) => each.attachment_id === attachment_id.toLowerCase());
  if (found) return found;
  throw attachmentMissingFailure();
}

export function attachmentMissingFailure(): Failure {
  const sentence = 'This message has no such attachment. Ask for its body to see which it has.';
  return new Failure('missing', 'attachment_not_found', sentence);
}

function notDownloadedFailure(): Failure {
  return new Failure('unavailable', 'not_downloaded', 'This message hasn’t been downloaded yet.', { retryable: true });
}
