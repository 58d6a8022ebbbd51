import { Failure } from '../../base/failure.ts';
import { parseMessage } from '../../mail/mime/parse.ts';
import { decodeTransferStream } from '../../mail/mime/transfer/decode-stream.ts';
import { beginningOf } from './beginning.ts';
import { attachmentMissingFailure, type Content, maxPrecedingBytes } from '../../mail/attachments/content.ts';

/** The maximum size of an attached message, which is parsed as a whole. */
const maxNestedBytes = 50_000_000;

/**
 * A file within an attached message: each of `positions` is the index among the attachments of the message before. Throws
 * Failure `attachment_not_found` and `too_large_to_open`.
 */
export async function nestedContent(outer: Content, positions: readonly number[]): Promise<Content> {
  let content = outer;
  for (const position of positions) content = await attachmentWithin(content, position);
  return content;
}

async function attachmentWithin(outer: Content, position: number): Promise<Content> {
  const { bytes, is_cut } = await beginningOf(outer.pieces(), maxNestedBytes);
  if (is_cut) throw tooLarge();
  const parsed = parseMessage(bytes).attachments[position];
  if (!parsed) throw attachmentMissingFailure();
  const { start, end, encoding } = parsed;
  const { ordinal, attachment_id } = outer.attachment;
  return {
    account_id: outer.account_id,
    attachment: { ...parsed, ordinal, attachment_id },
    size: parsed.size,
    pieces: () => decodeTransferStream(singlePiece(bytes.subarray(start, end)), encoding),
    precedingBytes: () => bytes.subarray(Math.max(0, start - maxPrecedingBytes), start),
  };
}

async function* singlePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function tooLarge(): Failure {
  const sentence = 'The attached message is too large to show. Save it and open it with another program.';
  return new Failure('invalid', 'too_large_to_open', sentence);
}
