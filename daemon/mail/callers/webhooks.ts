import { randomBytes } from 'node:crypto';
import { instantOf, type Clock } from '../../base/clock.ts';
import { timeId } from '../../base/ids.ts';
import type { EventKind } from '../../contract/events.ts';
import type { Actor } from '../../contract/ownership.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';

/** A program on this computer that is sent events. */
export type Webhook = {
  id: number;
  webhook_id: string;
  name: string;
  url: string;
  secret: string;
  /** Empty for all kinds. */
  events: EventKind[];
  origin: string;
  token_id: string | null;
  created_at: string;
  /** The last event that was delivered or is not for it. */
  delivered_seq: number;
  delivered_at: string | null;
  /** Failed attempts since the last one that succeeded. */
  failures: number;
  failing_since: string | null;
  next_attempt_at: string | null;
  last_error: string | null;
};

type StoredWebhook = Omit<Webhook, 'events'> & { events: string };

/** All webhooks, oldest first. */
export function allWebhooks(db: ReadDb): Webhook[] {
  return db.all<StoredWebhook>(sql`SELECT * FROM webhooks ORDER BY id`).map(webhookFrom);
}

export function findWebhook(db: ReadDb, webhook_id: string): Webhook | undefined {
  const row = db.get<StoredWebhook>(sql`SELECT * FROM webhooks WHERE webhook_id = ${webhook_id}`);
  return row && webhookFrom(row);
}

function webhookFrom({ events, ...row }: StoredWebhook): Webhook {
  return { ...row, events: JSON.parse(events) as EventKind[] };
}

type NewWebhook = Pick<Webhook, 'name' | 'url' | 'events'> & { actor: Actor; after: number };

/** Adds a webhook that is sent the events after `after`. Its secret is made. */
export function addWebhook(
  { db, clock }: { db: WriteDb; clock: Clock },
  { name, url, events, actor, after }: NewWebhook,
): Webhook {
  const now = clock.now();
  const webhook_id = timeId(now);
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  db.run(sql`
    INSERT INTO webhooks (webhook_id, name, url, secret, events, origin, token_id, created_at, delivered_seq)
    VALUES (${webhook_id}, ${name}, ${url}, ${secret}, ${jsonList(events)}, ${actor.origin}, ${actor.token_id ?? null},
      ${instantOf(now)}, ${after})`);
  const added = findWebhook(db, webhook_id);
  if (!added) throw new Error('the webhook wasn’t stored');
  return added;
}

/** Returns whether it existed. */
export function removeWebhook(db: WriteDb, { id }: Pick<Webhook, 'id'>): boolean {
  return db.run(sql`DELETE FROM webhooks WHERE id = ${id}`).changes > 0;
}

/** Removes all webhooks: a copy of the store must not contain their secrets. */
export function removeAllWebhooks(db: WriteDb): void {
  db.run(sql`DELETE FROM webhooks`);
}

/** Events up to `seq` need not be sent any more. `at` is when the last was accepted; absent where none was for it. */
export function saveDelivered(db: WriteDb, { id }: Pick<Webhook, 'id'>, seq: number, at?: string): void {
  if (at === undefined) db.run(sql`UPDATE webhooks SET delivered_seq = max(delivered_seq, ${seq}) WHERE id = ${id}`);
  else
    db.run(sql`
      UPDATE webhooks SET delivered_seq = max(delivered_seq, ${seq}), delivered_at = ${at}, failures = 0,
        failing_since = NULL, next_attempt_at = NULL, last_error = NULL
      WHERE id = ${id}`);
}

/** An attempt failed, and the next one is made later. */
export function saveFailedAttempt(
  db: WriteDb,
  { id }: Pick<Webhook, 'id'>,
  { at, error, next_attempt_at }: { at: string; error: string; next_attempt_at: string },
): void {
  db.run(sql`
    UPDATE webhooks SET failures = failures + 1, failing_since = coalesce(failing_since, ${at}),
      next_attempt_at = ${next_attempt_at}, last_error = ${error}
    WHERE id = ${id}`);
}

/** The next attempt is made at once. */
export function retryWebhook(db: WriteDb, { id }: Pick<Webhook, 'id'>): void {
  db.run(sql`UPDATE webhooks SET next_attempt_at = NULL WHERE id = ${id}`);
}
