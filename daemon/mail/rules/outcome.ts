import { sql, type WriteDb } from '../../store/db.ts';
import type { Outcome } from './history.ts';

/** A rule that fails this often in a row is paused. */
const maxFailures = 3;

type RuleOutcome = { outcome: Outcome; error: string | null; at: string };

/** Counts a match of a rule. */
export function countMatches(db: WriteDb, rule: number, { count, at }: { count: number; at: string }): void {
  db.run(sql`UPDATE rules SET match_count = match_count + ${count}, last_matched_at = ${at} WHERE id = ${rule}`);
}

/**
 * Keeps count of failures in a row; what a policy blocks is none. Returns true if the rule is paused from now on.
 */
export function recordOutcome(db: WriteDb, rule_id: string, { outcome, error, at }: RuleOutcome): boolean {
  if (outcome === 'blocked') return false;
  if (outcome === 'done') {
    db.run(sql`UPDATE rules SET failures = 0, last_error = NULL WHERE rule_id = ${rule_id} AND failures > 0`);
    return false;
  }
  db.run(sql`
    UPDATE rules SET failures = failures + 1, last_error = ${error} WHERE rule_id = ${rule_id}`);
  return (
    db.get(sql`
      UPDATE rules SET paused_at = ${at} WHERE rule_id = ${rule_id} AND paused_at IS NULL AND failures >= ${maxFailures}
      RETURNING id`) !== undefined
  );
}

/** Ends the pause of a rule. */
export function endPause(db: WriteDb, rule_id: string): void {
  db.run(sql`UPDATE rules SET failures = 0, last_error = NULL, paused_at = NULL WHERE rule_id = ${rule_id}`);
}
