import { Failure } from '../../base/failure.ts';
import { parseMessage } from '../../mail/mime/parse.ts';
import { decodedPieces } from '../../mail/mime/transfer-stream.ts';
import { beginningOf } from './beginning.ts';
import { attachmentMissing, type Content, mostBefore } from './content.ts';

/** A message within an attachment is taken apart as a whole, and this is the most. */
const mostOpened = 50_000_000;

/**
 * A file within a message that is attached: of `places` each is its place among the attachments of the message before.
 * Throws Failure `attachment_not_found` and `too_large_to_open`.
 */
export async function contentInside(outer: Content, places: readonly number[]): Promise<Content> {
  let content = outer;
  for (const place of places) content = await oneInside(content, place);
  return content;
}

async function oneInside(outer: Content, place: number): Promise<Content> {
  const { bytes, is_cut } = await beginningOf(outer.pieces(), mostOpened);
  if (is_cut) throw tooLarge();
  const facts = parseMessage(bytes).attachments[place];
  if (!facts) throw attachmentMissing();
  const { start, end, encoding } = facts;
  const { ordinal, attachment_id } = outer.attachment;
  return {
    account_id: outer.account_id,
    attachment: { ...facts, ordinal, attachment_id },
    size: facts.size,
    pieces: () => decodedPieces(only(bytes.subarray(start, end)), encoding),
    before: () => bytes.subarray(Math.max(0, start - mostBefore), start),
  };
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function tooLarge(): Failure {
  const sentence = 'The attached message is too large to be taken apart. Save it and open it with another program.';
  return new Failure('invalid', 'too_large_to_open', sentence);
}
