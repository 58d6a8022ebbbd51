import { structureOf, type MimePart } from './mime-parts.ts';

/** The encoded body of one MIME part, or undefined if there is no such part. */
export function partBody(message: Buffer, number: string): Buffer | undefined {
  const part = partWithNumber(structureOf(message), number);
  return part && message.subarray(part.body, part.end);
}

function partWithNumber(part: MimePart, number: string): MimePart | undefined {
  if (part.number === number) return part;
  for (const child of part.children ?? []) {
    const found = partWithNumber(child, number);
    if (found) return found;
  }
  return undefined;
}
