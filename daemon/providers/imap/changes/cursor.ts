import { z } from 'zod';
import type { FolderStatus } from '../folders/mailbox-status.ts';
import { noUids, packUids, unpackUids } from '../uid-set.ts';
import type { UidSet } from '../uid-set.ts';

/** How far one folder is known. */
export type Cursor = {
  uidvalidity: number;
  /** The server's next UID when the folder was last looked at. */
  uidnext: number;
  /** UIDs below this lay there when the folder was first seen: filling them in is backfill, not new mail. */
  oldest_news: number;
  /** The modification sequence up to which flags were reported; absent where the server keeps none (CONDSTORE). */
  modseq?: bigint;
  /** Every place reported and not removed since. */
  known: UidSet;
  /** Whether the folder holds nothing more than `known`, as of `uidnext`. */
  complete: boolean;
  /** Without modification sequences: where the slow round through the flags of old mail goes on. */
  flags_below?: number;
  /** The folder was numbered anew, and not all that lies in it has been reported under its new UIDs. */
  renumbered?: boolean;
};

/** The cursor of a folder in which nothing lies. */
export function emptyCursor({ uidvalidity, uidnext, modseq }: FolderStatus): Cursor {
  const empty = { uidvalidity, uidnext, oldest_news: uidnext, known: noUids, complete: true };
  return { ...empty, ...(modseq !== undefined && { modseq }) };
}

/** The cursor of a folder that the server has no more: nothing of it is left to report. */
export const deletedFolderCursor = JSON.stringify({ gone: true });

const cursorSchema = z.object({
  uidvalidity: z.number(),
  uidnext: z.number(),
  oldest_news: z.number(),
  modseq: z.string().optional(),
  known: z.string(),
  complete: z.boolean(),
  flags_below: z.number().optional(),
  renumbered: z.boolean().optional(),
});

/** Equal cursors give equal texts. */
export function writeCursor({
  uidvalidity,
  uidnext,
  oldest_news,
  modseq,
  known,
  complete,
  flags_below,
  renumbered,
}: Cursor): string {
  const text: z.input<typeof cursorSchema> = {
    uidvalidity,
    uidnext,
    oldest_news,
    modseq: modseq?.toString(),
    known: packUids(known),
    complete,
    flags_below,
    renumbered,
  };
  return JSON.stringify(text);
}

/** Undefined for none, for a folder that was gone, and for one that cannot be read: the folder is then new. */
export function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined || text === deletedFolderCursor) return undefined;
  try {
    const { modseq, known, ...rest } = cursorSchema.parse(JSON.parse(text));
    return { ...rest, ...(modseq ? { modseq: BigInt(modseq) } : {}), known: unpackUids(known) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}
