import type { WriteDb } from '../../store/db.ts';
import type { AccountWish } from '../apply.ts';
import { inverseOf } from './inverse.ts';
import { labelMaps } from './settle.ts';
import { labelRules, shownPlaces } from './shown.ts';
import { plan } from './steps.ts';

/** Does `work` in one transaction; with `isDry` nothing of it stays, and what it gives is what it would have given. */
export function previewed<T>(db: WriteDb, isDry: boolean, work: () => T): T {
  if (!isDry) return db.transaction(work);
  let result: { value: T } | undefined;
  const undone = new Error('a preview is never kept');
  try {
    db.transaction(() => {
      result = { value: work() };
      throw undone;
    });
  } catch (thrown) {
    if (thrown !== undone || !result) throw thrown;
  }
  return result!.value;
}

/** No more messages are looked at to find one that would change. */
const mostLookedAt = 500;

/** Whether any message would be changed, so that there is something to take back. Of very many it is taken for granted. */
export function changesSomething(db: WriteDb, wishes: readonly AccountWish[]): boolean {
  const maps = labelMaps(db);
  const each = wishes.flatMap(({ account, changes, targets }) =>
    targets.map((target) => ({ account, changes: target.changes ?? changes, message: target.id })),
  );
  if (each.length > mostLookedAt) return true;
  return each.some(({ account, changes, message }) => {
    const labels = maps(account.id);
    const before = shownPlaces(db, message, labels);
    return inverseOf(before, plan(changes, before, labelRules(db, labels)).places) !== undefined;
  });
}
