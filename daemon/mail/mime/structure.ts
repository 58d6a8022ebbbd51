import { bufferOf } from './bytes.ts';
import { boundariesOf, type Boundaries, type Delimiter } from './boundaries.ts';
import { forwardSearch } from './forward-search.ts';
import { readHeaders, type Headers } from './headers.ts';
import { isIdentity, isMessage, isMultipart, partFrom, type Part, type Stretch } from './part.ts';

export type { Stretch } from './part.ts';

export type Structure = {
  root: Part;
  /** What was cut, one sentence each. */
  notes: string[];
  /** What makes this reading doubtful, one sentence each. */
  surprises: string[];
};

const maximumDepth = 50;
const maximumParts = 1_000;

type Walk = {
  bytes: Buffer;
  boundaries: Boundaries;
  /** The multiparts whose boundaries are open, outermost first; `inside` counts the unended parts up to each. */
  multiparts: { part: Part; inside: number }[];
  /** The parts whose end is not known yet: each holds the next. */
  unended: Part[];
  /** A delimiter found while looking for the end of a part's headers. */
  pending: Delimiter | undefined;
  parts: number;
  blankLineFrom: (from: number) => number;
  notes: Set<string>;
  surprises: Set<string>;
};

/**
 * The parts of a message (RFC 2046) in one pass over `bytes`; nothing is decoded. Never throws: past the limits on depth,
 * number of parts and length of headers a part is left whole, and `notes` says so.
 */
export function readStructure(bytes: Uint8Array): Structure {
  const buffer = bufferOf(bytes);
  const walk: Walk = {
    bytes: buffer,
    boundaries: boundariesOf(buffer),
    multiparts: [],
    unended: [],
    pending: undefined,
    parts: 0,
    blankLineFrom: blankLines(buffer),
    notes: new Set(),
    surprises: new Set(),
  };
  const root = openPart(walk, readHeaders(bytes, 0, bytes.length), undefined);
  if (walk.multiparts.length > 0) walkDelimiters(walk, root.start);
  keepMultiparts(walk, 0);
  endParts(walk, 0, bytes.length);
  return { root, notes: [...walk.notes], surprises: [...walk.surprises] };
}

/** The bodies of the parts without parts that have at least `minimum` bytes: ascending, and none overlaps another. */
export function largeLeavesOf({ root }: Structure, minimum: number): Stretch[] {
  const found: Stretch[] = [];
  const visit = ({ start, end, children }: Part) => {
    if (end - start < minimum) return;
    if (children.length > 0) children.forEach(visit);
    else found.push({ start, end });
  };
  visit(root);
  return found;
}

function walkDelimiters(walk: Walk, from: number): void {
  const { bytes, boundaries, multiparts } = walk;
  let delimiter = walk.pending ?? boundaries.next(from, bytes.length);
  while (delimiter) {
    const { level, closes, start, after } = delimiter;
    const multipart = multiparts[level];
    if (!multipart) return;
    walk.pending = undefined;
    // The line break before a delimiter belongs to it (RFC 2046, section 5.1.1).
    endParts(walk, multipart.inside, start - (bytes[start - 2] === 13 ? 2 : 1));
    keepMultiparts(walk, closes ? level : level + 1);
    if (!closes && after < bytes.length) openPartAt(walk, after, multipart.part);
    delimiter = walk.pending ?? boundaries.next(after, bytes.length);
  }
}

function openPartAt(walk: Walk, from: number, parent: Part): void {
  if (walk.parts >= maximumParts) {
    walk.notes.add('Only the first 1,000 parts of this message were read; its source is whole.');
    return;
  }
  openPart(walk, headersAt(walk, from), parent);
}

/** The headers of a part inside another: they end at a blank line, or where a delimiter cuts them short. */
function headersAt(walk: Walk, from: number): Headers {
  const { bytes } = walk;
  const isBlankAtOnce = bytes[from] === 10 || (bytes[from] === 13 && bytes[from + 1] === 10);
  const lineEnd = isBlankAtOnce ? from - 1 : walk.blankLineFrom(from);
  if (!isBlankAtOnce) walk.pending = walk.boundaries.next(from, lineEnd);
  return readHeaders(bytes, from, walk.pending?.start ?? Math.min(lineEnd + 3, bytes.length));
}

function openPart(walk: Walk, headers: Headers, parent: Part | undefined): Part {
  const part = partFrom(headers, parent);
  part.end = walk.bytes.length;
  parent?.children.push(part);
  walk.parts++;
  walk.unended.push(part);
  if (headers.cut) walk.notes.add('Only the beginning of a very long header was read; the source is whole.');
  if (isMultipart(part)) openMultipart(walk, part);
  else if (isMessage(part) && isIdentity(part.encoding) && !walk.pending && isShallow(walk))
    openPartAt(walk, part.start, part);
  return part;
}

function openMultipart(walk: Walk, part: Part): void {
  const boundary = part.parameters.get('boundary')?.trimEnd();
  if (!boundary) walk.surprises.add('A part of several parts does not say what divides them.');
  else if (isShallow(walk)) {
    if (walk.boundaries.has(boundary)) walk.surprises.add('A boundary is used again inside itself.');
    walk.boundaries.open(boundary);
    walk.multiparts.push({ part, inside: walk.unended.length });
  }
}

function isShallow(walk: Walk): boolean {
  if (walk.unended.length <= maximumDepth) return true;
  walk.notes.add('Parts nested more than 50 levels deep were not taken apart; the source is whole.');
  walk.surprises.add('Parts are nested deeper than they are read.');
  return false;
}

/** Ends the parts inside the outermost `count`. A part that has not begun by `end` is empty. */
function endParts(walk: Walk, count: number, end: number): void {
  for (let part = walk.unended.at(-1); part && walk.unended.length > count; part = walk.unended.at(-1)) {
    part.end = Math.max(end, part.start);
    walk.unended.pop();
  }
}

function keepMultiparts(walk: Walk, count: number): void {
  for (const { part } of walk.multiparts.slice(count)) {
    if (part.children.length === 0 && part.end - part.start > 4)
      walk.surprises.add('A part of several parts holds none.');
  }
  walk.boundaries.keep(count);
  walk.multiparts.length = count;
}

/** Finds the end of the line before the next blank line, at or after a place that never goes back. */
function blankLines(bytes: Buffer): (from: number) => number {
  const bare = forwardSearch(bytes, '\n\n');
  const carried = forwardSearch(bytes, '\n\r\n');
  return (from) => Math.min(bare(from), carried(from));
}
