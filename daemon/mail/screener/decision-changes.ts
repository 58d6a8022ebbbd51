import { isDeepStrictEqual } from 'node:util';
import { isSameActor, type Actor } from '../../contract/ownership.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Decided, DecisionTarget } from './decision.ts';
import { decisionAbout, saveDecision } from './decisions.ts';

/** A decision that a mutation changed; null where there was none before or is none after it. */
export type DecisionChange = DecisionTarget & { account: number; before: Decided | null; after: Decided | null };

type ChangeRow = DecisionTarget & { account: number; before: string | null; after: string | null };

/** A decision as it is kept with a mutation. */
type KeptDecision = Omit<Decided, 'isBlocked' | 'actor'> & {
  is_blocked: number;
  origin: string;
  token_id: string | null;
};

/** Changes a decision; null takes it away. Returns what changed, to be kept with the mutation by `keepDecisionChanges`. */
export function changeDecision(
  db: WriteDb,
  account: number,
  { scope, value }: DecisionTarget,
  after: Decided | null,
): DecisionChange {
  const before = decisionAbout(db, account, { scope, value }) ?? null;
  saveDecision(db, account, { scope, value }, after);
  return { account, scope, value, before, after };
}

/** Keeps with a mutation (internal id) which decisions it changed, so that it can be undone. */
export function keepDecisionChanges(db: WriteDb, mutation: number, changes: readonly DecisionChange[]): void {
  for (const { account, scope, value, before, after } of changes)
    db.run(sql`
      INSERT INTO screener_changes (mutation, account, scope, value, before, after)
      VALUES (${mutation}, ${account}, ${scope}, ${value}, ${before && keptText(before)}, ${after && keptText(after)})`);
}

/** Whether a mutation blocked a sender or ended a block. */
export function changesBlocks(db: ReadDb, mutation: number): boolean {
  return (
    db.get(sql`
      SELECT 1 FROM screener_changes
      WHERE mutation = ${mutation} AND (before ->> 'is_blocked' = 1 OR after ->> 'is_blocked' = 1) LIMIT 1`) !==
    undefined
  );
}

/**
 * Takes back the decisions of a mutation, or makes them again where `isRedone`. A decision that was changed since stays as it
 * is. A decision that comes back is that of `actor`, unless `actor` made the mutation: then it belongs to whom it did before.
 * Returns whether all of several, or the only one, were changed since.
 */
export function restoreDecisions(
  db: WriteDb,
  { id, origin, token_id }: { id: number } & Actor,
  { isRedone, actor }: { isRedone: boolean; actor: Actor },
): { isOvertaken: boolean } {
  const rows = db.all<ChangeRow>(
    sql`SELECT account, scope, value, before, after FROM screener_changes WHERE mutation = ${id}`,
  );
  let restoredCount = 0;
  for (const { account, scope, value, before, after } of rows) {
    const [left, wanted] = (isRedone ? [before, after] : [after, before]).map(decidedIn);
    const now = decisionAbout(db, account, { scope, value });
    if (!isDeepStrictEqual(now && comparable(now), left && comparable(left))) continue;
    const restored = wanted && (isSameActor({ origin, token_id }, actor) ? wanted : { ...wanted, actor });
    saveDecision(db, account, { scope, value }, restored ?? null);
    restoredCount += 1;
  }
  return { isOvertaken: rows.length > 0 && restoredCount === 0 };
}

function keptText({ isBlocked, actor: { origin, token_id }, ...decided }: Decided): string {
  const { disposition, route_label, route_label_id, decided_at } = decided;
  const kept: KeptDecision = {
    disposition,
    is_blocked: isBlocked ? 1 : 0,
    route_label,
    route_label_id,
    decided_at,
    origin,
    token_id: token_id ?? null,
  };
  return JSON.stringify(kept);
}

function decidedIn(text: string | null): Decided | undefined {
  if (text === null) return undefined;
  const { is_blocked, origin, token_id, ...kept } = JSON.parse(text) as KeptDecision;
  return { ...kept, isBlocked: is_blocked === 1, actor: { origin, token_id } };
}

/** What makes two decisions equal: not who made them. */
function comparable({ disposition, isBlocked, route_label, decided_at }: Decided) {
  return { disposition, isBlocked, route_label, decided_at };
}
