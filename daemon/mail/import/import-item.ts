import type { Stats } from 'node:fs';

/** A message to import: the position of its bytes, and metadata from outside the message. Bytes never cross threads. */
export type ImportItem = {
  /** The absolute path of the file that contains it. */
  file: string;
  /** The byte range in the file; a whole file (`end` is null) may be packed with gzip. */
  start: number;
  end: number | null;
  /** The fingerprint of the file when the range was determined; a file that changed since is not read. */
  fingerprint: string | null;
  /** How lines that begin with "From " are quoted in its mailbox file. */
  unquote: 'mboxrd' | null;
  /** IMAP flags. */
  flags: string[];
  /** When the file was last changed, or the delivery date in the mailbox: the message was received then or earlier. */
  received: string | null;
};

/** Larger messages are skipped: mail servers do not accept messages of this size. */
export const maxMessageBytes = 150_000_000;

/** A value that differs after a change of the file. */
export function fingerprintOf({ size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>): string {
  return `${size} ${mtimeMs}`;
}
