import type { FolderRole } from '../../providers/provider.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import type { LabelMap } from '../labels.ts';
import { readChanges, type Change } from './change.ts';
import { plan, type Labels, type Place } from './steps.ts';

/** The account's labels as the rules need them. A label that was made after the map was taken is looked up. */
export function labelRules(db: ReadDb, { byId, everything }: Pick<LabelMap, 'byId' | 'everything'>): Labels {
  return {
    allMail: everything,
    roleOf: (label) =>
      byId.has(label)
        ? (byId.get(label)?.role ?? null)
        : (db.get<{ role: FolderRole | null }>(sql`SELECT role FROM labels WHERE id = ${label}`)?.role ?? null),
  };
}

/**
 * Where a message is shown to lie: where its server has it, and on top of that what was asked for here and has not come
 * back from the server yet. `before` an operation, that one and those after it left out.
 */
export function shownPlaces(db: ReadDb, message: number, labels: LabelMap, before?: number): readonly Place[] {
  const places = serverPlaces(db, message);
  const changes = openChanges(db, message, before);
  return changes.length === 0 ? places : plan(changes, places, labelRules(db, labels)).places;
}

/** Where the server has it, as far as it has told: in each folder by the order in which it came there. */
export function serverPlaces(db: ReadDb, message: number): Place[] {
  return db
    .all<{ label: number; flags: string }>(
      sql`SELECT label, flags FROM placements WHERE message = ${message} ORDER BY label, uidvalidity, uid`,
    )
    .map(({ label, flags }, slot) => ({ slot, label, flags: flags ? flags.split(' ') : [] }));
}

function openChanges(db: ReadDb, message: number, before = Number.MAX_SAFE_INTEGER): Change[] {
  const rows = db.all<{ changes: string }>(sql`
    SELECT coalesce(o.changes, ma.changes) AS changes
    FROM operations o JOIN mutation_accounts ma ON ma.mutation = o.mutation AND ma.account = o.account
    WHERE o.message = ${message} AND o.id < ${before} AND o.state IN ('new', 'queued', 'sending', 'unsure', 'landed')
    ORDER BY o.id`);
  return rows.flatMap(({ changes }) => readChanges(changes));
}
