import { cleanText } from '../../text/clean-text.ts';
import { decodeCharset } from '../charset/charset.ts';
import { readContents } from './contents.ts';
import { isCalendar } from './part-kinds.ts';
import type { Part } from '../structure/part.ts';
import { decodePart } from '../read-body.ts';
import { parseMimeStructure } from '../structure/structure.ts';

/** Mail with more calendars, or larger ones, is not an invitation. */
const maxCalendars = 5;
const maxCalendarBytes = 3_000_000;

/** The texts of the calendars in a message. Never throws; parts that are left on the server are not included. */
export function calendarTexts(bytes: Uint8Array): string[] {
  const { root } = parseMimeStructure(bytes);
  const { attachments } = readContents(bytes, root, new Set());
  return attachments
    .filter(({ filename, mime_type, size }) => isCalendar(mime_type, filename) && size <= maxCalendarBytes)
    .slice(0, maxCalendars)
    .map((attachment) => {
      const content = decodePart(bytes, attachment);
      return cleanText(decodeCharset(content, charsetOfPartAt(root, attachment.start)).text);
    })
    .filter((text) => text.trim() !== '');
}

/** The charset of the part that begins there; many declare none, and calendars are UTF-8 then (RFC 5545, section 6). */
function charsetOfPartAt({ start, parameters, children }: Part, at: number): string | undefined {
  if (start === at && children.length === 0) return parameters.get('charset');
  for (const child of children) {
    const found = child.start <= at && at <= child.end ? charsetOfPartAt(child, at) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
