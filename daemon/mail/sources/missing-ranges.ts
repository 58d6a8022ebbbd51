import type { MissingRange } from '../../providers/provider.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { ParsedAttachment } from '../mime/parsed-message.ts';

/**
 * If large attachments of a message stay on the server, the stored bytes are parsed as if these were empty. Offsets in
 * the stored bytes and in the whole message differ: stored offsets refer to the whole message.
 */
export function positionInMessage(missingRanges: readonly MissingRange[], position: number): number {
  let positionInWhole = position;
  for (const { start, length } of missingRanges) if (positionInWhole > start) positionInWhole += length;
  return positionInWhole;
}

/** The reverse; an offset inside a missing range maps to the start of the range. */
export function positionInStoredBytes(missingRanges: readonly MissingRange[], position: number): number {
  let missing = 0;
  for (const { start, length } of missingRanges) if (position > start) missing += Math.min(length, position - start);
  return position - missing;
}

/** The messages among these with missing ranges. */
export function messagesWithMissingRanges(db: ReadDb, messages: readonly number[]): number[] {
  return db
    .all<{ message: number }>(
      sql`SELECT DISTINCT message FROM source_missing_ranges WHERE message IN (SELECT value FROM json_each(${jsonList(messages)}))`,
    )
    .map(({ message }) => message);
}

export function missingBytes(missingRanges: readonly MissingRange[]): number {
  return missingRanges.reduce((sum, { length }) => sum + length, 0);
}

/** Attachments with their sizes and offsets in the whole message, although missing ranges were parsed as empty. */
export function completeAttachments(
  attachments: readonly ParsedAttachment[],
  missingRanges: readonly MissingRange[],
): ParsedAttachment[] {
  if (missingRanges.length === 0) return [...attachments];
  return attachments.map((attachment) => {
    const start = positionInMessage(missingRanges, attachment.start);
    const range = attachment.end === attachment.start ? missingRanges.find((each) => each.start === start) : undefined;
    if (!range) return { ...attachment, start, end: positionInMessage(missingRanges, attachment.end) };
    return { ...attachment, start, end: start + range.length, size: decodedSize(range.length, attachment.encoding) };
  });
}

/**
 * The approximate decoded size of base64 in lines of 76 characters (RFC 2045, section 6.8), accurate to a byte or two.
 */
function decodedSize(length: number, encoding: ParsedAttachment['encoding']): number {
  if (encoding !== 'base64') return length;
  return Math.floor((length - 2 * Math.floor(length / 78)) * 0.75);
}
