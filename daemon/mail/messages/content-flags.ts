/**
 * What a message has in it, as bits found once while it is read: `has:` in a search looks at these. Numbers are stored,
 * so they never change their meaning.
 */
export const contentFlags = {
  ATTACHMENT: 1,
  CALENDAR: 2,
  INLINE_IMAGE: 4,
  /** A link to somewhere else, trackers and ways to unsubscribe not counted. */
  LINK: 8,
  /** As many links, in proportion to words, as newsletters have. */
  LINK_HEAVY: 16,
  DRIVE: 32,
  DOCUMENT: 64,
  SPREADSHEET: 128,
  PRESENTATION: 256,
  YOUTUBE: 512,
  ENCRYPTED: 1024,
  SIGNED: 2048,
} as const;
