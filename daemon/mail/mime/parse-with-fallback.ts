import PostalMime from 'postal-mime';
import { cleanText } from '../text/clean-text.ts';
import { htmlToText } from '../text/html-to-text.ts';
import { snippetOf } from '../text/snippet.ts';
import type { ParsedMessage } from './parsed-message.ts';
import { parseFromStructure } from './parse.ts';
import { parseMimeStructure } from './structure/structure.ts';

const postalMimeOptions = { maxNestingDepth: 100, maxHeadersSize: 1_000_000, forceRfc822Attachments: true };
const maxTextLength = 2_000_000;

/**
 * As `parseMessage`, but asks a second parser if the first one reports anomalies. The longer text is kept, as a
 * summary. Attachments stay those of the first parser, because only it knows their byte ranges. Never rejects.
 */
export async function parseWithFallback(
  bytes: Uint8Array,
  structure = parseMimeStructure(bytes),
): Promise<ParsedMessage> {
  const parsed = parseFromStructure(bytes, structure);
  if (structure.anomalies.length === 0) return parsed;
  const fallback = await parseWithPostalMime(bytes);
  const notes = [...parsed.notes];
  const missingAttachments = fallback.attachments - parsed.attachments.length;
  if (missingAttachments > 0)
    notes.push(`This message may hold ${missingAttachments} more attachments than are listed; its source is whole.`);
  if (fallback.text.trim().length <= parsed.text.trim().length) return { ...parsed, notes };
  notes.push('The form of this message is damaged; its text was put together as well as possible.');
  return {
    ...parsed,
    text: fallback.text,
    text_origin: 'best_effort_summary',
    snippet: snippetOf(fallback.text),
    notes,
  };
}

async function parseWithPostalMime(bytes: Uint8Array): Promise<{ text: string; attachments: number }> {
  try {
    const { text, html, attachments } = await PostalMime.parse(bytes, postalMimeOptions);
    const found = text?.trim() ? text : htmlToText(html ?? '').text;
    return { text: cleanText(found.slice(0, maxTextLength)), attachments: attachments.length };
  } catch {
    // If the second parser fails, the result of the first one is kept.
    return { text: '', attachments: 0 };
  }
}
