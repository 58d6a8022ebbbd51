import { instantOf } from '../../base/clock.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { saveTodos } from './store.ts';
import { todoTexts } from './texts.ts';

/** A delivery that is under way. Ids are public. */
type ActiveDelivery = {
  delivery_id: string;
  merchant: string | null;
  carrier: string | null;
  /** The instant until which it is expected; null if that is not known. */
  eta_until: string | null;
  /** The message that told of it last; null once it is deleted. */
  message_id: string | null;
};

/** Where to-dos learn of deliveries that are under way. */
export type DeliverySource = (db: ReadDb, accounts: readonly Account[], now: Date) => readonly ActiveDelivery[];

/**
 * Stores a to-do for each delivery under way that has none, follows when it is expected, and ends to-dos of deliveries that are no
 * longer under way. What the user has changed stays. Returns the messages (internal ids) whose to-dos have changed.
 */
export function saveDeliveryTodos(db: WriteDb, active: readonly ActiveDelivery[], now: Date): number[] {
  const keys = jsonList(active.map(({ delivery_id }) => delivery_id));
  return db.transaction(() => {
    const ended = db.all<{ message: number }>(sql`
      UPDATE todos SET state = 'done' WHERE kind = 'delivery' AND state = 'open' AND changed_at IS NULL
        AND key NOT IN (SELECT value FROM json_each(${keys})) RETURNING message`);
    const changed = active.flatMap((delivery) => saveDelivery(db, delivery, now) ?? []);
    return [...ended.map(({ message }) => message), ...changed];
  });
}

type Known = { id: number; message: number; state: string; due_at: string | null; changed_at: string | null };

/** The message whose to-do has changed; undefined if none has. */
function saveDelivery(db: WriteDb, delivery: ActiveDelivery, now: Date): number | undefined {
  const { delivery_id, eta_until, message_id } = delivery;
  const known = db.get<Known>(sql`
    SELECT id, message, state, due_at, changed_at FROM todos WHERE kind = 'delivery' AND key = ${delivery_id}`);
  if (known) {
    const isReopened = known.state === 'done' && known.changed_at === null;
    if (!isReopened && known.due_at === eta_until) return undefined;
    db.run(sql`
      UPDATE todos SET due_at = ${eta_until}, state = ${isReopened ? 'open' : known.state} WHERE id = ${known.id}`);
    return known.message;
  }
  const row = db.get<{ message: number; is_new: number }>(sql`
    SELECT m.id AS message, coalesce(k.is_new, 0) AS is_new FROM messages m LEFT JOIN message_kinds k ON k.message = m.id
    WHERE m.message_id = ${message_id}`);
  if (!row) return undefined;
  const { message } = row;
  const span = { words: todoTexts.parcel(delivery), start: null, end: null };
  const due = { due_at: eta_until, due_day: null, due_words: null };
  const found = { kind: 'delivery', key: delivery_id, span, due, amount: null } as const;
  return saveTodos(db, { message, isCatchup: row.is_new === 0, now: instantOf(now) }, [found]) > 0
    ? message
    : undefined;
}
