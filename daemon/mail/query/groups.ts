import { sql, type ReadDb, type Sql } from '../../store/db.ts';
import type { QueryPlan } from './compile.ts';
import { joinSql } from './sql-conditions.ts';
import { sourceOf } from './run.ts';

type GroupBy = 'from' | 'list' | 'category';

/** A group of hits. Times are unix seconds. */
type HitGroup = {
  key: string;
  label: string;
  count: number;
  unread: number;
  oldest: number;
  newest: number;
};

/** The hits of a query by sender, list or category, most frequent first. */
export function groupHits(db: ReadDb, plan: QueryPlan, by: GroupBy, limit: number): HitGroup[] {
  const { rows } = sourceOf(plan, plan.range);
  const found = db.all<Omit<HitGroup, 'label'>>(
    joinSql(
      [
        sql`SELECT key, count(*) AS count, sum(flags & 1 = 0) AS unread, min(sort_key) AS oldest, max(sort_key) AS newest FROM (`,
        joinSql([groupKeyColumns[by], rows], ' '),
        sql`) WHERE key <> '' GROUP BY key ORDER BY count DESC, newest DESC LIMIT ${limit}`,
      ],
      ' ',
    ),
  );
  const nameOf = by === 'from' ? senderNames(db, found) : by === 'list' ? groupKey : categoryName;
  return found.map((group) => ({ ...group, label: nameOf(group) }));
}

const groupKeyColumns: Record<GroupBy, Sql> = {
  from: sql`SELECT lower(m.from_email) AS key, m.flags, m.sort_key`,
  list: sql`SELECT m.list_id AS key, m.flags, m.sort_key`,
  category: sql`SELECT (SELECT labels.provider_id FROM label_messages lm JOIN labels ON labels.id = lm.label
    WHERE lm.message = m.id AND labels.provider_id GLOB 'CATEGORY_*') AS key, m.flags, m.sort_key`,
};

/** The latest name of each sender. */
function senderNames(
  db: ReadDb,
  groups: readonly { newest: number }[],
): (group: { key: string; newest: number }) => string {
  const keys = JSON.stringify(groups.map(({ newest }) => newest));
  const rows = db.all<{ sort_key: number; name: string | null }>(
    sql`SELECT sort_key, from_name AS name FROM messages WHERE sort_key IN (SELECT value FROM json_each(${keys}))`,
  );
  const names = new Map(rows.map(({ sort_key, name }) => [sort_key, name]));
  return ({ key, newest }) => names.get(newest) || key;
}

function groupKey({ key }: { key: string }): string {
  return key;
}

/** `CATEGORY_PROMOTIONS` is shown as Promotions; Gmail's category "personal" is shown as the primary tab. */
function categoryName({ key }: { key: string }): string {
  const name = key.slice('CATEGORY_'.length).toLowerCase();
  return name === 'personal' ? 'Primary' : name.charAt(0).toUpperCase() + name.slice(1);
}
