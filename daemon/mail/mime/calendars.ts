import { cleanText } from '../text/clean.ts';
import { decodeCharset } from './charset.ts';
import { contentsOf } from './contents.ts';
import { isCalendar } from './part-kinds.ts';
import type { Part } from './part.ts';
import { partContent } from './read.ts';
import { readStructure } from './structure.ts';

/** Calendars of one message that are read, and bytes of one; mail that has more is no invitation. */
const mostCalendars = 5;
const mostBytes = 3_000_000;

/** The texts of the calendars in a message. Never throws; what is left on the server is not among them. */
export function calendarTexts(bytes: Uint8Array): string[] {
  const { root } = readStructure(bytes);
  const { attachments } = contentsOf(bytes, root, new Set());
  return attachments
    .filter(({ filename, mime_type, size }) => isCalendar(mime_type, filename) && size <= mostBytes)
    .slice(0, mostCalendars)
    .map((attachment) => {
      const content = partContent(bytes, attachment);
      return cleanText(decodeCharset(content, charsetAt(root, attachment.start)).text);
    })
    .filter((text) => text.trim() !== '');
}

/** What the part that begins there says; many say nothing, and calendars are UTF-8 then (RFC 5545, section 6). */
function charsetAt({ start, parameters, children }: Part, at: number): string | undefined {
  if (start === at && children.length === 0) return parameters.get('charset');
  for (const child of children) {
    const found = child.start <= at && at <= child.end ? charsetAt(child, at) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
