import { kindOf, type ElementKind } from './elements.ts';
import { openElements, type List, type OpenElement } from './open-elements.ts';
import { lineBreak, newLine, newParagraph, outdent, quoteIndent, type Piece } from './pieces.ts';
import { flush, indent, newReading, put, say, sayAlt, type Reading } from './reading.ts';
import { hostOf, meaningfulAlt } from './stand-ins.ts';
import { noStyle, readStyle, shown, type Style } from './styles.ts';
import { beginCell, beginRow, beginTable, endTable, type Table } from './tables.ts';
import { readTags, type Attributes } from './tags.ts';

type Outline = {
  pieces: Piece[];
  /** Characters of text that the reader of the message is not meant to see. */
  hidden: number;
  /** Nested too deeply to be read whole. */
  isCut: boolean;
};

/** Reads HTML as a mail reader shows it, down to what it says and how that stands. */
export function outlineOf(html: string): Outline {
  const reading = newReading();
  const elements = openElements((element) => endElement(reading, element));
  const stateHere = () => elements.innermost()?.state ?? 0;
  readTags(html, {
    text: (text) => say(reading, text, stateHere()),
    start: (name, attributes) => {
      const kind = kindOf(name);
      if (kind === 'document') return;
      elements.endImplied(name, kind);
      const parent = elements.innermost();
      const style = attributes.style ? readStyle(attributes.style) : noStyle;
      const state = stateWithin(parent?.state ?? 0, style, attributes);
      if (kind === 'void') return startVoid(reading, name, attributes, state);
      const element: OpenElement = {
        name,
        kind,
        state: stateOfKind(kind, state),
        isTightBelow: style.isTightBelow || isOfWord(attributes),
        indents: 0,
        table: undefined,
        list: undefined,
        link: undefined,
      };
      if (elements.push(element) && !isSilent(element.state)) startElement(reading, element, attributes, style, parent);
    },
    end: (name) => {
      const isEnded = elements.end(name, kindOf(name));
      if (isEnded || isSilent(stateHere())) return;
      if (name === 'br') put(reading, lineBreak);
      else if (name === 'p') put(reading, newParagraph);
    },
  });
  elements.endAll();
  // A message of images alone says at least where they lead.
  if (reading.letters === 0) for (const host of reading.linkedHosts) reading.pieces.push(newLine, host);
  flush(reading);
  return { pieces: reading.pieces, hidden: reading.hidden, isCut: elements.isCut() };
}

function stateWithin(around: number, style: Style, attributes: Attributes): number {
  return (around & ~style.clears) | style.sets | (attributes.hidden === undefined ? 0 : shown.hidden);
}

function stateOfKind(kind: ElementKind, state: number): number {
  if (kind === 'dropped') return state | shown.absent;
  if (kind === 'preformatted') return state | shown.preserved;
  // The white space between a table's tags is never shown.
  return kind === 'table' || kind === 'row' ? state & ~shown.preserved : state;
}

const isSilent = (state: number) => (state & (shown.absent | shown.hidden)) !== 0;

function startVoid(reading: Reading, name: string, attributes: Attributes, state: number): void {
  if (isSilent(state)) return;
  if (name === 'br') put(reading, lineBreak);
  else if (name === 'hr') put(reading, newParagraph);
  // A cell that holds an image alone often has letters of no size, against the gap below the image.
  else if (name === 'img' && attributes.alt && !isPixel(attributes))
    sayAlt(reading, meaningfulAlt(attributes.alt), state & ~shown.tiny);
}

/** Word writes every line as a paragraph, and has them stand close in a style sheet. */
const isOfWord = ({ class: name }: Attributes) => name !== undefined && /^\s*Mso/.test(name);

const isPixel = ({ width, height }: Attributes) => [width, height].some((size) => size && Number.parseFloat(size) <= 2);

function startElement(
  reading: Reading,
  element: OpenElement,
  attributes: Attributes,
  style: Style,
  parent: OpenElement | undefined,
): void {
  const table = reading.tables.at(-1);
  switch (element.kind) {
    case 'inline': {
      const host = element.name === 'a' && attributes.href ? hostOf(attributes.href) : undefined;
      if (host) element.link = { host, letters: reading.letters };
      return;
    }
    case 'block':
      put(reading, newLine);
      if (/yahoo_quoted/.test(attributes.class ?? '')) indent(reading, element, quoteIndent);
      // Outlook's header of what it answers: from here to the end of what holds it, the earlier message stands.
      else if (/^(x_)*divRplyFwdMsg$/.test(attributes.id ?? '')) indent(reading, parent, quoteIndent);
      return;
    case 'paragraph':
      return put(reading, style.isTightAbove || isOfWord(attributes) ? newLine : newParagraph);
    case 'preformatted':
      if (table) table.isLayout = true;
      reading.skipsLineEnd = true;
      return put(reading, newParagraph);
    case 'quote':
      put(reading, newParagraph);
      if (isQuotation(attributes, style)) indent(reading, element, quoteIndent);
      return;
    case 'list':
      put(reading, reading.lists.length > 0 ? newLine : newParagraph);
      element.list = { next: element.name === 'ol' ? firstNumber(attributes.start) : undefined };
      reading.lists.push(element.list);
      return;
    case 'item':
      return indent(reading, element, { kind: 'indent', mark: markOf(reading.lists.at(-1)) });
    case 'table':
      if (table) table.isLayout = true;
      put(reading, newLine);
      element.table = beginTable(/^(presentation|none)$/i.test(attributes.role ?? ''), reading.pieces.length - 1);
      reading.tables.push(element.table);
      return;
    case 'row':
      return put(reading, table ? beginRow(table) : newLine);
    case 'cell':
      return put(reading, table ? beginCell(table, element.name === 'th') : newLine);
    case 'document':
    case 'dropped':
    case 'void':
      return;
  }
}

function endElement(reading: Reading, element: OpenElement): void {
  if (isSilent(element.state)) return;
  if (element.kind === 'inline') return endLink(reading, element);
  for (; element.indents > 0; element.indents -= 1) put(reading, outdent);
  if (element.list) reading.lists.pop();
  if (element.table) return endWholeTable(reading, element.table);
  const isApart =
    (element.kind === 'paragraph' && !element.isTightBelow) ||
    element.kind === 'quote' ||
    element.kind === 'preformatted' ||
    (element.kind === 'list' && reading.lists.length === 0);
  if (element.kind !== 'cell') put(reading, isApart ? newParagraph : newLine);
}

function endWholeTable(reading: Reading, table: Table): void {
  reading.tables.pop();
  flush(reading);
  const isData = endTable(table);
  if (isData) writeAcross(reading.pieces, table.start);
  put(reading, isData ? newParagraph : newLine);
}

function endLink(reading: Reading, { link }: OpenElement): void {
  if (link && reading.letters === link.letters) reading.linkedHosts.add(link.host);
}

/** Leaves no line ends but those of rows between the pieces of a table of data. */
function writeAcross(pieces: Piece[], start: number): void {
  pieces[start] = newParagraph;
  for (let at = start + 1; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece === newLine || piece === newParagraph || piece === lineBreak) pieces[at] = ' ';
  }
}

/** Programs indent with a blockquote too; then they take its border away. */
function isQuotation({ class: name, type }: Attributes, style: Style): boolean {
  return !style.isBorderless || type?.toLowerCase() === 'cite' || name?.includes('quote') === true;
}

function firstNumber(start: string | undefined): number {
  const number = Number.parseInt(start ?? '', 10);
  return Math.abs(number) < 1_000_000 ? number : 1;
}

function markOf(list: List | undefined): string {
  if (list?.next === undefined) return '- ';
  return `${list.next++}. `;
}
