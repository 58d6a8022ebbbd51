import { isPerson } from '../../safety/policy.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { DraftPurpose, DraftScope } from '../drafts/drafts.ts';

/**
 * `queued` waits for its time, `sending` is being delivered to the server, `unknown` may or may not have been accepted:
 * the user decides. `cancelled` was cancelled in time. `failed` reached no recipient, or its account was removed.
 */
export type OutboxState = 'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | 'cancelled';

export type OutboxRecipient = {
  email: string;
  kind: 'to' | 'cc' | 'bcc';
  /**
   * `waiting` is still to be sent, `accepted` by our server, `refused` permanently, `bounced` back; `unknown`: the
   * outcome for this recipient is unknown, while others were accepted.
   */
  state: 'waiting' | 'accepted' | 'refused' | 'bounced' | 'unknown';
  /** Why the recipient was refused or has to wait, as text for the user. */
  reason?: string;
};

/** `code` is for programs; `message` states the problem, its cause and what to do. */
export type OutboxTrouble = { code: string; message: string; retryable: boolean };

/** One attempt to send a draft. */
export type OutboxRow = {
  id: number;
  send_id: string;
  draft: number | null;
  draft_id: string;
  account: number | null;
  account_id: string;
  purpose: DraftPurpose;
  state: OutboxState;
  timing: 'now' | 'held' | 'scheduled';
  due_at: string;
  next_at: string;
  attempts: number;
  header_id: string;
  from_email: string;
  subject: string;
  recipients: OutboxRecipient[];
  mime: number | null;
  message_id: string | null;
  is_committed: boolean;
  trouble: OutboxTrouble | null;
  copy: 'none' | 'due' | 'done' | 'failed';
  overridden: string[];
  origin: string;
  token_id: string | null;
  queued_at: string;
  sent_at: string | null;
  ended_at: string | null;
};

type StoredRow = Omit<OutboxRow, 'recipients' | 'is_committed' | 'trouble' | 'overridden'> & {
  recipients: string;
  is_committed: number;
  trouble: string | null;
  overridden: string;
};

/**
 * Compare and set: changes a row in state `from` to state `to`, with these changes. Returns whether the row was in
 * state `from`.
 */
export function transitionSend(
  db: WriteDb,
  id: number,
  from: OutboxState,
  to: OutboxState,
  change: Partial<
    Pick<
      OutboxRow,
      | 'due_at'
      | 'next_at'
      | 'attempts'
      | 'recipients'
      | 'mime'
      | 'message_id'
      | 'is_committed'
      | 'trouble'
      | 'copy'
      | 'sent_at'
      | 'ended_at'
    >
  > = {},
): boolean {
  const row = outboxRow(db, id);
  if (!row || row.state !== from) return false;
  const next = { ...row, ...change };
  const { changes } = db.run(sql`
    UPDATE outbox SET state = ${to}, due_at = ${next.due_at}, next_at = ${next.next_at}, attempts = ${next.attempts},
      recipients = ${JSON.stringify(next.recipients)}, mime = ${next.mime}, message_id = ${next.message_id},
      is_committed = ${next.is_committed}, trouble = ${next.trouble === null ? null : JSON.stringify(next.trouble)},
      copy = ${next.copy}, sent_at = ${next.sent_at}, ended_at = ${next.ended_at}
    WHERE id = ${id} AND state = ${from}`);
  return changes === 1;
}

export function outboxRow(db: ReadDb, id: number): OutboxRow | undefined {
  return rowsOf(db.all<StoredRow>(sql`SELECT * FROM outbox WHERE id = ${id}`))[0];
}

export function findSend(db: ReadDb, send_id: string): OutboxRow | undefined {
  return rowsOf(db.all<StoredRow>(sql`SELECT * FROM outbox WHERE send_id = ${send_id}`))[0];
}

/** The send of a draft that is in progress or has an unknown outcome. */
export function openSendOf(db: ReadDb, draft_id: string): OutboxRow | undefined {
  return rowsOf(
    db.all<StoredRow>(
      sql`SELECT * FROM outbox WHERE draft_id = ${draft_id} AND state IN ('queued', 'sending', 'unknown')`,
    ),
  )[0];
}

export function lastSendOf(db: ReadDb, draft_id: string): OutboxRow | undefined {
  return rowsOf(db.all<StoredRow>(sql`SELECT * FROM outbox WHERE draft_id = ${draft_id} ORDER BY id DESC LIMIT 1`))[0];
}

/** The next send of an account that is due at an instant. */
export function nextDueSend(db: ReadDb, account: number, now: string): OutboxRow | undefined {
  return rowsOf(
    db.all<StoredRow>(sql`
      SELECT * FROM outbox WHERE account = ${account} AND state = 'queued' AND next_at <= ${now} ORDER BY next_at, id LIMIT 1`),
  )[0];
}

/** When the next send of an account is due. */
export function nextSendAt(db: ReadDb, account: number): string | undefined {
  return db.get<{ next_at: string }>(sql`
    SELECT next_at FROM outbox WHERE account = ${account} AND state = 'queued' ORDER BY next_at LIMIT 1`)?.next_at;
}

/** Accepted sends with remaining work: the copy in Sent, the answered flag of the original message, the draft. */
export function unfinishedSends(db: ReadDb, account: number): OutboxRow[] {
  return rowsOf(
    db.all<StoredRow>(
      sql`SELECT * FROM outbox WHERE account = ${account} AND sent_at IS NOT NULL AND ended_at IS NULL ORDER BY id`,
    ),
  );
}

/** Maximum number of unknown sends to look for at once, latest first. */
const maxUnknownSends = 20;

/** Sends of an account with an unknown outcome. */
export function unknownSends(db: ReadDb, account: number): OutboxRow[] {
  return rowsOf(
    db.all<StoredRow>(sql`
      SELECT * FROM outbox WHERE account = ${account} AND state = 'unknown' ORDER BY id DESC LIMIT ${maxUnknownSends}`),
  );
}

/** All sends in one of these states. */
export function sendsInStates(db: ReadDb, states: readonly OutboxState[]): OutboxRow[] {
  return rowsOf(
    db.all<StoredRow>(
      sql`SELECT * FROM outbox WHERE state IN (SELECT value FROM json_each(${jsonList(states)})) ORDER BY id`,
    ),
  );
}

/**
 * The sends that a caller may see, newest first, in these states. A failed send is left out once its draft was sent again
 * or discarded.
 */
export function visibleSends(
  db: ReadDb,
  { accounts, caller }: DraftScope,
  { states, limit }: { states: readonly OutboxState[]; limit: number },
): OutboxRow[] {
  return rowsOf(
    db.all<StoredRow>(sql`
      SELECT * FROM outbox
      WHERE (account_id IN (SELECT value FROM json_each(${jsonList(accounts.map(({ account_id }) => account_id))}))
          OR account IS NULL AND ${isPerson(caller)})
        AND state IN (SELECT value FROM json_each(${jsonList(states)}))
        AND NOT (state = 'failed' AND (
          NOT EXISTS (SELECT 1 FROM drafts WHERE drafts.id = outbox.draft AND discarded_at IS NULL)
          OR EXISTS (SELECT 1 FROM outbox later WHERE later.draft_id = outbox.draft_id AND later.id > outbox.id)))
      ORDER BY id DESC LIMIT ${limit}`),
  );
}

/** The last send with this Message-ID, compared case-insensitively. */
export function sendByHeaderId(db: ReadDb, account: number, header_id: string): OutboxRow | undefined {
  return rowsOf(
    db.all<StoredRow>(sql`
      SELECT * FROM outbox WHERE header_id = ${header_id} COLLATE NOCASE AND account = ${account} ORDER BY id DESC LIMIT 1`),
  )[0];
}

/** Makes sends that wait for a condition due: the server is reachable again, or a caller requests it. */
export function makeRetriesDue(db: WriteDb, account: number, now: string, codes: readonly string[]): void {
  db.run(sql`
    UPDATE outbox SET next_at = ${now}
    WHERE account = ${account} AND state = 'queued' AND next_at > ${now}
      AND trouble ->> '$.code' IN (SELECT value FROM json_each(${jsonList(codes)}))`);
}

/** Requeues interrupted sends whose last bytes were not sent: the server cannot have accepted them. */
export function requeueUncommitted(db: WriteDb, account: number | null): void {
  db.run(sql`
    UPDATE outbox SET state = 'queued'
    WHERE state = 'sending' AND is_committed = 0 AND (${account} IS NULL OR account = ${account})`);
}

/** Deletes the sends that ended before an instant. */
export function removeEndedSends(db: WriteDb, before: string): void {
  db.run(sql`DELETE FROM outbox WHERE ended_at < ${before} AND state IN ('sent', 'failed', 'cancelled')`);
}

function rowsOf(rows: readonly StoredRow[]): OutboxRow[] {
  return rows.map(({ recipients, is_committed, trouble, overridden, ...row }) => ({
    ...row,
    recipients: JSON.parse(recipients) as OutboxRecipient[],
    is_committed: is_committed === 1,
    trouble: trouble === null ? null : (JSON.parse(trouble) as OutboxTrouble),
    overridden: JSON.parse(overridden) as string[],
  }));
}

/** Whether a message is being sent to a server. */
export function isSending(db: ReadDb): boolean {
  return db.get(sql`SELECT 1 FROM outbox WHERE state = 'sending' LIMIT 1`) !== undefined;
}
