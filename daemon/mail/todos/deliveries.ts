import { instantOf } from '../../base/clock.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { saveTodos } from './store.ts';

/** A parcel that is on its way. `message` is the internal id of the message that tells of it best. */
export type ActiveDelivery = {
  delivery_id: string;
  message: number;
  /** What it is, as in “Parcel from Shop”. */
  title: string;
  /** The day on which it is expected, as YYYY-MM-DD; null if it is not known. */
  expectedOn: string | null;
  /** The words that say so. */
  words: string | null;
};

/** Where to-dos learn of deliveries. */
export type DeliverySource = (db: ReadDb, accounts: readonly Account[]) => readonly ActiveDelivery[];

/** Until deliveries are found in mail, there are none. */
export const noDeliveries: DeliverySource = () => [];

/**
 * Stores a to-do for each active delivery that has none, follows its expected day, and ends to-dos of deliveries that are no longer
 * active. What the user has changed stays. Returns the messages (internal ids) whose to-dos have changed.
 */
export function saveDeliveryTodos(db: WriteDb, active: readonly ActiveDelivery[], now: Date): number[] {
  const keys = jsonList(active.map(({ delivery_id }) => delivery_id));
  return db.transaction(() => {
    const ended = db.all<{ message: number }>(sql`
      UPDATE todos SET state = 'done'
      WHERE kind = 'delivery' AND state = 'open' AND key NOT IN (SELECT value FROM json_each(${keys})) RETURNING message`);
    const changed = active.filter((delivery) => saveDelivery(db, delivery, now));
    return [...ended, ...changed].map(({ message }) => message);
  });
}

/** Whether anything has changed. */
function saveDelivery(
  db: WriteDb,
  { delivery_id, message, title, expectedOn, words }: ActiveDelivery,
  now: Date,
): boolean {
  const known = db.get<{ id: number }>(sql`SELECT id FROM todos WHERE kind = 'delivery' AND key = ${delivery_id}`);
  if (known)
    return (
      db.run(sql`
        UPDATE todos SET due_day = ${expectedOn}, due_words = ${words}
        WHERE id = ${known.id} AND (due_day IS NOT ${expectedOn} OR due_words IS NOT ${words})`).changes > 0
    );
  const span = { words: title, start: null, end: null };
  const due = { due_at: null, due_day: expectedOn, due_words: words };
  const isCatchup = false;
  const found = { kind: 'delivery', key: delivery_id, span, due, amount: null } as const;
  return saveTodos(db, { message, isCatchup, now: instantOf(now) }, [found]) > 0;
}
