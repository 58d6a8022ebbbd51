import type { FolderRole } from '../../providers/provider.ts';

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

/** The names of the bits that are set, as envelopes carry them: `READ | STARRED`, or an empty text. */
export function flagNames(flags: number): string {
  return Object.entries(flagBits)
    .filter(([, bit]) => flags & bit)
    .map(([name]) => name)
    .join(' | ');
}

type PlacementFacts = { label: number; role: FolderRole | null; flags: readonly string[] };

/**
 * The state of a message, derived from its placements. The copies outside Sent and Drafts decide whether it is read,
 * because servers mark their own copies there as seen. A message is in the trash or in spam only if it has no copy
 * elsewhere.
 */
export function messageStateOf(placements: readonly PlacementFacts[]): {
  flags: number;
  keywords: string[];
  labels: number[];
} {
  const has = (flag: string) => placements.some(({ flags }) => flags.some((each) => each.toLowerCase() === flag));
  const isOnlyIn = (...roles: FolderRole[]) => placements.every(({ role }) => role !== null && roles.includes(role));
  const isInAny = (roleWanted: FolderRole) => placements.some(({ role }) => role === roleWanted);

  const deciding = placements.filter(({ role }) => role !== 'sent' && role !== 'drafts');
  const isRead = (deciding.length ? deciding : placements).some(({ flags }) =>
    flags.some((each) => each.toLowerCase() === '\\seen'),
  );
  const isTrash = isOnlyIn('trash');
  // Gmail has no archive: a message in all mail and in no other main folder is archived.
  const isArchived = isInAny('archive') || (isInAny('all_mail') && !isInAny('sent') && !isInAny('drafts'));
  const isSpam = !isTrash && isOnlyIn('spam', 'trash');

  const flags =
    (isRead ? flagBits.READ : 0) |
    (has('\\flagged') ? flagBits.STARRED : 0) |
    (has('\\draft') || isInAny('drafts') ? flagBits.DRAFT : 0) |
    (isInAny('sent') ? flagBits.SENT : 0) |
    (isTrash ? flagBits.TRASH : 0) |
    (isSpam ? flagBits.SPAM : 0) |
    (isArchived && !isInAny('inbox') ? flagBits.ARCHIVED : 0) |
    (has('\\answered') ? flagBits.ANSWERED : 0);
  const keywords = [
    ...new Set(placements.flatMap(({ flags: own }) => own.filter((flag) => !flag.startsWith('\\')))),
  ].sort();
  return { flags, keywords, labels: [...new Set(placements.map(({ label }) => label))] };
}
