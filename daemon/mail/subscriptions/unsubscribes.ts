import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Actor } from '../mutations/apply.ts';

/** An unsubscribe request, stored before it is sent. */
export type Unsubscribe = {
  id: number;
  message: number | null;
  account: number;
  /** Lower-case. */
  sender: string;
  list_id: string | null;
  method: 'one_click' | 'mailto' | 'link';
  target: string;
  /** `asking` is in progress; `by_hand` is left to the user; `unknown` has an unknown outcome. */
  state: 'asking' | 'done' | 'failed' | 'unknown' | 'by_hand';
  error: string | null;
  mutation_id: string | null;
  /** The send of the unsubscribe mail: its outcome is the outcome of the request. */
  send_id: string | null;
  asked_at: string;
  ended_at: string | null;
};

type NewUnsubscribe = Pick<Unsubscribe, 'message' | 'account' | 'sender' | 'list_id' | 'method' | 'target'> & {
  state: 'asking' | 'by_hand';
  mutation_id: string;
  asked_at: string;
  send_id?: string;
};

/** Call it and commit before the request is sent. */
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
 * The latest unsubscribe request for the list of a message: made from that message, or after that message was received.
 * A failed request can be repeated; a request by hand is only shown again.
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

/** The current state: a request by mail ends when the mail is sent. */
export function unsubscribeById(db: ReadDb, id: number): Unsubscribe | undefined {
  return db.get<Unsubscribe>(sql`SELECT * FROM unsubscribes WHERE id = ${id}`);
}

/** The latest unsubscribe request for a sender. */
export function lastUnsubscribe(
  db: ReadDb,
  { account, sender }: Pick<Unsubscribe, 'account' | 'sender'>,
): Unsubscribe | undefined {
  return db.get<Unsubscribe>(sql`
    SELECT * FROM unsubscribes WHERE account = ${account} AND sender = ${sender} ORDER BY id DESC LIMIT 1`);
}

/**
 * Marks requests that the last process interrupted: their outcome is unknown, and they are never repeated
 * automatically. Requests by mail are excluded: the outbox knows their state.
 */
export function markInterruptedUnsubscribesUnknown(db: WriteDb, now: string): void {
  db.run(sql`
    UPDATE unsubscribes SET state = 'unknown', error = ${interruptedReason}, ended_at = ${now}
    WHERE state = 'asking' AND send_id IS NULL`);
}

const interruptedReason = 'Posthorn was stopped before the sender answered, so we couldn’t confirm the request.';
