import { bufferOf } from '../bytes.ts';
import { createBoundaries, type Boundaries, type Delimiter } from './boundaries.ts';
import { forwardSearch } from './forward-search.ts';
import { isSpaceBeforeBody, readHeaders, type Headers } from '../headers/headers.ts';
import { isIdentityEncoding, isMessage, isMultipart, createPart, type Part, type ByteRange } from './part.ts';

export type { ByteRange } from './part.ts';

export type Structure = {
  root: Part;
  /** What was truncated, one sentence each. */
  notes: string[];
  /** Why this result is doubtful, one sentence each. */
  anomalies: string[];
};

const maxDepth = 50;
const maxParts = 1_000;

type ParseState = {
  bytes: Buffer;
  boundaries: Boundaries;
  /** The multiparts whose boundaries are open, outermost first; `openPartCount` counts the open parts up to each. */
  multiparts: { part: Part; openPartCount: number }[];
  /** The parts whose end is not known yet: each contains the next. */
  openParts: Part[];
  /** A delimiter found during the search for the end of a part's headers. */
  pendingDelimiter: Delimiter | undefined;
  partCount: number;
  findBlankLine: (from: number) => number;
  notes: Set<string>;
  anomalies: Set<string>;
};

/**
 * The parts of a message (RFC 2046) in one pass over `bytes`; nothing is decoded. Never throws: past the limits on
 * depth, number of parts and length of headers a part is left whole, and `notes` reports it.
 */
export function parseMimeStructure(bytes: Uint8Array): Structure {
  const buffer = bufferOf(bytes);
  const state: ParseState = {
    bytes: buffer,
    boundaries: createBoundaries(buffer),
    multiparts: [],
    openParts: [],
    pendingDelimiter: undefined,
    partCount: 0,
    findBlankLine: blankLineSearch(buffer),
    notes: new Set(),
    anomalies: new Set(),
  };
  const root = openPart(state, readHeaders(bytes, 0, bytes.length), undefined);
  if (state.multiparts.length > 0) parseDelimiters(state, root.start);
  closeMultiparts(state, 0);
  closeParts(state, 0, bytes.length);
  return { root, notes: [...state.notes], anomalies: [...state.anomalies] };
}

/** The bodies of the leaf parts that have at least `minimum` bytes: ascending, without overlap. */
export function largeLeafParts({ root }: Structure, minimum: number): ByteRange[] {
  const found: ByteRange[] = [];
  const visit = ({ start, end, children }: Part) => {
    if (end - start < minimum) return;
    if (children.length > 0) children.forEach(visit);
    else found.push({ start, end });
  };
  visit(root);
  return found;
}

function parseDelimiters(state: ParseState, from: number): void {
  const { bytes, boundaries, multiparts } = state;
  let delimiter = state.pendingDelimiter ?? boundaries.next(from, bytes.length);
  while (delimiter) {
    const { level, isClosing, start, nextLine } = delimiter;
    const multipart = multiparts[level];
    if (!multipart) return;
    state.pendingDelimiter = undefined;
    // The line break before a delimiter belongs to it (RFC 2046, section 5.1.1).
    closeParts(state, multipart.openPartCount, start - (bytes[start - 2] === 13 ? 2 : 1));
    closeMultiparts(state, isClosing ? level : level + 1);
    if (!isClosing && nextLine < bytes.length) openPartAt(state, nextLine, multipart.part);
    delimiter = state.pendingDelimiter ?? boundaries.next(nextLine, bytes.length);
  }
}

function openPartAt(state: ParseState, from: number, parent: Part): void {
  if (state.partCount >= maxParts) {
    state.notes.add('Only the first 1,000 parts of this message were read; its source is whole.');
    return;
  }
  openPart(state, headersAt(state, from), parent);
}

/** Bytes after the end of a header that are needed to recognize it. */
const lookaheadBytes = 300;

/** The headers of a nested part: they end at a blank line or at a delimiter. */
function headersAt(state: ParseState, from: number): Headers {
  const { bytes } = state;
  const startsBlank = bytes[from] === 10 || (bytes[from] === 13 && bytes[from + 1] === 10);
  const lineEnd = startsBlank ? from - 1 : state.findBlankLine(from);
  if (!startsBlank) state.pendingDelimiter = state.boundaries.next(from, lineEnd);
  return readHeaders(bytes, from, state.pendingDelimiter?.start ?? Math.min(lineEnd + lookaheadBytes, bytes.length));
}

function openPart(state: ParseState, headers: Headers, parent: Part | undefined): Part {
  const part = createPart(headers, parent);
  part.end = state.bytes.length;
  parent?.children.push(part);
  state.partCount++;
  state.openParts.push(part);
  if (headers.isTruncated) state.notes.add('Only the beginning of a very long header was read; the source is whole.');
  if (isMultipart(part)) openMultipart(state, part);
  else if (isMessage(part) && isIdentityEncoding(part.encoding) && !state.pendingDelimiter && isWithinMaxDepth(state))
    openPartAt(state, part.start, part);
  return part;
}

function openMultipart(state: ParseState, part: Part): void {
  const boundary = part.parameters.get('boundary')?.trimEnd();
  if (!boundary) state.anomalies.add('A part of several parts doesn’t say what divides them.');
  else if (isWithinMaxDepth(state)) {
    if (state.boundaries.has(boundary)) state.anomalies.add('A boundary is used again inside itself.');
    state.boundaries.open(boundary);
    state.multiparts.push({ part, openPartCount: state.openParts.length });
  }
}

function isWithinMaxDepth(state: ParseState): boolean {
  if (state.openParts.length <= maxDepth) return true;
  state.notes.add('Parts nested more than 50 levels deep weren’t taken apart; the source is whole.');
  state.anomalies.add('Parts are nested deeper than they are read.');
  return false;
}

/** Ends the open parts except the outermost `count`. A part that has not begun by `end` is empty. */
function closeParts(state: ParseState, count: number, end: number): void {
  for (let part = state.openParts.at(-1); part && state.openParts.length > count; part = state.openParts.at(-1)) {
    part.end = Math.max(end, part.start);
    state.openParts.pop();
  }
}

function closeMultiparts(state: ParseState, count: number): void {
  for (const { part } of state.multiparts.slice(count)) {
    if (part.children.length === 0 && part.end - part.start > 4)
      state.anomalies.add('A part of several parts holds none.');
  }
  state.boundaries.closeBelow(count);
  state.multiparts.length = count;
}

/**
 * Finds the end of the line before the next blank line, or before white space that stands for one, at or after an offset
 * that never decreases.
 */
function blankLineSearch(bytes: Buffer): (from: number) => number {
  const lf = forwardSearch(bytes, '\n\n');
  const crlf = forwardSearch(bytes, '\n\r\n');
  const space = forwardSearch(bytes, '\n ');
  const tab = forwardSearch(bytes, '\n\t');
  return (from) => {
    const blank = Math.min(lf(from), crlf(from));
    let indented = Math.min(space(from), tab(from));
    while (indented < blank && !isSpaceBeforeBody(bytes, indented + 1, bytes.length))
      indented = Math.min(space(indented + 1), tab(indented + 1));
    return Math.min(blank, indented);
  };
}
