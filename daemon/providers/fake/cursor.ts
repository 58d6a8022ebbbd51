import { z } from 'zod';

/** How far one folder has been given out. Seed, count and anchor say which mailbox it speaks of. */
const cursorSchema = z.object({
  seed: z.int(),
  count: z.int(),
  /** Unix seconds. */
  anchor: z.int(),
  uidvalidity: z.int(),
  /** Uids below `next` and from `left` on have been given. */
  uidnext: z.int(),
  left: z.int(),
  /** Flags set up to this modseq have been told. */
  seen: z.int(),
  /** What left the folder up to this modseq has been told. */
  settled: z.int(),
  /** The folder was known under another uidvalidity, and that this is over has not been told. */
  renumbered: z.boolean(),
});

export type Cursor = z.infer<typeof cursorSchema>;

/** The cursor of a folder that was deleted or renamed: nothing of it is left to tell. */
export const fakeDeletedFolderCursor = JSON.stringify({ gone: true });

/** Gives nothing for a cursor of another mailbox, which is as good as none. */
export function readCursor(
  text: string | undefined,
  { seed, count }: { seed: number; count: number },
): Cursor | undefined {
  if (text === undefined) return undefined;
  const { data } = cursorSchema.safeParse(JSON.parse(text));
  return data?.seed === seed && data.count === count ? data : undefined;
}
