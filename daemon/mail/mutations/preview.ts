import type { WriteDb } from '../../store/db.ts';
import type { AccountMutation } from './apply.ts';
import { inverseOf } from './plan/inverse.ts';
import { labelMaps } from './apply-locally.ts';
import { labelRules, displayedPlacements } from './displayed-placements.ts';
import { plan } from './plan/plan.ts';

/** The mutation id of a dry run in replies that must have one. An undo accepts it and does nothing. */
export const previewMutationId = '00000000-0000-8000-8000-000000000000';

/** Runs `work` in one transaction and returns its result; with `isDry` the transaction is rolled back. */
export function runOrPreview<T>(db: WriteDb, isDry: boolean, work: () => T): T {
  if (!isDry) return db.transaction(work);
  let result: { value: T } | undefined;
  const rollback = new Error('a preview is never kept');
  try {
    db.transaction(() => {
      result = { value: work() };
      throw rollback;
    });
  } catch (thrown) {
    if (thrown !== rollback || !result) throw thrown;
  }
  return result!.value;
}

/** Maximum number of messages checked to find one that would change. */
const maxCheckedMessages = 500;

/** Whether any message would change, so that the mutation would be undoable. Assumed for very many messages. */
export function changesAnyMessage(db: WriteDb, accountMutations: readonly AccountMutation[]): boolean {
  const maps = labelMaps(db);
  const each = accountMutations.flatMap(({ account, changes, targets }) =>
    targets.map((target) => ({ account, changes: target.changes ?? changes, message: target.id })),
  );
  if (each.length > maxCheckedMessages) return true;
  return each.some(({ account, changes, message }) => {
    const labels = maps(account.id);
    const before = displayedPlacements(db, message, labels);
    return inverseOf(before, plan(changes, before, labelRules(db, labels)).placements) !== undefined;
  });
}
