import type { WriteDb } from '../../store/db.ts';

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
