/**
 * What a message contains, as bits computed once at ingest; `has:` in a search tests them. The numbers are stored, so
 * they never change their meaning.
 */
export const contentFlags = {
  ATTACHMENT: 1,
  CALENDAR: 2,
  INLINE_IMAGE: 4,
  /** A link to another site; trackers and unsubscribe links do not count. */
  LINK: 8,
  /** As many links per word as newsletters have. */
  LINK_HEAVY: 16,
  DRIVE: 32,
  DOCUMENT: 64,
  SPREADSHEET: 128,
  PRESENTATION: 256,
  YOUTUBE: 512,
  ENCRYPTED: 1024,
  SIGNED: 2048,
} as const;
