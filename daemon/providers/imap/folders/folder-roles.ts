import type { FolderRole } from '../../provider.ts';

/** A folder that can hold mail, as far as its role depends on it. */
export type Candidate = {
  path: string;
  /** In lower case. */
  flags: ReadonlySet<string>;
  /** The usual role of folders with its name. */
  usualRole?: FolderRole | undefined;
  messages?: number | undefined;
};

/** Special uses (RFC 6154), and their names in XLIST, Gmail's earlier list command. */
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
 * The role of each folder, by path, with at most one folder per role: by the user's choice, else by the server's special
 * use, else by the usual names. Of several candidates, the folder with the most mail gets it, then the first by path.
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

/**
 * The paths whose role depends on their message counts: several have the usual name of one role, and no other folder has it.
 */
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
