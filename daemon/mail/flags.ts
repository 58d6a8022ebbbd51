import type { FolderRole } from '../providers/provider.ts';

/** The bits of a message's flags (wire-contract, section 15). */
export const flagBits = {
  READ: 1,
  STARRED: 2,
  DRAFT: 4,
  SENT: 8,
  TRASH: 16,
  SPAM: 32,
  ARCHIVED: 64,
  ANSWERED: 128,
} as const;

/** The names of the bits set, as envelopes carry them: `READ | STARRED`, or nothing. */
export function flagNames(flags: number): string {
  return Object.entries(flagBits)
    .filter(([, bit]) => flags & bit)
    .map(([name]) => name)
    .join(' | ');
}

export type PlacementFacts = { label: number; role: FolderRole | null; flags: readonly string[] };

/**
 * What a message's placements say about it. Read or unread is decided by the copies that lie outside Sent and Drafts,
 * where a server marks its own copy as seen; in the bin or in spam is a message only when no copy lies elsewhere.
 */
export function stateOf(placements: readonly PlacementFacts[]): {
  flags: number;
  keywords: string[];
  labels: number[];
} {
  const has = (flag: string) => placements.some(({ flags }) => flags.some((each) => each.toLowerCase() === flag));
  const all = (...roles: FolderRole[]) => placements.every(({ role }) => role !== null && roles.includes(role));
  const any = (wanted: FolderRole) => placements.some(({ role }) => role === wanted);

  const deciding = placements.filter(({ role }) => role !== 'sent' && role !== 'drafts');
  const isRead = (deciding.length ? deciding : placements).some(({ flags }) =>
    flags.some((each) => each.toLowerCase() === '\\seen'),
  );
  const isTrash = all('trash');
  // Gmail has no archive: what lies in all mail and nowhere else of note is archived.
  const isArchived = any('archive') || (any('all_mail') && !any('sent') && !any('drafts'));
  const isSpam = !isTrash && all('spam', 'trash');

  const flags =
    (isRead ? flagBits.READ : 0) |
    (has('\\flagged') ? flagBits.STARRED : 0) |
    (has('\\draft') || any('drafts') ? flagBits.DRAFT : 0) |
    (any('sent') ? flagBits.SENT : 0) |
    (isTrash ? flagBits.TRASH : 0) |
    (isSpam ? flagBits.SPAM : 0) |
    (isArchived && !any('inbox') ? flagBits.ARCHIVED : 0) |
    (has('\\answered') ? flagBits.ANSWERED : 0);
  const keywords = [
    ...new Set(placements.flatMap(({ flags: own }) => own.filter((flag) => !flag.startsWith('\\')))),
  ].sort();
  return { flags, keywords, labels: [...new Set(placements.map(({ label }) => label))] };
}
