import { htmlToText } from '../../text/html-to-text.ts';
import type { Contents, TextForms } from './contents.ts';
import type { TextOrigin } from '../parsed-message.ts';

/** Text for display and search. */
type ReadableText = {
  text: string;
  origin: TextOrigin;
  /** The part of `text` that belongs to the message itself, without embedded messages. */
  ownText: string;
};

const maxTextLength = 2_000_000;
/** Plain text with fewer visible characters than this beside long HTML is a stub. */
const stubCharacterCount = 40;

/** The readable text: the plain alternative of each piece, unless it is only a stub for its HTML. */
export function readableTextOf(contents: Contents, notes: Set<string>): ReadableText {
  const chosen = contents.texts.map(chooseForm);
  const origin = leastExactOrigin(chosen.map((form) => form.origin));
  if (origin === 'best_effort_summary') notes.add('The text of this message is a rough cut of its HTML.');
  const ownText = truncateText(joinTexts(chosen.map(({ text }) => text)), notes);
  const embeddedText = contents.embeddedMessages.length > 0 ? embeddedMessagesText(contents, notes) : '';
  const text =
    ownText.trim() === ''
      ? embeddedText
      : embeddedText === ''
        ? ownText
        : truncateText(`${ownText.trimEnd()}\n\n${embeddedText}`, notes);
  return { text: text === '' ? ownText : text, origin, ownText };
}

/** The HTML that a message is shown as, text between HTML parts included; undefined if there is no HTML. */
export function htmlOf({ texts }: Contents): string | undefined {
  if (!texts.some(({ html }) => html !== undefined)) return undefined;
  return texts
    .map(({ plain, html }) => html ?? `<pre style="white-space: pre-wrap">${escaped(plain ?? '')}</pre>`)
    .join('\n');
}

/** Subject and text of embedded messages, so that a search finds them. */
function embeddedMessagesText({ embeddedMessages }: Contents, notes: Set<string>): string {
  const texts: string[] = [];
  let length = 0;
  for (const { subject, contents } of embeddedMessages) {
    if (length > maxTextLength) break;
    const text = `${subject}\n${readableTextOf(contents, notes).text}`.trim();
    length += text.length;
    if (text !== '') texts.push(text);
  }
  return texts.join('\n\n');
}

function chooseForm({ plain, html }: TextForms): { text: string; origin: TextOrigin } {
  if (html === undefined) return { text: plain ?? '', origin: 'exact' };
  const characterCount = plain === undefined ? 0 : countVisibleCharacters(plain);
  const mentionsHtml = characterCount < 10 * stubCharacterCount && /html/i.test(plain ?? '');
  if (plain !== undefined && characterCount >= stubCharacterCount && !mentionsHtml)
    return { text: plain, origin: 'exact' };
  const { text, isTruncated } = htmlToText(html);
  const isStub = countVisibleCharacters(text) > (characterCount < stubCharacterCount ? 10 : 3) * characterCount;
  if (plain !== undefined && !isStub) return { text: plain, origin: 'exact' };
  return { text, origin: isTruncated ? 'best_effort_summary' : 'derived_from_html' };
}

/** The number of visible characters, counted up to the limit. */
function countVisibleCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length && count < 30 * stubCharacterCount; at++) if (text.charCodeAt(at) > 32) count++;
  return count;
}

function joinTexts(texts: string[]): string {
  if (texts.length === 1) return texts[0] ?? '';
  return texts.filter((text) => text.trim() !== '').join('\n');
}

function leastExactOrigin(origins: TextOrigin[]): TextOrigin {
  if (origins.includes('best_effort_summary')) return 'best_effort_summary';
  return origins.includes('derived_from_html') ? 'derived_from_html' : 'exact';
}

function truncateText(text: string, notes: Set<string>): string {
  if (text.length <= maxTextLength) return text;
  notes.add('Only the first two million characters of the text are kept for search; the source is whole.');
  return text.slice(0, maxTextLength).toWellFormed();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
