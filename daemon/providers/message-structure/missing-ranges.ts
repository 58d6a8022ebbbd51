import { maxFetchedPartBytes } from '../provider.ts';
import type { MissingRange } from '../provider.ts';
import { fieldOf, structureOf } from './mime-parts.ts';
import type { MimePart } from './mime-parts.ts';

/** The bodies of large attachments and pictures; displayed text is never left out, whatever its size. */
export function missingRangesOf(message: Buffer): MissingRange[] {
  if (message.length <= maxFetchedPartBytes) return [];
  return bodiesOf(structureOf(message))
    .filter((part) => part.end - part.body > maxFetchedPartBytes && !isReadableText(part))
    .map(({ body, end, number }) => ({ start: body, length: end - body, part: number }));
}

export function withoutMissingRanges(message: Buffer, missingRanges: readonly MissingRange[]): Buffer {
  const starts = [0, ...missingRanges.map(({ start, length }) => start + length)];
  return Buffer.concat(starts.map((from, index) => message.subarray(from, missingRanges[index]?.start)));
}

/** The parts that are not multiparts; a message enclosed in this one is an attachment as a whole. */
function bodiesOf(part: MimePart): MimePart[] {
  const isEnclosed = /^message\//i.test(fieldOf(part, 'content-type'));
  return (isEnclosed ? undefined : part.children?.flatMap(bodiesOf)) ?? [part];
}

function isReadableText(part: MimePart): boolean {
  const type = fieldOf(part, 'content-type');
  return (type === '' || /^text\//i.test(type)) && !/^attachment/i.test(fieldOf(part, 'content-disposition'));
}
