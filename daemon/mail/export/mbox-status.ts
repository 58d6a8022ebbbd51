import { flagBits } from '../messages/flags.ts';

/**
 * The status lines before a message in an mbox file written by Posthorn. The first line has the size of the message
 * in bytes and the number of status lines, so that the message's own header is distinguished from them, and its end
 * is found if it does not end with a line break. The others are the lines that Pine, Mutt and Dovecot write.
 */
const firstLinePattern = /^X-Posthorn-Source: (\d{1,12}) bytes below (\d) lines?\r?\n/;
const maxFirstLineLength = 80;

type MboxStatus = {
  size: number;
  flags: number;
  keywords: readonly string[];
  /** A description of the missing parts. */
  missing: string | undefined;
};

/** The status lines, without a line break after the last line. */
export function mboxStatusLines({ size, flags, keywords, missing }: MboxStatus): string[] {
  const statusFlags = [
    ...(flags & flagBits.ANSWERED ? ['A'] : []),
    ...(flags & flagBits.STARRED ? ['F'] : []),
    ...(flags & flagBits.DRAFT ? ['T'] : []),
  ];
  const lines = [
    `Status: ${flags & flagBits.READ ? 'RO' : 'O'}`,
    ...(statusFlags.length > 0 ? [`X-Status: ${statusFlags.join('')}`] : []),
    ...(keywords.length > 0 ? [`X-Keywords: ${keywords.join(' ')}`] : []),
    ...(missing === undefined ? [] : [`X-Posthorn-Missing: ${missing}`]),
  ];
  return [`X-Posthorn-Source: ${size} bytes below ${lines.length + 1} lines`, ...lines];
}

/** The offset at which the status lines end; 0 if there are none. */
export function mboxStatusEnd(bytes: Buffer): number {
  const lines = Number(firstLinePattern.exec(firstCharacters(bytes))?.[2] ?? 0);
  let end = 0;
  for (let line = 0; line < lines; line++) end = bytes.indexOf('\n', end) + 1;
  return end;
}

/** The message without the status lines and without the line break that the file format added. */
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
