import { largestFetchedPart } from '../provider.ts';
import type { Gap } from '../provider.ts';
import { fieldOf, structureOf } from './structure.ts';
import type { Part } from './structure.ts';

/** The bodies of large attachments and pictures; the text that a person reads is never left out, however long. */
export function gapsOf(message: Buffer): Gap[] {
  if (message.length <= largestFetchedPart) return [];
  return bodiesOf(structureOf(message))
    .filter((part) => part.end - part.body > largestFetchedPart && !isRead(part))
    .map(({ body, end, number }) => ({ start: body, length: end - body, part: number }));
}

export function withoutGaps(message: Buffer, gaps: readonly Gap[]): Buffer {
  const starts = [0, ...gaps.map(({ start, length }) => start + length)];
  return Buffer.concat(starts.map((from, index) => message.subarray(from, gaps[index]?.start)));
}

/** The parts that are no multiparts; a message enclosed in this one is an attachment as a whole. */
function bodiesOf(part: Part): Part[] {
  const isEnclosed = /^message\//i.test(fieldOf(part, 'content-type'));
  return (isEnclosed ? undefined : part.children?.flatMap(bodiesOf)) ?? [part];
}

function isRead(part: Part): boolean {
  const type = fieldOf(part, 'content-type');
  return (type === '' || /^text\//i.test(type)) && !/^attachment/i.test(fieldOf(part, 'content-disposition'));
}
