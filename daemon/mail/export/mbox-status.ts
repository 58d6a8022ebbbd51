import { flagBits } from '../messages/flags.ts';

/**
 * What an mbox file of ours says of a message in lines before it. The first gives the bytes of the message and how many
 * lines these are: so its own header is told from them, and its end is found where it has no line break there. The others
 * are those that Pine, Mutt and Dovecot write.
 */
const firstLinePattern = /^X-Posthorn-Source: (\d{1,12}) bytes below (\d) lines?\r?\n/;
const maxFirstLineLength = 80;

export type MboxStatus = {
  size: number;
  flags: number;
  keywords: readonly string[];
  /** What of the message is not in the file, in words. */
  missing: string | undefined;
};

/** The lines, without the line break after the last. */
export function mboxStatusLines({ size, flags, keywords, missing }: MboxStatus): string[] {
  const statusLetters = [
    ...(flags & flagBits.ANSWERED ? ['A'] : []),
    ...(flags & flagBits.STARRED ? ['F'] : []),
    ...(flags & flagBits.DRAFT ? ['T'] : []),
  ];
  const lines = [
    `Status: ${flags & flagBits.READ ? 'RO' : 'O'}`,
    ...(statusLetters.length > 0 ? [`X-Status: ${statusLetters.join('')}`] : []),
    ...(keywords.length > 0 ? [`X-Keywords: ${keywords.join(' ')}`] : []),
    ...(missing === undefined ? [] : [`X-Posthorn-Missing: ${missing}`]),
  ];
  return [`X-Posthorn-Source: ${size} bytes below ${lines.length + 1} lines`, ...lines];
}

/** Where these lines end; 0 where there are none. */
export function mboxStatusEnd(bytes: Buffer): number {
  const lines = Number(firstLinePattern.exec(firstCharacters(bytes))?.[2] ?? 0);
  let end = 0;
  for (let line = 0; line < lines; line++) end = bytes.indexOf('\n', end) + 1;
  return end;
}

/** The message itself: without these lines, and without the line break that the file had to add to it. */
export function withoutMboxStatus(bytes: Buffer): Buffer {
  const start = mboxStatusEnd(bytes);
  if (start === 0) return bytes;
  const size = Number(firstLinePattern.exec(firstCharacters(bytes))?.[1]);
  const rest = bytes.subarray(start);
  const isAdded = /^[\r\n]{0,2}$/.test(rest.toString('latin1', size, size + 3));
  return isAdded ? rest.subarray(0, size) : rest;
}

function firstCharacters(bytes: Buffer): string {
  return bytes.toString('latin1', 0, maxFirstLineLength);
}
