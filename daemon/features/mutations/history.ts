import type { z } from 'zod';
import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../../mail/accounts.ts';
import {
  isReversible,
  mutationById,
  tallyOf,
  undoableMs,
  type About,
  type Mutation,
} from '../../mail/mutations/journal.ts';
import type { mutation as mutationSchema } from './contract.ts';

type MutationRecord = z.input<typeof mutationSchema>;

/** No answer lists more messages than these. */
const mostOutcomes = 1000;

/** Whether all that a mutation touched is of accounts that a caller may see. */
export function mayBeSeen(db: ReadDb, { id }: Pick<Mutation, 'id'>, accounts: readonly Account[]): boolean {
  const touched = db.all<{ account: number }>(sql`SELECT account FROM mutation_accounts WHERE mutation = ${id}`);
  return touched.every(({ account }) => accounts.some((each) => each.id === account));
}

type PageWish = { limit: number; cursor?: string | undefined; accounts: readonly Account[]; now: Date };

/** What can still be taken back, and what waits for its server, newest first. */
export function historyPage(db: ReadDb, { limit, cursor, accounts, now }: PageWish) {
  const after = cursor === undefined ? Number.MAX_SAFE_INTEGER : parseCursor(cursor);
  const since = instantOf(new Date(now.getTime() - undoableMs));
  const visible = jsonList(accounts.map(({ id }) => id));
  const rows = db.all<Mutation>(sql`
    SELECT * FROM mutations WHERE id < ${after} AND (made_at > ${since} OR completed = 0)
      AND NOT EXISTS (SELECT 1 FROM mutation_accounts ma
        WHERE ma.mutation = mutations.id AND ma.account NOT IN (SELECT value FROM json_each(${visible})))
    ORDER BY id DESC LIMIT ${limit + 1}`);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    mutations: page.map((mutation) => recordOf(db, mutation, now)),
    next_cursor: rows.length > limit && last ? String(last.id) : null,
    waiting: waitingCount(db, visible),
  };
}

/** Of how many mutations a server has yet to be told. `visible` lists the accounts of whoever asks, by id, as JSON. */
function waitingCount(db: ReadDb, visible: string): number {
  const row = db.get<{ waiting: number }>(sql`
    SELECT count(*) AS waiting FROM mutations WHERE completed = 0
      AND NOT EXISTS (SELECT 1 FROM mutation_accounts ma
        WHERE ma.mutation = mutations.id AND ma.account NOT IN (SELECT value FROM json_each(${visible})))`);
  return row?.waiting ?? 0;
}

function parseCursor(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new Failure('invalid', 'bad_cursor', 'cursor must be the next_cursor of an earlier answer.');
}

/** A mutation as clients see it. */
export function recordOf(db: ReadDb, mutation: Mutation, now: Date): MutationRecord {
  const { id, mutation_id, kind, made_at, origin, requested, undoable_until, job_id } = mutation;
  const { succeeded, failed, cancelled, open, error } = tallyOf(db, id);
  const idOf = (other: number | null) => (other === null ? null : (mutationById(db, other)?.mutation_id ?? null));
  return {
    mutation_id,
    kind,
    made_at,
    origin,
    requested,
    succeeded,
    waiting: open,
    skipped: mutation.skipped + cancelled,
    failed,
    error,
    undoable: mutation.undone_by === null && undoable_until > instantOf(now) && isReversible(db, id),
    undoable_until,
    undone_by: idOf(mutation.undone_by),
    undo_of: idOf(mutation.undo_of),
    job_id,
    about: JSON.parse(mutation.about) as About,
    account_ids: accountIdsOf(db, id),
    example: exampleOf(db, id),
  };
}

function accountIdsOf(db: ReadDb, mutation: number): string[] {
  const rows = db.all<{ account_id: string }>(sql`
    SELECT a.account_id FROM mutation_accounts ma JOIN accounts a ON a.id = ma.account WHERE ma.mutation = ${mutation}`);
  return rows.map(({ account_id }) => account_id);
}

function exampleOf(db: ReadDb, mutation: number): MutationRecord['example'] {
  const found = db.get<{ message_id: string; subject: string }>(sql`
    SELECT m.message_id, m.subject FROM operations o JOIN messages m ON m.id = o.message
    WHERE o.mutation = ${mutation} ORDER BY o.id LIMIT 1`);
  return found ?? null;
}

/** The messages that were not done as asked, and why. */
export function outcomesOf(db: ReadDb, { id }: Mutation) {
  const rows = db.all<{ message_id: string; state: string; error: string | null }>(sql`
    SELECT message_id, state, error FROM operations
    WHERE mutation = ${id} AND message_id IS NOT NULL AND state IN ('refused', 'cancelled') ORDER BY id LIMIT ${mostOutcomes}`);
  return rows.map(({ message_id, state, error }) =>
    state === 'refused'
      ? { message_id, outcome: 'failed' as const, reason: error ?? 'The server did not make the change.' }
      : { message_id, outcome: 'skipped' as const, reason: 'It was taken back before its server was told.' },
  );
}
