import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { Label } from './labels.ts';

export type LabelCounts = Pick<Label, 'label_id' | 'total_count' | 'unread_count'>;

/** The counters of all labels of an account, except labels that are being deleted. */
export function labelCounts(db: ReadDb, account: number): LabelCounts[] {
  return db.all(sql`
    SELECT label_id, total_count, unread_count FROM labels WHERE account = ${account} AND pending IS NOT 'delete'`);
}

/** The counters of the labels of `messages`. */
export function labelCountsOf(db: ReadDb, messages: readonly number[]): LabelCounts[] {
  return db.all(sql`
    SELECT label_id, total_count, unread_count FROM labels WHERE id IN
      (SELECT label FROM label_messages WHERE message IN (SELECT value FROM json_each(${jsonList(messages)})))`);
}
