import { bodyStart, headerFields } from './headers.ts';

const maximumDepth = 50;
const maximumParts = 1_000;

/** A stretch of a message's bytes. */
export type Stretch = { start: number; end: number };

/**
 * The bodies of the leaf parts of at least `minimum` bytes, as stretches of `bytes`, still in their transfer
 * encoding (RFC 2046). Multiparts that do not parse count as one leaf, so that the answer is always safe to cut out.
 */
export function largeLeaves(bytes: Buffer, minimum: number): Stretch[] {
  const found: Stretch[] = [];
  let parts = 0;

  const walk = (start: number, end: number, depth: number) => {
    if (end - start < minimum || ++parts > maximumParts) return;
    const body = bodyStart(bytes, start, end);
    const boundary = depth < maximumDepth ? boundaryOf(bytes.subarray(start, body)) : undefined;
    const children = boundary ? partsBetween(bytes, boundary, body, end) : [];
    if (children.length > 0) for (const child of children) walk(child.start, child.end, depth + 1);
    else if (end - body >= minimum) found.push({ start: body, end });
  };

  walk(0, bytes.length, 0);
  return found;
}

function boundaryOf(header: Uint8Array): string | undefined {
  const type = headerFields(header).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (!type || !/^multipart\//i.test(type)) return undefined;
  const match = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i.exec(type);
  return match?.[1]?.replace(/\\(.)/g, '$1') ?? match?.[2];
}

function partsBetween(bytes: Buffer, boundary: string, from: number, to: number): Stretch[] {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const parts: Stretch[] = [];
  let open: number | undefined;
  for (
    let at = bytes.indexOf(delimiter, from);
    at >= 0 && at < to;
    at = bytes.indexOf(delimiter, at + delimiter.length)
  ) {
    if (at > from && bytes[at - 1] !== 10) continue;
    if (open !== undefined && at > open) parts.push({ start: open, end: at });
    const after = at + delimiter.length;
    if (bytes[after] === 45 && bytes[after + 1] === 45) return parts;
    const lineEnd = bytes.indexOf(10, after);
    if (lineEnd < 0 || lineEnd >= to) return parts;
    open = lineEnd + 1;
    if (parts.length > maximumParts) return [];
  }
  if (open !== undefined && open < to) parts.push({ start: open, end: to });
  return parts;
}
