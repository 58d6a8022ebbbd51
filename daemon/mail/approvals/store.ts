import { instantOf } from '../../base/clock.ts';
import { timeId } from '../../base/ids.ts';
import type { ApprovalContent, ApprovalState } from '../../contract/approval.ts';
import type { Effect } from '../../contract/define.ts';
import type { Actor } from '../../contract/ownership.ts';
import { jsonList, sql, type ReadDb, type Sql, type WriteDb } from '../../store/db.ts';
import { actorIs } from '../callers/actor-condition.ts';
import { joinSql, sqlAnd } from '../query/sql-conditions.ts';

/** A stored approval. Instants are as on the wire. */
export type Approval = {
  id: number;
  approval_id: string;
  origin: 'agent' | 'mcp';
  token_id: string | null;
  caller_name: string;
  request: string;
  effect: Effect;
  input: Record<string, unknown>;
  idempotency_key: string | null;
  reason: string | null;
  content: ApprovalContent;
  request_hash: string;
  payload_hash: string;
  state: ApprovalState;
  requested_at: string;
  expires_at: string;
  decided_at: string | null;
  decline_reason: string | null;
  ended_at: string | null;
  reply: unknown;
  error: ApprovalError | null;
};

type ApprovalError = { code: string; message: string };

type Row = Omit<Approval, 'effect' | 'input' | 'content' | 'reply' | 'error'> &
  Record<'effect' | 'input' | 'content', string> &
  Record<'reply' | 'error', string | null>;

type NewApproval = Pick<
  Approval,
  | 'origin'
  | 'token_id'
  | 'caller_name'
  | 'request'
  | 'effect'
  | 'input'
  | 'idempotency_key'
  | 'reason'
  | 'content'
  | 'request_hash'
  | 'payload_hash'
>;

/** How long an approval waits for the owner, in milliseconds. */
const approvalValidMs = 24 * 3_600_000;

/** How long a decided approval is kept, in milliseconds. */
const keptMs = 30 * 24 * 3_600_000;

/** Stores a request that waits for the owner. */
export function addApproval(db: WriteDb, approval: NewApproval, now: Date): Approval {
  const expires_at = instantOf(new Date(now.getTime() + approvalValidMs));
  const { id } = db.run(sql`
    INSERT INTO approvals (approval_id, origin, token_id, caller_name, request, effect, input, idempotency_key, reason,
      content, request_hash, payload_hash, state, requested_at, expires_at)
    VALUES (${timeId(now)}, ${approval.origin}, ${approval.token_id}, ${approval.caller_name}, ${approval.request},
      ${JSON.stringify(approval.effect)}, ${JSON.stringify(approval.input)}, ${approval.idempotency_key},
      ${approval.reason}, ${JSON.stringify(approval.content)}, ${approval.request_hash}, ${approval.payload_hash},
      'pending', ${instantOf(now)}, ${expires_at})`);
  return approvalByRow(db, id)!;
}

export function approvalByRow(db: ReadDb, id: number): Approval | undefined {
  const row = db.get<Row>(sql`SELECT * FROM approvals WHERE id = ${id}`);
  return row && approvalFrom(row);
}

/** The approval with a public id; with `actor` only if that caller asked for it. */
export function findApproval(db: ReadDb, approval_id: string, actor?: Actor): Approval | undefined {
  const conditions = [sql`approval_id = ${approval_id}`, ...(actor ? [actorIs(actor)] : [])];
  return selectApprovals(db, conditions, sql`LIMIT 1`)[0];
}

/** The approval that waits for exactly this. */
export function pendingWithPayload(db: ReadDb, payload_hash: string, now: Date): Approval | undefined {
  return selectApprovals(db, [sql`payload_hash = ${payload_hash}`, isPending(now)], sql`LIMIT 1`)[0];
}

/** The last approval of the same request with the same input. */
export function lastOfRequest(db: ReadDb, request_hash: string): Approval | undefined {
  return selectApprovals(db, [sql`request_hash = ${request_hash}`], sql`ORDER BY id DESC LIMIT 1`)[0];
}

/** How many approvals of a caller wait. */
export function countPendingOf(db: ReadDb, actor: Actor, now: Date): number {
  return countWhere(db, [actorIs(actor), isPending(now)]);
}

/** How many approvals wait for the owner. */
export function countPending(db: ReadDb, now: Date): number {
  return countWhere(db, [isPending(now)]);
}

function countWhere(db: ReadDb, conditions: readonly Sql[]): number {
  return db.get<{ n: number }>(joinSql([sql`SELECT count(*) AS n FROM approvals WHERE`, sqlAnd(conditions)], ' '))!.n;
}

type ListOptions = {
  states: readonly ApprovalState[];
  limit: number;
  offset: number;
  /** Only what this caller asked for. */
  actor?: Actor | undefined;
};

/** Approvals in these states, the newest first. */
export function listApprovals(db: ReadDb, { states, limit, offset, actor }: ListOptions): Approval[] {
  const inStates = sql`state IN (SELECT value FROM json_each(${jsonList(states)}))`;
  return selectApprovals(
    db,
    [inStates, ...(actor ? [actorIs(actor)] : [])],
    sql`ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`,
  );
}

/** The approved requests that are to be done, in the order in which they were approved. */
export function approvedRequests(db: ReadDb): Approval[] {
  return selectApprovals(db, [sql`state = 'approved'`], sql`ORDER BY decided_at, id`);
}

/** The approvals whose time is over at an instant. */
export function expiredApprovals(db: ReadDb, now: Date): Approval[] {
  return selectApprovals(db, [sql`state = 'pending'`, sql`expires_at <= ${instantOf(now)}`], sql`ORDER BY id`);
}

/** When the next approval expires. */
export function nextExpiry(db: ReadDb): string | undefined {
  return db.get<{ expires_at: string }>(
    sql`SELECT expires_at FROM approvals WHERE state = 'pending' ORDER BY expires_at LIMIT 1`,
  )?.expires_at;
}

/** Pending approvals of the same request with the same input, whose payload is another one now. */
export function supersededApprovals(
  db: ReadDb,
  { request_hash, payload_hash }: Pick<Approval, 'request_hash' | 'payload_hash'>,
): Approval[] {
  return selectApprovals(
    db,
    [sql`request_hash = ${request_hash}`, sql`payload_hash <> ${payload_hash}`, sql`state = 'pending'`],
    sql`ORDER BY id`,
  );
}

/** Approvals that were being carried out when Posthorn stopped. */
export function interruptedApprovals(db: ReadDb): Approval[] {
  return selectApprovals(db, [sql`state = 'running'`], sql`ORDER BY id`);
}

type StateChange = Partial<Pick<Approval, 'decided_at' | 'decline_reason' | 'ended_at' | 'reply' | 'error'>>;

/** Compare and set: changes the state if it is one of `from`. Returns whether it was. */
export function transitionApproval(
  db: WriteDb,
  id: number,
  from: readonly ApprovalState[],
  to: ApprovalState,
  change: StateChange = {},
): boolean {
  const row = approvalByRow(db, id);
  if (!row || !from.includes(row.state)) return false;
  const { decided_at, decline_reason, ended_at, reply, error } = { ...row, ...change };
  db.run(sql`
    UPDATE approvals SET state = ${to}, decided_at = ${decided_at}, decline_reason = ${decline_reason},
      ended_at = ${ended_at}, reply = ${jsonOrNull(reply)}, error = ${jsonOrNull(error)}
    WHERE id = ${id}`);
  return true;
}

/** Removes approvals that ended long ago. */
export function removeOldApprovals(db: WriteDb, now: Date): void {
  db.run(sql`DELETE FROM approvals WHERE ended_at < ${instantOf(new Date(now.getTime() - keptMs))}`);
}

/** Removes approvals that have not ended: a restored copy of the store must not carry them out, or again. */
export function removeOpenApprovals(db: WriteDb): void {
  db.run(sql`DELETE FROM approvals WHERE state IN ('pending', 'approved', 'running')`);
}

function isPending(now: Date): Sql {
  return sql`state = 'pending' AND expires_at > ${instantOf(now)}`;
}

function selectApprovals(db: ReadDb, conditions: readonly Sql[], end: Sql): Approval[] {
  const query = joinSql([sql`SELECT * FROM approvals WHERE`, sqlAnd(conditions), end], ' ');
  return db.all<Row>(query).map(approvalFrom);
}

function approvalFrom({ effect, input, content, reply, error, ...row }: Row): Approval {
  return {
    ...row,
    effect: JSON.parse(effect) as Effect,
    input: JSON.parse(input) as Record<string, unknown>,
    content: JSON.parse(content) as ApprovalContent,
    reply: reply === null ? null : (JSON.parse(reply) as unknown),
    error: error === null ? null : (JSON.parse(error) as ApprovalError),
  };
}

function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
