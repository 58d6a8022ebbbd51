import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts.ts';
import { labelMap, type LabelMap } from '../labels.ts';
import { refreshMessage, saveState } from '../placements.ts';
import { refreshThreads } from '../thread-state.ts';
import { threadsOfMessages } from '../threads.ts';
import { readChanges } from './change.ts';
import { inverseOf } from './inverse.ts';
import { saveOperation, type Operation } from './operations.ts';
import { landHere } from './landing.ts';
import { labelRules, shownPlaces } from './shown.ts';
import { plan, type Place } from './steps.ts';

/** The labels of accounts, each read once; made anew for each transaction. */
export function labelMaps(db: WriteDb): (account: number) => LabelMap {
  const maps = new Map<number, LabelMap>();
  return (account) => {
    const known = maps.get(account) ?? labelMap(db, account);
    maps.set(account, known);
    return known;
  };
}

/**
 * Does the local part of an operation: what it changes is shown, and how to take it back is noted. Says whether anything
 * was. `quiet`: where the message lies, if nothing else is asked of it.
 */
export function settleOperation(
  db: WriteDb,
  { id, message, changes }: Pick<Operation, 'id' | 'message' | 'changes'>,
  { labels, isLocal, quiet }: { labels: LabelMap; isLocal: boolean; quiet?: readonly Place[] | undefined },
): boolean {
  if (message === null) {
    saveOperation(db, id, { state: 'refused', error: goneWords });
    return false;
  }
  if (changes === nothingAsked) {
    saveOperation(db, id, { state: 'cancelled' });
    return refreshMessage(db, message, labels).changed;
  }
  const before = quiet ?? shownPlaces(db, message, labels, id);
  const { steps, places } = plan(readChanges(changes), before, labelRules(db, labels));
  const inverse = inverseOf(before, places);
  if (isLocal) landHere(db, message, steps);
  const state = inverse === undefined || isLocal ? 'done' : 'queued';
  saveOperation(db, id, { state, inverse: inverse === undefined ? null : JSON.stringify(inverse) });
  if (inverse === undefined) return false;
  // What was asked for later may have been settled before.
  const isLast = quiet !== undefined || !hasLater(db, message, id);
  return saveState(db, message, isLast ? places : shownPlaces(db, message, labels), labels);
}

/** The changes of an operation that was withdrawn before its server was told. */
const nothingAsked = '[]';

function hasLater(db: ReadDb, message: number, id: number): boolean {
  return db.get(sql`SELECT 1 FROM operations WHERE message = ${message} AND id > ${id}`) !== undefined;
}

export const goneWords = 'The message was deleted on the server by another program.';

/** Has messages and their conversations shown as they are now; gives those that changed. */
export function refreshShown(
  db: WriteDb,
  messages: readonly { id: number; account: number }[],
  maps = labelMaps(db),
): number[] {
  const changed = messages.flatMap(({ id, account }) => (refreshMessage(db, id, maps(account)).changed ? [id] : []));
  refreshThreadsOf(db, changed);
  return changed;
}

/** What lists show of the conversations that messages are in, after these changed. */
export function refreshThreadsOf(db: WriteDb, messages: readonly number[]): void {
  refreshThreads(db, threadsOfMessages(db, messages));
}

/** No server stands behind it: what is done to its mail is done. */
export function isLocal({ sync_kind }: Pick<Account, 'sync_kind'>): boolean {
  return sync_kind === null;
}
