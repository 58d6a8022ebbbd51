import { projectHtml } from '../text/project.ts';
import type { Contents, Piece } from './contents.ts';
import type { TextOrigin } from './message.ts';

/** A text to be read and searched. */
type Readable = {
  text: string;
  origin: TextOrigin;
  /** The part of `text` that is the message's own, without the messages within it. */
  own: string;
};

const maximumText = 2_000_000;
/** Fewer letters than this beside long HTML are a stub. */
const stubLetters = 40;

/** The text people would read: the plain form of each piece, unless it is a mere stub for its HTML. */
export function readableOf(contents: Contents, notes: Set<string>): Readable {
  const chosen = contents.pieces.map(chosenForm);
  const origin = worstOf(chosen.map((form) => form.origin));
  if (origin === 'best_effort_summary') notes.add('The text of this message is a rough cut of its HTML.');
  const own = bounded(joinedLines(chosen.map(({ text }) => text)), notes);
  const rest = contents.forwarded.length > 0 ? forwardedText(contents, notes) : '';
  const text = own.trim() === '' ? rest : rest === '' ? own : bounded(`${own.trimEnd()}\n\n${rest}`, notes);
  return { text: text === '' ? own : text, origin, own };
}

/** The HTML a message is shown as, text between HTML parts included; undefined where there is no HTML. */
export function htmlOf({ pieces }: Contents): string | undefined {
  if (!pieces.some(({ html }) => html !== undefined)) return undefined;
  return pieces
    .map(({ plain, html }) => html ?? `<pre style="white-space: pre-wrap">${escaped(plain ?? '')}</pre>`)
    .join('\n');
}

/** Subject and text of the messages within a message, so that a search finds them. */
function forwardedText({ forwarded }: Contents, notes: Set<string>): string {
  const texts: string[] = [];
  let length = 0;
  for (const { subject, contents } of forwarded) {
    if (length > maximumText) break;
    const text = `${subject}\n${readableOf(contents, notes).text}`.trim();
    length += text.length;
    if (text !== '') texts.push(text);
  }
  return texts.join('\n\n');
}

function chosenForm({ plain, html }: Piece): { text: string; origin: TextOrigin } {
  if (html === undefined) return { text: plain ?? '', origin: 'exact' };
  const letters = plain === undefined ? 0 : lettersIn(plain);
  const saysSo = letters < 10 * stubLetters && /html/i.test(plain ?? '');
  if (plain !== undefined && letters >= stubLetters && !saysSo) return { text: plain, origin: 'exact' };
  const { text, rough } = projectHtml(html);
  const isStub = lettersIn(text) > (letters < stubLetters ? 10 : 3) * letters;
  if (plain !== undefined && !isStub) return { text: plain, origin: 'exact' };
  return { text, origin: rough ? 'best_effort_summary' : 'derived_from_html' };
}

/** Characters that are seen, counted to where the number says enough. */
function lettersIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length && count < 30 * stubLetters; at++) if (text.charCodeAt(at) > 32) count++;
  return count;
}

function joinedLines(texts: string[]): string {
  if (texts.length === 1) return texts[0] ?? '';
  return texts.filter((text) => text.trim() !== '').join('\n');
}

function worstOf(origins: TextOrigin[]): TextOrigin {
  if (origins.includes('best_effort_summary')) return 'best_effort_summary';
  return origins.includes('derived_from_html') ? 'derived_from_html' : 'exact';
}

function bounded(text: string, notes: Set<string>): string {
  if (text.length <= maximumText) return text;
  notes.add('Only the first two million characters of the text are kept for search; the source is whole.');
  return text.slice(0, maximumText).toWellFormed();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
