import { z } from 'zod';

/** The stream of an account that is read through the API alone. */
export const apiStream = 'gmail';

/** How many of the messages that were reported last a first sync remembers. */
export const maxAnchors = 50;

const cursorSchema = z.object({
  /** The UIDVALIDITY of all placements. It changes when Gmail no longer keeps the history since the last sync. */
  uidvalidity: z.int().positive(),
  /** The changes up to this history id are reported. */
  history: z.string(),
  /**
   * The server ids of the messages that the first sync reported last, in the order of the list; null when it is done. Empty
   * before its first batch.
   */
  anchors: z.array(z.string()).nullable(),
  /** Messages that the first sync has reported. */
  reported: z.int(),
  /** The user's labels: paths by id. */
  labels: z.record(z.string(), z.string()),
  /** Placements that messages have left, whose additions are reported: UIDs by path. */
  removed: z.record(z.string(), z.array(z.int())),
  /** Folders whose placements of an earlier UIDVALIDITY are removed when the first sync is done. */
  renumbered: z.array(z.string()),
});

/** How far an account has been reported. */
export type ApiCursor = z.infer<typeof cursorSchema>;

/** Undefined without a cursor; throws for a text that this provider did not write. */
export function readApiCursor(text: string | undefined): ApiCursor | undefined {
  return text === undefined ? undefined : cursorSchema.parse(JSON.parse(text));
}
