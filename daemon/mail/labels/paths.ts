import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Label } from './labels.ts';

/** Renames that are not on the server yet, in order; labels by internal id. */
export type PendingRenames = readonly { label: number; from: string; to: string }[];

export function pendingRenames(db: ReadDb, accounts: readonly Pick<Account, 'id'>[]): PendingRenames {
  return db.all(sql`
    SELECT folder ->> '$.label' AS label, folder ->> '$.from.path' AS "from", folder ->> '$.to.path' AS "to"
    FROM operations
    WHERE account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))
      AND state IN ('new', 'queued', 'sending', 'unsure') AND folder ->> '$.do' = 'rename' ORDER BY id`);
}

type NamedLabel = Pick<Label, 'id' | 'provider_id' | 'separator' | 'name'>;

/** The path of a label after all pending renames. */
export function pathAfterRenames(
  { id, provider_id, separator }: Omit<NamedLabel, 'name'>,
  renamings: PendingRenames,
): string {
  return renamings.reduce((path, { label, from, to }) => {
    if (label === id) return to;
    return separator !== null && path.startsWith(`${from}${separator}`) ? `${to}${path.slice(from.length)}` : path;
  }, provider_id);
}

/**
 * The full name of a label: its levels from the top, separated by `/` regardless of the server's separator. INBOX is
 * omitted if the server has all folders below it.
 */
export function fullNameOf(label: NamedLabel, renamings: PendingRenames): string {
  const { separator, name } = label;
  const levels = separator === null ? [] : pathAfterRenames(label, renamings).split(separator).slice(0, -1);
  return [...(levels[0]?.toUpperCase() === 'INBOX' ? levels.slice(1) : levels), name].join('/');
}

/** Names are compared without case, as on most servers. */
export function labelNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The hierarchy separator of an account, which a new folder name must not contain. */
export function separatorOf(db: ReadDb, { id }: Pick<Account, 'id'>): string {
  const mostCommon = db.get<{ separator: string }>(sql`
    SELECT separator FROM labels WHERE account = ${id} AND separator IS NOT NULL
    GROUP BY separator ORDER BY count(*) DESC LIMIT 1`);
  return mostCommon?.separator ?? '/';
}

/** The server path for a label with these levels: below the longest existing parent, else from the top. */
export function pathFor(
  levels: readonly string[],
  { labels, renamings, separator }: { labels: readonly NamedLabel[]; renamings: PendingRenames; separator: string },
): string {
  for (let depth = levels.length - 1; depth > 0; depth--) {
    const above = labelNameKey(levels.slice(0, depth).join('/'));
    const parent = labels.find((label) => labelNameKey(fullNameOf(label, renamings)) === above);
    if (parent) return [pathAfterRenames(parent, renamings), ...levels.slice(depth)].join(separator);
  }
  return levels.join(separator);
}
