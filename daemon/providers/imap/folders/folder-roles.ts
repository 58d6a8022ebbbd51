import type { FolderRole } from '../../provider.ts';

/** A folder that can hold mail, as far as it matters for what the folder is for. */
export type Candidate = {
  path: string;
  /** In lower case. */
  flags: ReadonlySet<string>;
  /** What folders of its name are usually for. */
  usualRole?: FolderRole | undefined;
  messages?: number | undefined;
};

/** Special uses (RFC 6154), and what XLIST, Gmail's list of before, calls them. */
const rolesByFlag: readonly (readonly [flag: string, role: FolderRole])[] = [
  ['\\sent', 'sent'],
  ['\\drafts', 'drafts'],
  ['\\trash', 'trash'],
  ['\\junk', 'spam'],
  ['\\spam', 'spam'],
  ['\\all', 'all_mail'],
  ['\\allmail', 'all_mail'],
  ['\\archive', 'archive'],
  ['\\flagged', 'starred'],
  ['\\starred', 'starred'],
  ['\\important', 'important'],
];

/**
 * What each folder is for, by path, no two for the same: as the person chose, else as the server says, else as such
 * folders are usually called. Of several that could be it, the one with the most mail, then the first by path.
 */
export function rolesOf(
  candidates: readonly Candidate[],
  chosen: ReadonlyMap<string, FolderRole>,
): Map<string, FolderRole> {
  const roles = new Map<string, FolderRole>();
  const taken = new Set<FolderRole>();
  const inOrder = candidates.toSorted((a, b) => (b.messages ?? 0) - (a.messages ?? 0) || (a.path < b.path ? -1 : 1));
  const claim = (role: FolderRole, matches: (candidate: Candidate) => boolean) => {
    const first = inOrder.find((candidate) => !roles.has(candidate.path) && matches(candidate));
    if (!first || taken.has(role)) return;
    roles.set(first.path, role);
    taken.add(role);
  };
  claim('inbox', ({ path }) => path === 'INBOX');
  for (const [path, role] of chosen) claim(role, (candidate) => candidate.path === path);
  for (const [flag, role] of rolesByFlag) claim(role, ({ flags }) => flags.has(flag));
  for (const role of namedRoles) claim(role, (candidate) => candidate.usualRole === role);
  return roles;
}

/** The paths among which only their mail can decide: several have the usual name of one role, and nothing else has it. */
export function contestedPaths(candidates: readonly Candidate[], chosen: ReadonlyMap<string, FolderRole>): string[] {
  const decided = rolesOf(
    candidates.map(({ path, flags }) => ({ path, flags })),
    chosen,
  );
  const taken = new Set(decided.values());
  const open = candidates.filter(({ path }) => !decided.has(path));
  return namedRoles.flatMap((role) => {
    const named = open.filter(({ usualRole }) => !taken.has(role) && usualRole === role);
    return named.length > 1 ? named.map(({ path }) => path) : [];
  });
}

const namedRoles = ['sent', 'drafts', 'trash', 'spam', 'archive'] as const;
