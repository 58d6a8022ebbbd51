import { z } from 'zod';
import type { FolderStatus } from '../folders/mailbox-status.ts';
import { noUids, packUids, unpackUids } from '../uid-set.ts';
import type { UidSet } from '../uid-set.ts';

/** How far one folder is known. */
export type Cursor = {
  uidvalidity: number;
  /** The server's next UID at the last visit of the folder. */
  uidnext: number;
  /** UIDs below this were in the folder when it was first seen: they are backfill, not new mail. */
  oldest_news: number;
  /** The modification sequence up to which flags were reported; absent where the server has none (CONDSTORE). */
  modseq?: bigint;
  /** Every placement that was reported and not removed since. */
  known: UidSet;
  /** Whether the folder contains nothing beyond `known`, as of `uidnext`. */
  complete: boolean;
  /** Without modification sequences: where the gradual pass over the flags of old mail continues. */
  flags_below?: number;
  /** Messages whose flags the server has not reported readably: they are requested again at each visit. */
  flagless?: UidSet;
  /** The folder was renumbered, and not all its messages have been reported under their new UIDs. */
  renumbered?: boolean;
};

/** The cursor of an empty folder. */
export function emptyCursor({ uidvalidity, uidnext, modseq }: FolderStatus): Cursor {
  const empty = { uidvalidity, uidnext, oldest_news: uidnext, known: noUids, complete: true };
  return { ...empty, ...(modseq !== undefined && { modseq }) };
}

/** The cursor of a folder that was removed from the server, with nothing left to report. */
export const deletedFolderCursor = JSON.stringify({ gone: true });

const cursorSchema = z.object({
  uidvalidity: z.number(),
  uidnext: z.number(),
  oldest_news: z.number(),
  modseq: z.string().optional(),
  known: z.string(),
  complete: z.boolean(),
  flags_below: z.number().optional(),
  flagless: z.string().optional(),
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
  flagless,
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
    flagless: flagless?.length ? packUids(flagless) : undefined,
    renumbered,
  };
  return JSON.stringify(text);
}

/** Undefined for no cursor, for a removed folder, and for an invalid cursor: the folder is then new. */
export function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined || text === deletedFolderCursor) return undefined;
  try {
    const { modseq, known, flagless, ...rest } = cursorSchema.parse(JSON.parse(text));
    return {
      ...rest,
      ...(modseq ? { modseq: BigInt(modseq) } : {}),
      known: unpackUids(known),
      ...(flagless && { flagless: unpackUids(flagless) }),
    };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}
