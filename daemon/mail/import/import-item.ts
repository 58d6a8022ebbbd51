import type { Stats } from 'node:fs';

/** One message to import: where its bytes lie, and what is known of it from outside them. Bytes never cross threads. */
export type ImportItem = {
  /** The absolute path of the file that holds it. */
  file: string;
  /** The stretch of the file; a whole file, `end` null, may be packed with gzip. */
  start: number;
  end: number | null;
  /** The file as it was when the stretch was found; a file that has changed since is not read. */
  fingerprint: string | null;
  /** How lines that begin with "From " were quoted in its mailbox file. */
  unquote: 'mboxrd' | null;
  /** IMAP flags. */
  flags: string[];
  /** When the file was last changed, or the mailbox says it was delivered: it was received then or earlier. */
  received: string | null;
};

/** A larger message is left out: nobody's mail server takes such. */
export const maxMessageBytes = 150_000_000;

/** What changes when a file does. */
export function fingerprintOf({ size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>): string {
  return `${size} ${mtimeMs}`;
}
