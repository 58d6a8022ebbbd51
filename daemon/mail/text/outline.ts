import { kindOf, type ElementKind } from './elements.ts';
import { createOpenElements, type List, type OpenElement } from './open-elements.ts';
import { lineBreak, newLine, newParagraph, outdent, quoteIndent, type Piece } from './pieces.ts';
import {
  flush,
  indent,
  newOutlineBuilder,
  addPiece,
  addText,
  addAltText,
  type OutlineBuilder,
} from './outline-builder.ts';
import { hostOf, meaningfulAlt } from './alt-text.ts';
import { noStyle, readStyle, textStates, type Style } from './styles.ts';
import { beginCell, beginRow, beginTable, endTable, type Table } from './tables.ts';
import { readTags, type Attributes } from './tags.ts';

type Outline = {
  pieces: Piece[];
  /** Number of characters that are hidden from the reader. */
  hidden: number;
  /** The document was nested too deeply to be read completely. */
  isCut: boolean;
};

/**
 * How text is read for a reader who takes everything as meant for them: what people do not see is found more strictly, and
 * images and links are marked as such.
 */
export type CarefulReading = {
  /** How an element looks within its parent, and the `textStates` that this sets and clears. */
  lookOf(parent: unknown, name: string, attributes: Attributes): { look: unknown; sets: number; clears: number };
  onHidden(text: string): void;
};

/** The text and layout of HTML as a mail program displays it. */
export function outlineOf(html: string, reading?: CarefulReading): Outline {
  const builder = newOutlineBuilder(reading?.onHidden);
  const elements = createOpenElements((element) => {
    if (reading && !isSilent(element.state)) markLink(builder, element);
    endElement(builder, element);
  });
  const stateHere = () => elements.innermost()?.state ?? 0;
  readTags(html, {
    text: (text) => addText(builder, text, stateHere()),
    start: (name, attributes) => {
      const kind = kindOf(name);
      if (kind === 'document') return;
      elements.endImplied(name, kind);
      const parent = elements.innermost();
      const style = attributes.style ? readStyle(attributes.style) : noStyle;
      const shown = reading?.lookOf(parent?.look, name, attributes) ?? plainLook;
      const state = (stateWithin(parent?.state ?? 0, style, attributes) & ~shown.clears) | shown.sets;
      if (kind === 'void') return startVoid(builder, name, attributes, { state, isMarked: reading !== undefined });
      const element: OpenElement = {
        name,
        kind,
        state: stateOfKind(kind, state),
        look: shown.look,
        isTightBelow: style.isTightBelow || isFromWord(attributes),
        indents: 0,
        table: undefined,
        list: undefined,
        link: undefined,
      };
      if (elements.push(element) && !isSilent(element.state)) startElement(builder, element, attributes, style, parent);
    },
    end: (name) => {
      const isEnded = elements.end(name, kindOf(name));
      if (isEnded || isSilent(stateHere())) return;
      if (name === 'br') addPiece(builder, lineBreak);
      else if (name === 'p') addPiece(builder, newParagraph);
    },
  });
  elements.endAll();
  // A message of images only shows at least the hosts of their links.
  if (builder.textLength === 0) for (const host of builder.linkedHosts) builder.pieces.push(newLine, host);
  flush(builder);
  return { pieces: builder.pieces, hidden: builder.hidden, isCut: elements.isCut() };
}

const plainLook = { look: undefined, sets: 0, clears: 0 };

/** Writes the host of a link after its words. */
function markLink(builder: OutlineBuilder, { link, state }: OpenElement): void {
  if (link && builder.textLength > link.textLength) addText(builder, ` (link to ${link.host})`, state);
}

function stateWithin(parentState: number, style: Style, attributes: Attributes): number {
  return (parentState & ~style.clears) | style.sets | (attributes.hidden === undefined ? 0 : textStates.hidden);
}

function stateOfKind(kind: ElementKind, state: number): number {
  if (kind === 'dropped') return state | textStates.absent;
  if (kind === 'preformatted') return state | textStates.preserved;
  // White space between the tags of a table is never displayed.
  return kind === 'table' || kind === 'row' ? state & ~textStates.preserved : state;
}

const isSilent = (state: number) => (state & (textStates.absent | textStates.hidden)) !== 0;

function startVoid(
  builder: OutlineBuilder,
  name: string,
  attributes: Attributes,
  { state, isMarked }: { state: number; isMarked: boolean },
): void {
  if (isSilent(state)) return;
  if (name === 'br') addPiece(builder, lineBreak);
  else if (name === 'hr') addPiece(builder, newParagraph);
  // A cell with only an image often has a font size of zero to avoid a gap below the image.
  else if (name === 'img' && attributes.alt && !isPixel(attributes))
    addAltText(builder, imageText(meaningfulAlt(attributes.alt), isMarked), state & ~textStates.tiny);
}

const imageText = (alt: string, isMarked: boolean) => (isMarked && alt !== '' ? `[image: ${alt}]` : alt);

/** Word writes every line as a paragraph, and removes the gaps in a style sheet. */
const isFromWord = ({ class: name }: Attributes) => name !== undefined && /^\s*Mso/.test(name);

const isPixel = ({ width, height }: Attributes) => [width, height].some((size) => size && Number.parseFloat(size) <= 2);

function startElement(
  builder: OutlineBuilder,
  element: OpenElement,
  attributes: Attributes,
  style: Style,
  parent: OpenElement | undefined,
): void {
  const table = builder.tables.at(-1);
  switch (element.kind) {
    case 'inline': {
      const host = element.name === 'a' && attributes.href ? hostOf(attributes.href) : undefined;
      if (host) element.link = { host, textLength: builder.textLength };
      return;
    }
    case 'block':
      addPiece(builder, newLine);
      if (/yahoo_quoted/.test(attributes.class ?? '')) indent(builder, element, quoteIndent);
      // Outlook's header of the answered message: the rest of its parent is the earlier message.
      else if (/^(x_)*divRplyFwdMsg$/.test(attributes.id ?? '')) indent(builder, parent, quoteIndent);
      return;
    case 'paragraph':
      return addPiece(builder, style.isTightAbove || isFromWord(attributes) ? newLine : newParagraph);
    case 'preformatted':
      if (table) table.isLayout = true;
      builder.skipsLineEnd = true;
      return addPiece(builder, newParagraph);
    case 'quote':
      addPiece(builder, newParagraph);
      if (isQuotation(attributes, style)) indent(builder, element, quoteIndent);
      return;
    case 'list':
      addPiece(builder, builder.lists.length > 0 ? newLine : newParagraph);
      element.list = { next: element.name === 'ol' ? firstNumber(attributes.start) : undefined };
      builder.lists.push(element.list);
      return;
    case 'item':
      return indent(builder, element, { kind: 'indent', marker: itemMarker(builder.lists.at(-1)) });
    case 'table':
      if (table) table.isLayout = true;
      addPiece(builder, newLine);
      element.table = beginTable(/^(presentation|none)$/i.test(attributes.role ?? ''), builder.pieces.length - 1);
      builder.tables.push(element.table);
      return;
    case 'row':
      return addPiece(builder, table ? beginRow(table) : newLine);
    case 'cell':
      return addPiece(builder, table ? beginCell(table, element.name === 'th') : newLine);
    case 'document':
    case 'dropped':
    case 'void':
      return;
  }
}

function endElement(builder: OutlineBuilder, element: OpenElement): void {
  if (isSilent(element.state)) return;
  if (element.kind === 'inline') return endLink(builder, element);
  for (; element.indents > 0; element.indents -= 1) addPiece(builder, outdent);
  if (element.list) builder.lists.pop();
  if (element.table) return endWholeTable(builder, element.table);
  const isApart =
    (element.kind === 'paragraph' && !element.isTightBelow) ||
    element.kind === 'quote' ||
    element.kind === 'preformatted' ||
    (element.kind === 'list' && builder.lists.length === 0);
  if (element.kind !== 'cell') addPiece(builder, isApart ? newParagraph : newLine);
}

function endWholeTable(builder: OutlineBuilder, table: Table): void {
  builder.tables.pop();
  flush(builder);
  const isData = endTable(table);
  if (isData) joinRows(builder.pieces, table.start);
  addPiece(builder, isData ? newParagraph : newLine);
}

function endLink(builder: OutlineBuilder, { link }: OpenElement): void {
  if (link && builder.textLength === link.textLength) builder.linkedHosts.add(link.host);
}

/** Keeps only row ends as line ends between the pieces of a data table. */
function joinRows(pieces: Piece[], start: number): void {
  pieces[start] = newParagraph;
  for (let at = start + 1; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece === newLine || piece === newParagraph || piece === lineBreak) pieces[at] = ' ';
  }
}

/** Programs also use blockquotes for indentation; then they remove its border. */
function isQuotation({ class: name, type }: Attributes, style: Style): boolean {
  return !style.isBorderless || type?.toLowerCase() === 'cite' || name?.includes('quote') === true;
}

function firstNumber(start: string | undefined): number {
  const number = Number.parseInt(start ?? '', 10);
  return Math.abs(number) < 1_000_000 ? number : 1;
}

function itemMarker(list: List | undefined): string {
  if (list?.next === undefined) return '- ';
  return `${list.next++}. `;
}
