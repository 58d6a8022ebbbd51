import PostalMime from 'postal-mime';
import { cleanText } from '../text/clean.ts';
import { projectHtml } from '../text/project.ts';
import { snippetOf } from '../text/snippet.ts';
import type { ParsedMessage } from './message.ts';
import { parseStructure } from './parse.ts';
import { readStructure } from './structure.ts';

const limits = { maxNestingDepth: 100, maxHeadersSize: 1_000_000, forceRfc822Attachments: true };
const maximumText = 2_000_000;

/**
 * As `parseMessage`, and asks a second reader where the first has doubts: the longer text is kept, as a summary.
 * Attachments stay those of the first reader, which alone knows where their bytes are. Never rejects.
 */
export async function parseCarefully(bytes: Uint8Array, structure = readStructure(bytes)): Promise<ParsedMessage> {
  const parsed = parseStructure(bytes, structure);
  if (structure.surprises.length === 0) return parsed;
  const other = await secondReading(bytes);
  const notes = [...parsed.notes];
  const more = other.attachments - parsed.attachments.length;
  if (more > 0) notes.push(`This message may hold ${more} more attachments than are listed; its source is whole.`);
  if (other.text.trim().length <= parsed.text.trim().length) return { ...parsed, notes };
  notes.push('The form of this message is damaged; its text was put together as well as possible.');
  return { ...parsed, text: other.text, text_origin: 'best_effort_summary', snippet: snippetOf(other.text), notes };
}

async function secondReading(bytes: Uint8Array): Promise<{ text: string; attachments: number }> {
  try {
    const { text, html, attachments } = await PostalMime.parse(bytes, limits);
    const found = text?.trim() ? text : projectHtml(html ?? '').text;
    return { text: cleanText(found.slice(0, maximumText)), attachments: attachments.length };
  } catch {
    // What the second reader cannot read stays as the first one read it.
    return { text: '', attachments: 0 };
  }
}
