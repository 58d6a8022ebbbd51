import { z } from 'zod';

/** How far one folder has been reported. Seed, count and anchor identify the mailbox. */
const cursorSchema = z.object({
  seed: z.int(),
  count: z.int(),
  /** Unix seconds. */
  anchor: z.int(),
  uidvalidity: z.int(),
  /** Uids below `uidnext` and from `left` on have been reported. */
  uidnext: z.int(),
  left: z.int(),
  /** Flags set up to this modseq have been reported. */
  seen: z.int(),
  /** Removals up to this modseq have been reported. */
  settled: z.int(),
  /** The folder was known under another uidvalidity, and the change has not been reported. */
  renumbered: z.boolean(),
});

export type Cursor = z.infer<typeof cursorSchema>;

/** The cursor of a folder that was deleted or renamed, with nothing left to report. */
export const fakeDeletedFolderCursor = JSON.stringify({ gone: true });

/** Undefined for a cursor of another mailbox, which counts as no cursor. */
export function readCursor(
  text: string | undefined,
  { seed, count }: { seed: number; count: number },
): Cursor | undefined {
  if (text === undefined) return undefined;
  const { data } = cursorSchema.safeParse(JSON.parse(text));
  return data?.seed === seed && data.count === count ? data : undefined;
}
