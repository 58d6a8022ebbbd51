import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { flagBits } from '../messages/flags.ts';
import { decisionFor } from '../screener/decisions.ts';
import { movesNewMail } from '../screener/decision.ts';
import { muteOf } from './muted-threads.ts';

/** A new message that a rule may concern. */
export type Arrival = {
  id: number;
  message_id: string;
  account: number;
  account_id: string;
  thread: number;
  from_email: string;
  list_id: string | null;
};

type NewMessage = {
  id: number;
  account: number;
  thread: number;
  email: string;
  list_id: string | null;
  direction: string;
  flags: number;
};

const exemptFlags = flagBits.DRAFT | flagBits.SENT | flagBits.TRASH | flagBits.SPAM;

/**
 * Queues a new message that a decision about its sender moves, or that is in a muted thread, in the transaction that stores it. The message is moved
 * outside of the ingest worker; until then the row survives a crash.
 */
export function queueArrival(db: WriteDb, { id, account, thread, email, list_id, direction, flags }: NewMessage): void {
  if (direction === 'outbound' || flags & exemptFlags) return;
  const decision = decisionFor(db, { account, from_email: email, list_id });
  if ((decision && movesNewMail(decision)) || muteOf(db, thread))
    db.run(sql`INSERT INTO arrivals (message) VALUES (${id}) ON CONFLICT DO NOTHING`);
}

/** The queued messages, oldest first. `CROSS JOIN` makes SQLite begin with the queue, which is short or empty. */
export function queuedArrivals(db: ReadDb): Arrival[] {
  return db.all<Arrival>(sql`
    SELECT m.id, m.message_id, m.account, a.account_id, m.thread, m.from_email, m.list_id
    FROM arrivals q CROSS JOIN messages m ON m.id = q.message CROSS JOIN accounts a ON a.id = m.account
    ORDER BY q.message`);
}

export function clearArrivals(db: WriteDb): void {
  db.run(sql`DELETE FROM arrivals`);
}
