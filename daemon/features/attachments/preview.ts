import { splitIntoBlocks } from '../../mail/text/quotes.ts';
import { cleanText } from '../../mail/text/clean-text.ts';
import { safeHtml } from '../../mail/html/safe-html.ts';
import { readEvents } from '../../mail/ical/events.ts';
import { markdownHtml, markdownTokens } from '../../mail/mime/build/markdown.ts';
import { decodeCharset, type DecodedText } from '../../mail/mime/charset/charset.ts';
import { parseMessage } from '../../mail/mime/parse.ts';
import { beginningOf, type Beginning } from './beginning.ts';
import { charsetInHeaders } from './part-charset.ts';
import { readContacts } from './contact-cards.ts';
import type { Content } from '../../mail/attachments/content.ts';
import type { AttachmentPreview, PreviewForm } from './preview-schemas.ts';
import { readTable } from './table-preview.ts';

/** The bytes that are read for a preview. */
export const maxBytesOf: Record<PreviewForm, number> = {
  text: 500_000,
  // A malicious Markdown file can make the parser slow: this many bytes take only a moment, whatever the content.
  markdown: 30_000,
  table: 500_000,
  calendar: 1_000_000,
  contacts: 1_000_000,
  message: 10_000_000,
};

/**
 * A preview of an attachment, read as `form`. Of a large file only the beginning is read. `zone` is the time zone of the
 * user, by IANA name; undefined is the machine's own. Throws what reading the content throws.
 */
export async function previewOf(content: Content, form: PreviewForm, zone?: string): Promise<AttachmentPreview> {
  const beginning = await beginningOf(content.pieces(), maxBytesOf[form]);
  if (form === 'message') return messageIn(beginning);
  const { is_cut } = beginning;
  const { text, charset } = decodeText(content, beginning);
  switch (form) {
    case 'text':
      return { form, text: cleanText(text), charset, is_cut };
    case 'markdown':
      return { form, html: safeHtml(markdownHtml(markdownTokens(cleanText(text)))).html, is_cut };
    case 'table':
      return { form, ...readTable(cleanText(text), is_cut) };
    case 'calendar':
      return { form, events: readEvents(text, zone), is_cut };
    case 'contacts':
      return { form, ...readContacts(text, is_cut) };
  }
}

/** Cut text may end within a character, which is left out. */
function decodeText({ precedingBytes }: Content, { bytes, is_cut }: Beginning): DecodedText {
  const byteOrderMark = bytes.subarray(0, 2).toString('hex');
  const label =
    byteOrderMark === 'fffe' ? 'utf-16le' : byteOrderMark === 'feff' ? 'utf-16be' : charsetInHeaders(precedingBytes());
  const decoded = decodeCharset(is_cut ? withoutPartialCharacter(bytes) : bytes, label);
  return { ...decoded, text: decoded.text.replaceAll(/\r\n?/g, '\n') };
}

/** Removes an incomplete UTF-8 character at the end. */
function withoutPartialCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return lengthOf(byte) > back ? bytes.subarray(0, -back) : bytes;
    if (byte < 0x80) return bytes;
  }
  return bytes;
}

/** The length in bytes of the character with this lead byte. */
function lengthOf(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

function messageIn({ bytes, is_cut }: Beginning): AttachmentPreview {
  const { subject, from, to, cc, date, text, attachments, notes } = parseMessage(bytes);
  return {
    form: 'message',
    subject,
    from,
    to,
    cc,
    date,
    text,
    text_blocks: splitIntoBlocks(text, from),
    attachments: attachments.map(({ filename, mime_type, size }, place) => ({
      place,
      filename,
      mime_type,
      size_bytes: size,
    })),
    notes,
    is_cut,
  };
}
