import type { Call } from '../../handler-types.ts';
import { actorIs } from '../../mail/callers/actor-condition.ts';
import type { Mutation } from '../../mail/mutations/journal.ts';
import { joinSql, sqlAnd, sqlOr } from '../../mail/query/sql-conditions.ts';
import { viewerOf } from '../../safety/policy.ts';
import { jsonList, sql, type ReadDb, type Sql } from '../../store/db.ts';

/** A caller, and the accounts that it may see. */
export type CallerAccounts = Pick<Call, 'caller' | 'accounts'>;

/** Mutations that the caller may see and that are recent or not pushed completely yet, newest first. */
export function mutationsBefore(
  db: ReadDb,
  before: number,
  { since, call, limit }: { since: string; call: CallerAccounts; limit: number },
): Mutation[] {
  const conditions = [sql`id < ${before}`, sql`(made_at > ${since} OR completed = 0)`, ...visibleTo(call)];
  const parts = [sql`SELECT * FROM mutations WHERE`, sqlAnd(conditions), sql`ORDER BY id DESC LIMIT ${limit}`];
  return db.all<Mutation>(joinSql(parts, ' '));
}

/** The number of mutations that the caller may see and that are not pushed yet. */
export function countWaiting(db: ReadDb, call: CallerAccounts): number {
  const condition = sqlAnd([sql`completed = 0`, ...visibleTo(call)]);
  const query = joinSql([sql`SELECT count(*) AS waiting FROM mutations WHERE`, condition], ' ');
  return db.get<{ waiting: number }>(query)?.waiting ?? 0;
}

/** The SQL form of `isVisibleFor` of contract/ownership.ts. */
function visibleTo(call: CallerAccounts): Sql[] {
  const viewer = viewerOf(call);
  if (viewer === undefined) return [];
  const isInScope = sql`
    NOT EXISTS (SELECT 1 FROM mutation_accounts ma WHERE ma.mutation = mutations.id
      AND ma.account NOT IN (SELECT value FROM json_each(${idsOf(call.accounts)})))`;
  const isOfOneAccount = sql`(SELECT count(*) FROM mutation_accounts ma WHERE ma.mutation = mutations.id) = 1`;
  return [isInScope, sqlOr([isOfOneAccount, actorIs(viewer)])];
}

/** The first message of a mutation that still exists. */
export function firstMessage(db: ReadDb, mutation: number): { message_id: string; subject: string } | undefined {
  return db.get(sql`
    SELECT m.message_id, m.subject FROM operations o JOIN messages m ON m.id = o.message
    WHERE o.mutation = ${mutation} ORDER BY o.id LIMIT 1`);
}

/** The name that the user gave a token; undefined once it is revoked. */
export function tokenName(db: ReadDb, tokenId: string): string | undefined {
  return db.get<{ name: string }>(sql`SELECT name FROM tokens WHERE token_id = ${tokenId}`)?.name;
}

function idsOf(rows: readonly { id: number }[]): string {
  return jsonList(rows.map(({ id }) => id));
}
