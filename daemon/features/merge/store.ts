import { Failure } from '../../base/failure.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { Actor } from '../../mail/mutations/apply.ts';
import type { DraftContent } from '../../mail/drafts/drafts.ts';
import type { OutboxState } from '../../mail/outbox/outbox.ts';
import type { TableRow } from './table.ts';

type RowState = 'waiting' | 'skipped' | 'drafted' | 'due' | 'queued' | 'held_back' | 'discarded';

/** A stored merge. `draft` is the row id of its template, whose files its drafts share; null if the template is deleted. */
export type Merge = {
  id: number;
  batch: string;
  account: number | null;
  account_id: string;
  template: DraftContent;
  draft: number | null;
  columns: string[];
  email_column: string | null;
  state: 'making' | 'made' | 'sending';
  next_at: string | null;
  pace: number;
  origin: Actor['origin'];
  token_id: string | null;
};

export type MergeRow = {
  id: number;
  line: number;
  cells: string[];
  state: RowState;
  reason: string | null;
  draft_id: string | null;
};

type Stored<Row, Keys extends keyof Row> = Omit<Row, Keys> & Record<Keys, string>;

type NewMerge = Pick<Merge, 'batch' | 'template' | 'columns' | 'email_column'> & {
  account: Pick<Account, 'id' | 'account_id'>;
  draft: number;
  actor: Actor;
  created_at: string;
  rows: readonly (TableRow & { skipped?: string | undefined })[];
};

/** `skipped` rows have a reason. */
export function saveMerge(db: WriteDb, { account, rows, actor, ...merge }: NewMerge): void {
  const { id } = db.run(sql`
    INSERT INTO merges (batch, account, account_id, template, draft, columns, email_column, state, created_at, origin, token_id)
    VALUES (${merge.batch}, ${account.id}, ${account.account_id}, ${JSON.stringify(merge.template)}, ${merge.draft},
      ${JSON.stringify(merge.columns)}, ${merge.email_column}, 'making', ${merge.created_at}, ${actor.origin},
      ${actor.token_id ?? null})`);
  for (const { line, cells, skipped } of rows)
    db.run(sql`
      INSERT INTO merge_rows (merge, line, cells, state, reason)
      VALUES (${id}, ${line}, ${JSON.stringify(cells)}, ${skipped === undefined ? 'waiting' : 'skipped'}, ${skipped ?? null})`);
}

/** A merge whose drafts are being created or queued. */
export function nextMerge(db: ReadDb): Merge | undefined {
  return mergeFrom(db.get(sql`SELECT * FROM merges WHERE state <> 'made' ORDER BY id LIMIT 1`));
}

/** Throws Failure `not_found`. */
export function requireMerge(db: ReadDb, accounts: readonly Pick<Account, 'account_id'>[], batch: string): Merge {
  const found = mergeNamed(db, batch);
  if (found && accounts.some(({ account_id }) => account_id === found.account_id)) return found;
  throw new Failure('missing', 'not_found', 'There is no such merge here.');
}

export function mergeNamed(db: ReadDb, batch: string): Merge | undefined {
  return mergeFrom(db.get(sql`SELECT * FROM merges WHERE batch = ${batch.toLowerCase()}`));
}

function mergeFrom(row: Stored<Merge, 'template' | 'columns'> | undefined): Merge | undefined {
  return (
    row && {
      ...row,
      template: JSON.parse(row.template) as DraftContent,
      columns: JSON.parse(row.columns) as string[],
    }
  );
}

export function setMergeState(
  db: WriteDb,
  id: number,
  { state, next_at = null }: Pick<Merge, 'state'> & { next_at?: string | null },
): void {
  db.run(sql`UPDATE merges SET state = ${state}, next_at = ${next_at} WHERE id = ${id}`);
}

/** Makes all unsent drafts due. Returns their count. */
export function beginSending(
  db: WriteDb,
  id: number,
  { actor, pace, next_at }: { actor: Actor; pace: number; next_at: string },
): number {
  const { changes } = db.run(sql`
    UPDATE merge_rows SET state = 'due', reason = NULL WHERE merge = ${id} AND state IN ('drafted', 'held_back')`);
  if (changes > 0)
    db.run(sql`
      UPDATE merges SET state = 'sending', next_at = ${next_at}, pace = ${pace}, origin = ${actor.origin},
        token_id = ${actor.token_id ?? null} WHERE id = ${id}`);
  return changes;
}

export function rowsIn(db: ReadDb, merge: number, states: readonly RowState[], limit: number): MergeRow[] {
  return db
    .all<Stored<MergeRow, 'cells'>>(
      sql`
        SELECT * FROM merge_rows
        WHERE merge = ${merge} AND state IN (SELECT value FROM json_each(${jsonList(states)})) ORDER BY id LIMIT ${limit}`,
    )
    .map(rowFrom);
}

export function setRow(
  db: WriteDb,
  id: number,
  { state, reason = null, draft_id }: { state: RowState; reason?: string | null; draft_id?: string },
): void {
  db.run(sql`
    UPDATE merge_rows SET state = ${state}, reason = ${reason}, draft_id = coalesce(${draft_id ?? null}, draft_id)
    WHERE id = ${id}`);
}

/** Skips rows whose drafts are not created yet. */
export function skipWaiting(db: WriteDb, merge: number, reason: string): void {
  db.run(sql`UPDATE merge_rows SET state = 'skipped', reason = ${reason} WHERE merge = ${merge} AND state = 'waiting'`);
}

export function countRows(db: ReadDb, merge: number): Record<RowState, number> {
  const rows = db.all<{ state: RowState; count: number }>(
    sql`SELECT state, count(*) AS count FROM merge_rows WHERE merge = ${merge} GROUP BY state`,
  );
  const none = { waiting: 0, skipped: 0, drafted: 0, due: 0, queued: 0, held_back: 0, discarded: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
}

/** Includes the last outbox state of each row. */
export function pageOfRows(
  db: ReadDb,
  merge: number,
  { limit, offset }: { limit: number; offset: number },
): (MergeRow & { to_text: string | null; send_state: OutboxState | null })[] {
  type Row = Stored<MergeRow, 'cells'> & { to_text: string | null; send_state: OutboxState | null };
  return db
    .all<Row>(
      sql`
        SELECT r.*, d.to_text,
          (SELECT state FROM outbox WHERE outbox.draft_id = r.draft_id ORDER BY outbox.id DESC LIMIT 1) AS send_state
        FROM merge_rows r LEFT JOIN drafts d ON d.draft_id = r.draft_id
        WHERE r.merge = ${merge} ORDER BY r.id LIMIT ${limit} OFFSET ${offset}`,
    )
    .map(({ to_text, send_state, ...row }) => ({ ...rowFrom(row), to_text, send_state }));
}

function rowFrom({ cells, ...row }: Stored<MergeRow, 'cells'>): MergeRow {
  return { ...row, cells: JSON.parse(cells) as string[] };
}
