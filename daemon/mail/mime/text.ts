import { convert } from 'html-to-text';
import { reasonOf } from '../../base/failure.ts';

export type TextOrigin = 'exact' | 'derived_from_html' | 'best_effort_summary';

const maximumText = 2_000_000;
const maximumHtml = 1_000_000;

/** Well-formed Unicode without NUL, which neither SQLite nor a JSON client handles well. */
export function cleanText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '').toWellFormed() : text.toWellFormed();
}

/** The text people would read: the plain part where there is one, else what the HTML says. */
export function textOf(
  { text, html }: { text?: string | undefined; html?: string | undefined },
  notes: string[],
): { text: string; origin: TextOrigin } {
  if (text?.trim() || !html) return { text: bounded(cleanText(text ?? ''), notes), origin: 'exact' };
  try {
    return { text: bounded(cleanText(textFromHtml(html)), notes), origin: 'derived_from_html' };
  } catch (failed) {
    notes.push(`The text of this message is a rough cut of its HTML (${reasonOf(failed)}).`);
    const rough = html.slice(0, maximumHtml).replace(/<[^>]{0,2000}>/g, ' ');
    return { text: bounded(cleanText(rough), notes), origin: 'best_effort_summary' };
  }
}

function textFromHtml(html: string): string {
  return convert(html.slice(0, maximumHtml), {
    wordwrap: false,
    limits: { maxInputLength: maximumHtml, maxDepth: 200, maxChildNodes: 20_000 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'style', format: 'skip' },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
      { selector: 'h3', options: { uppercase: false } },
    ],
  });
}

function bounded(text: string, notes: string[]): string {
  if (text.length <= maximumText) return text;
  notes.push('Only the first two million characters of the text are kept for search; the source is whole.');
  return text.slice(0, maximumText).toWellFormed();
}

/** The first words somebody wrote, on one line: quoted lines and the line that introduces them are passed over. */
export function snippetOf(text: string): string {
  const words: string[] = [];
  let length = 0;
  for (const line of text.slice(0, 8_000).split('\n')) {
    const trimmed = line.replace(/[\s\u00a0\u034f\u200b-\u200f\u00ad\ufeff]+/g, ' ').trim();
    if (
      trimmed === '' ||
      trimmed.startsWith('>') ||
      /^(on|am|le|el) .{5,120}(wrote|schrieb|écrit|escribió)\s?:$/i.test(trimmed)
    )
      continue;
    if (trimmed === '--') break;
    if (/^[-=_*~\s]+$/.test(trimmed)) continue;
    words.push(trimmed);
    length += trimmed.length + 1;
    if (length > 220) break;
  }
  return [...words.join(' ')].slice(0, 200).join('');
}
