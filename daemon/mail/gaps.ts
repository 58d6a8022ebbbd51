import type { Gap } from '../providers/provider.ts';
import { jsonList, sql, type ReadDb } from '../store/db.ts';
import type { AttachmentFacts } from './mime/message.ts';

/**
 * Of a message whose large attachments stay on the server, what is here is read as if these were empty. Positions in what
 * is here and positions in the whole message are two things: stored are those in the whole message.
 */
export function wholePosition(gaps: readonly Gap[], position: number): number {
  let whole = position;
  for (const { start, length } of gaps) if (whole > start) whole += length;
  return whole;
}

/** The reverse; the end of a gap is where it begins. */
export function herePosition(gaps: readonly Gap[], position: number): number {
  let left = 0;
  for (const { start, length } of gaps) if (position > start) left += Math.min(length, position - start);
  return position - left;
}

/** Those of these messages of which something is left on the server. */
export function leftOnServer(db: ReadDb, messages: readonly number[]): number[] {
  return db
    .all<{ message: number }>(
      sql`SELECT DISTINCT message FROM source_gaps WHERE message IN (SELECT value FROM json_each(${jsonList(messages)}))`,
    )
    .map(({ message }) => message);
}

export function gapBytes(gaps: readonly Gap[]): number {
  return gaps.reduce((sum, { length }) => sum + length, 0);
}

/** Attachments as they are in the whole message, though those left on the server were read as empty. */
export function wholeAttachments(attachments: readonly AttachmentFacts[], gaps: readonly Gap[]): AttachmentFacts[] {
  if (gaps.length === 0) return [...attachments];
  return attachments.map((attachment) => {
    const start = wholePosition(gaps, attachment.start);
    const gap = attachment.end === attachment.start ? gaps.find((each) => each.start === start) : undefined;
    if (!gap) return { ...attachment, start, end: wholePosition(gaps, attachment.end) };
    return { ...attachment, start, end: start + gap.length, size: decodedSize(gap.length, attachment.encoding) };
  });
}

/** What is left of so many bytes when base64 in lines of 76 is taken off (RFC 2045, section 6.8), to a byte or two. */
function decodedSize(length: number, encoding: AttachmentFacts['encoding']): number {
  if (encoding !== 'base64') return length;
  return Math.floor((length - 2 * Math.floor(length / 78)) * 0.75);
}
