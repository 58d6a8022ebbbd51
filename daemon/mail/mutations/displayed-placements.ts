import type { FolderRole } from '../../providers/provider.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { LabelMap } from '../labels/labels.ts';
import { parseChanges, type Change } from './change.ts';
import { withoutFlags } from './plan/flag-sets.ts';
import type { OperationState } from './operations.ts';
import { plan, type LabelRules, type PlacementState } from './plan/plan.ts';

/** The account's labels as the rules need them. A label that was created after the map was read is looked up. */
export function labelRules(db: ReadDb, { byId, serverAllMail }: Pick<LabelMap, 'byId' | 'serverAllMail'>): LabelRules {
  return {
    allMail: serverAllMail,
    roleOf: (label) =>
      byId.has(label)
        ? (byId.get(label)?.role ?? null)
        : (db.get<{ role: FolderRole | null }>(sql`SELECT role FROM labels WHERE id = ${label}`)?.role ?? null),
  };
}

/**
 * The displayed placements of a message: the server's placements with all pending changes applied. With `before`, that
 * operation and later ones are left out.
 */
export function displayedPlacements(
  db: ReadDb,
  message: number,
  labels: LabelMap,
  before?: number,
): readonly PlacementState[] {
  const placements = serverPlacements(db, message);
  const changes = openChanges(db, message, openStates, before);
  return changes.length === 0 ? placements : plan(changes, placements, labelRules(db, labels)).placements;
}

/**
 * The displayed placements of those `messages` that have no pending operation except `operations`. They are read
 * together, because single reads take several times as long.
 */
export function settledPlacements(
  db: ReadDb,
  messages: readonly number[],
  operations: readonly number[] = [],
): Map<number, readonly PlacementState[]> {
  const rows = db.all<{ message: number; label: number; flags: string }>(sql`
    SELECT p.message, p.label, p.flags FROM placements p
    WHERE p.message IN (SELECT value FROM json_each(${jsonList(messages)})) AND NOT EXISTS (
      SELECT 1 FROM operations o
      WHERE o.message = p.message AND o.state IN ('new', 'queued', 'sending', 'unsure', 'landed')
        AND o.id NOT IN (SELECT value FROM json_each(${jsonList(operations)})))
    ORDER BY p.message, p.label, p.uidvalidity, p.uid`);
  const each = Map.groupBy(rows, ({ message }) => message);
  return new Map([...each].map(([message, places]) => [message, places.map(placementState)]));
}

/** The placements last reported by the server: in each folder in the order in which the message came there. */
export function serverPlacements(db: ReadDb, message: number): PlacementState[] {
  return db
    .all<{ label: number; flags: string }>(
      sql`SELECT label, flags FROM placements WHERE message = ${message} ORDER BY label, uidvalidity, uid`,
    )
    .map(placementState);
}

/**
 * The server's placements of a message, as the basis for the next push. A sync pass that began before a change was
 * pushed may have reported older flags, so the flags of pushed changes are applied on top and marked uncertain.
 */
export function placementsToPush(db: ReadDb, message: number, labels: LabelMap): PlacementState[] {
  const stored = serverPlacements(db, message);
  const landed = openChanges(db, message, ['landed']);
  if (landed.length === 0) return stored;
  const { steps, placements } = plan(landed, stored, labelRules(db, labels));
  // Pushed moves are already reported, or still unknown; only flags are adjusted here.
  if (steps.some((step) => step.do !== 'flags')) return stored;
  return stored.map((place) => {
    const { flags = place.flags } = placements.find(({ slot }) => slot === place.slot) ?? {};
    const uncertainFlags = [...withoutFlags(flags, place.flags), ...withoutFlags(place.flags, flags)];
    return { ...place, flags, uncertainFlags };
  });
}

function placementState({ label, flags }: { label: number; flags: string }, slot: number): PlacementState {
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
  return rows
    .map(({ changes }) => parseChanges(changes))
    .flatMap((changes) => (targetLabelsExist(db, changes) ? changes : []));
}

/** A folder that was deleted on the server is not displayed: the change to it will be refused when it is pushed. */
function targetLabelsExist(db: ReadDb, changes: readonly Change[]): boolean {
  return changes.flatMap(targetLabels).every((label) => db.get(sql`SELECT 1 FROM labels WHERE id = ${label}`));
}

function targetLabels(change: Change): number[] {
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
