import type { FolderRole } from '../../providers/provider.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { LabelMap } from '../labels.ts';
import { readChanges, type Change } from './change.ts';
import { minus } from './flag-sets.ts';
import type { OperationState } from './operations.ts';
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
  const changes = openChanges(db, message, openStates, before);
  return changes.length === 0 ? places : plan(changes, places, labelRules(db, labels)).places;
}

/**
 * Where those of `messages` are shown to lie of which nothing is asked that has not come back from the server, but for
 * `operations`: many are read at one go, for one by one they take several times as long.
 */
export function quietPlaces(
  db: ReadDb,
  messages: readonly number[],
  operations: readonly number[] = [],
): Map<number, readonly Place[]> {
  const rows = db.all<{ message: number; label: number; flags: string }>(sql`
    SELECT p.message, p.label, p.flags FROM placements p
    WHERE p.message IN (SELECT value FROM json_each(${jsonList(messages)})) AND NOT EXISTS (
      SELECT 1 FROM operations o
      WHERE o.message = p.message AND o.state IN ('new', 'queued', 'sending', 'unsure', 'landed')
        AND o.id NOT IN (SELECT value FROM json_each(${jsonList(operations)})))
    ORDER BY p.message, p.label, p.uidvalidity, p.uid`);
  const each = Map.groupBy(rows, ({ message }) => message);
  return new Map([...each].map(([message, places]) => [message, places.map(placeOf)]));
}

/** Where the server has it, as far as it has told: in each folder by the order in which it came there. */
export function serverPlaces(db: ReadDb, message: number): Place[] {
  return db
    .all<{ label: number; flags: string }>(
      sql`SELECT label, flags FROM placements WHERE message = ${message} ORDER BY label, uidvalidity, uid`,
    )
    .map(placeOf);
}

/**
 * Where the server has a message, for what it is told next. A pass that began before the server took a change may have
 * told of the flags as they were before it, so those that follow from the change are put on top, and are unsure.
 */
export function placesToTell(db: ReadDb, message: number, labels: LabelMap): Place[] {
  const stored = serverPlaces(db, message);
  const landed = openChanges(db, message, ['landed']);
  if (landed.length === 0) return stored;
  const { steps, places } = plan(landed, stored, labelRules(db, labels));
  // Where it lies a pass has told since, or nobody: that is no question of flags.
  if (steps.some((step) => step.do !== 'flags')) return stored;
  return stored.map((place) => {
    const { flags = place.flags } = places.find(({ slot }) => slot === place.slot) ?? {};
    const unsure = [...minus(flags, place.flags), ...minus(place.flags, flags)];
    return { ...place, flags, unsure };
  });
}

function placeOf({ label, flags }: { label: number; flags: string }, slot: number): Place {
  return { slot, label, flags: flags ? flags.split(' ') : [] };
}

const openStates: readonly OperationState[] = ['new', 'queued', 'sending', 'unsure', 'landed'];

function openChanges(db: ReadDb, message: number, states = openStates, before = Number.MAX_SAFE_INTEGER): Change[] {
  const rows = db.all<{ changes: string }>(sql`
    SELECT coalesce(o.changes, ma.changes) AS changes
    FROM operations o JOIN mutation_accounts ma ON ma.mutation = o.mutation AND ma.account = o.account
    WHERE o.message = ${message} AND o.id < ${before} AND o.state IN ('new', 'queued', 'sending', 'unsure', 'landed')
      AND o.state IN (SELECT value FROM json_each(${jsonList(states)}))
    ORDER BY o.id`);
  return rows.map(({ changes }) => readChanges(changes)).flatMap((changes) => (isPossible(db, changes) ? changes : []));
}

/** A folder that somebody deleted on the server is no place to be shown in: what was to go there is refused in its turn. */
function isPossible(db: ReadDb, changes: readonly Change[]): boolean {
  return changes.flatMap(goalsOf).every((label) => db.get(sql`SELECT 1 FROM labels WHERE id = ${label}`));
}

function goalsOf(change: Change): number[] {
  switch (change.do) {
    case 'flags':
      return [];
    case 'label':
      return change.rest === 0 ? change.add : [...change.add, change.rest];
    case 'restore':
      return change.put.map(({ label }) => label);
    default:
      return [change.to];
  }
}
