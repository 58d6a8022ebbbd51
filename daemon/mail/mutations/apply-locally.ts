import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { labelMap, type LabelMap } from '../labels/labels.ts';
import { refreshMessage, saveMessageState } from '../messages/placements.ts';
import { refreshThreads } from '../threads/summary.ts';
import { threadsOfMessages } from '../threads/threads.ts';
import { parseChanges } from './change.ts';
import { inverseOf } from './plan/inverse.ts';
import { saveOperation, type Operation } from './operations.ts';
import { applyStepsLocally } from './push/placement-tracker.ts';
import { labelRules, displayedPlacements } from './displayed-placements.ts';
import { plan, type PlacementState } from './plan/plan.ts';

/** Returns the label map of an account, read once per account. Create a new reader for each transaction. */
export function labelMaps(db: WriteDb): (account: number) => LabelMap {
  const maps = new Map<number, LabelMap>();
  return (account) => {
    const known = maps.get(account) ?? labelMap(db, account);
    maps.set(account, known);
    return known;
  };
}

/**
 * Applies an operation to the store: shows its effect and stores its inverse. Returns whether it changed anything.
 * `knownPlacements`: the placements of the message, if it has no other pending operation.
 */
export function applyOperationLocally(
  db: WriteDb,
  { id, message, changes }: Pick<Operation, 'id' | 'message' | 'changes'>,
  {
    labels,
    isLocal,
    knownPlacements,
  }: { labels: LabelMap; isLocal: boolean; knownPlacements?: readonly PlacementState[] | undefined },
): boolean {
  if (message === null) {
    saveOperation(db, id, { state: 'refused', error: messageGoneMessage });
    return false;
  }
  if (changes === noChanges) {
    saveOperation(db, id, { state: 'cancelled' });
    return refreshMessage(db, message, labels).changed;
  }
  const before = knownPlacements ?? displayedPlacements(db, message, labels, id);
  const { steps, placements } = plan(parseChanges(changes), before, labelRules(db, labels));
  const inverse = inverseOf(before, placements);
  if (isLocal) applyStepsLocally(db, message, steps);
  const state = inverse === undefined || isLocal ? 'done' : 'queued';
  saveOperation(db, id, { state, inverse: inverse === undefined ? null : JSON.stringify(inverse) });
  if (inverse === undefined) return false;
  // A later operation on the message may already be settled.
  const isLast = knownPlacements !== undefined || !hasLaterOperation(db, message, id);
  return saveMessageState(db, message, isLast ? placements : displayedPlacements(db, message, labels), labels);
}

/** The changes of an operation that was cancelled before it was sent. */
const noChanges = '[]';

function hasLaterOperation(db: ReadDb, message: number, id: number): boolean {
  return db.get(sql`SELECT 1 FROM operations WHERE message = ${message} AND id > ${id}`) !== undefined;
}

export const messageGoneMessage = 'The message was deleted on the server by another program.';

/** Refreshes messages and their conversations from the stored state; returns those that changed. */
export function refreshMessagesAndThreads(
  db: WriteDb,
  messages: readonly { id: number; account: number }[],
  maps = labelMaps(db),
): number[] {
  const changed = messages.flatMap(({ id, account }) => (refreshMessage(db, id, maps(account)).changed ? [id] : []));
  refreshThreadsOfMessages(db, changed);
  return changed;
}

/** Refreshes the conversations of these messages in lists. */
export function refreshThreadsOfMessages(db: WriteDb, messages: readonly number[]): void {
  refreshThreads(db, threadsOfMessages(db, messages));
}

/** An account without a server: its operations are complete once they are stored. */
export function isLocalAccount({ sync_kind }: Pick<Account, 'sync_kind'>): boolean {
  return sync_kind === null;
}
