import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Actor } from '../mutations/apply.ts';

/** Being taken off a list, from before its sender is asked. */
export type Unsubscribe = {
  id: number;
  message: number | null;
  account: number;
  /** Lower-case. */
  sender: string;
  list_id: string | null;
  method: 'one_click' | 'mailto' | 'link';
  target: string;
  /** `asking` is being asked; `by_hand` is for the person to do; of `unknown` nobody knows whether it has been heard. */
  state: 'asking' | 'done' | 'failed' | 'unknown' | 'by_hand';
  error: string | null;
  mutation_id: string | null;
  /** The mail that asks, by its send: what becomes of that becomes of this. */
  send_id: string | null;
  asked_at: string;
  ended_at: string | null;
};

export type NewUnsubscribe = Pick<Unsubscribe, 'message' | 'account' | 'sender' | 'list_id' | 'method' | 'target'> & {
  state: 'asking' | 'by_hand';
  mutation_id: string;
  asked_at: string;
  send_id?: string;
};

/** Call it, and have it committed, before anybody is asked. */
export function startUnsubscribe(db: WriteDb, request: NewUnsubscribe, { origin, token_id = null }: Actor): number {
  const { message, account, sender, list_id, method, target, state, mutation_id, asked_at, send_id = null } = request;
  return db.run(sql`
    INSERT INTO unsubscribes (message, account, sender, list_id, method, target, state, mutation_id, origin, token_id, asked_at,
      send_id)
    VALUES (${message}, ${account}, ${sender}, ${list_id}, ${method}, ${target}, ${state}, ${mutation_id}, ${origin},
      ${token_id}, ${asked_at}, ${send_id})`).id;
}

export function endUnsubscribe(
  db: WriteDb,
  id: number,
  { state, error = null, ended_at }: { state: 'done' | 'failed' | 'unknown'; error?: string | null; ended_at: string },
): void {
  db.run(sql`UPDATE unsubscribes SET state = ${state}, error = ${error}, ended_at = ${ended_at} WHERE id = ${id}`);
}

/**
 * What has become of asking to be off the list a message came by: it was asked by that message, or after that message had
 * come. What failed can be asked again; what was left to the person is only told to them again.
 */
export function unsubscribeFor(
  db: ReadDb,
  {
    id,
    account,
    sender,
    list_id,
    received_at,
  }: { id: number; received_at: string } & Pick<Unsubscribe, 'account' | 'sender' | 'list_id'>,
): Unsubscribe | undefined {
  return db.get<Unsubscribe>(sql`
    SELECT * FROM unsubscribes
    WHERE account = ${account} AND sender = ${sender} AND list_id IS ${list_id}
      AND (message = ${id} AND state <> 'failed' OR asked_at >= ${received_at} AND state IN ('asking', 'done', 'unknown'))
    ORDER BY id DESC LIMIT 1`);
}

/** As it is now: what is asked by mail ends when that is sent. */
export function unsubscribeById(db: ReadDb, id: number): Unsubscribe | undefined {
  return db.get<Unsubscribe>(sql`SELECT * FROM unsubscribes WHERE id = ${id}`);
}

/** The last time somebody wanted to be off a sender's lists. */
export function lastUnsubscribe(
  db: ReadDb,
  { account, sender }: Pick<Unsubscribe, 'account' | 'sender'>,
): Unsubscribe | undefined {
  return db.get<Unsubscribe>(sql`
    SELECT * FROM unsubscribes WHERE account = ${account} AND sender = ${sender} ORDER BY id DESC LIMIT 1`);
}

/**
 * Of what the last process was asking nobody knows whether it was heard. It is never asked again by itself. What is asked by
 * mail waits in the outbox, which knows.
 */
export function markInterruptedUnsubscribesUnknown(db: WriteDb, now: string): void {
  db.run(sql`
    UPDATE unsubscribes SET state = 'unknown', error = ${interruptedReason}, ended_at = ${now}
    WHERE state = 'asking' AND send_id IS NULL`);
}

const interruptedReason = 'Posthorn was stopped before the sender had answered, so nobody knows whether they heard.';
