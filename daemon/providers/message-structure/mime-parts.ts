/** A MIME part and its position in the message: `header` is its header unfolded; its body is from `body` to `end`. */
export type MimePart = { number: string; header: string; body: number; end: number; children?: MimePart[] };

/** Parts that are nested deeper are not divided: real mail does not nest so deep, and each level is searched through. */
const maxDepth = 20;

/** The parts of a message, numbered as in IMAP (RFC 9051, section 6.4.5.1). */
export function structureOf(message: Buffer): MimePart {
  return partBetween(message, { start: 0, end: message.length, number: '', depth: 0 });
}

/** The leaf parts, in order. */
export function leavesOf(part: MimePart): MimePart[] {
  return part.children?.flatMap(leavesOf) ?? [part];
}

/** A field of a part's header, empty if it is missing. */
export function fieldOf({ header }: MimePart, name: string): string {
  const line = header.split('\r\n').find((each) => each.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() ?? '';
}

type Span = { start: number; end: number; number: string; depth: number };

function partBetween(message: Buffer, { start, end, number, depth }: Span): MimePart {
  const headEnd = headEndOf(message, start, end);
  const header = message.toString('utf8', start, headEnd).replaceAll(/\r\n[ \t]+/g, ' ');
  const part: MimePart = { number, header, body: Math.min(end, headEnd + 2), end };
  const type = fieldOf(part, 'content-type');
  const boundary = /^multipart\/.*?boundary=(?:"([^"]+)"|([^\s;]+))/is.exec(type);
  const isDeep = depth >= maxDepth;
  if (boundary && !isDeep)
    return { ...part, children: partsOf(message, part, { delimiter: `--${boundary[1] ?? boundary[2]}`, depth }) };
  const single = { ...part, number: number || '1' };
  return /^message\/rfc822/i.test(type) && !isDeep
    ? { ...single, children: enclosedParts(message, single, depth) }
    : single;
}

function partsOf(
  message: Buffer,
  { number, body, end }: MimePart,
  { delimiter, depth }: { delimiter: string; depth: number },
): MimePart[] {
  const spans = split(message.subarray(0, end), body, delimiter);
  const numberOf = (index: number) => (number && `${number}.`) + (index + 1);
  return spans.map(([from, to], index) =>
    partBetween(message, { start: from, end: to, number: numberOf(index), depth: depth + 1 }),
  );
}

/** The parts of an enclosed message are numbered like its own. */
function enclosedParts(message: Buffer, { number, body, end }: MimePart, depth: number): MimePart[] {
  const enclosed = partBetween(message, { start: body, end, number, depth: depth + 1 });
  return enclosed.children ?? [{ ...enclosed, number: `${number}.1` }];
}

function split(message: Buffer, from: number, delimiter: string): [from: number, to: number][] {
  const spans: [number, number][] = [];
  let start = -1;
  for (let at = message.indexOf(delimiter, from); at >= 0; at = message.indexOf(delimiter, at + delimiter.length)) {
    if (at > from && message[at - 1] !== 10) continue;
    if (start >= 0) spans.push([start, Math.max(start, at - 2)]);
    const lineEnd = message.indexOf('\r\n', at);
    const tail = message.toString('latin1', at + delimiter.length, at + delimiter.length + 2);
    if (lineEnd < 0 || tail === '--') return spans;
    start = lineEnd + 2;
  }
  if (start >= 0) spans.push([start, message.length]);
  return spans;
}

function headEndOf(message: Buffer, start: number, end: number): number {
  if (message[start] === 13 && message[start + 1] === 10) return start;
  const found = message.indexOf('\r\n\r\n', start);
  return found < 0 || found >= end ? end : found + 2;
}
