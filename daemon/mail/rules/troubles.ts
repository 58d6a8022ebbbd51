import { sql, type ReadDb } from '../../store/db.ts';

/** A rule that is not applied: it is paused, or was blocked when it matched last. `reason` is a sentence. */
export type RuleTrouble = { name: string; kind: 'paused' | 'blocked'; reason: string };

export function ruleTroubles(db: ReadDb): RuleTrouble[] {
  return db.all<RuleTrouble>(sql`
    SELECT name, 'paused' AS kind, coalesce(last_error, '') AS reason FROM rules WHERE enabled = 1 AND paused_at IS NOT NULL
    UNION ALL
    SELECT r.name, 'blocked', coalesce(l.error, '') FROM rules r JOIN rule_logs l ON l.id =
      (SELECT max(id) FROM rule_logs WHERE rule_id = r.rule_id)
    WHERE r.enabled = 1 AND r.paused_at IS NULL AND l.outcome = 'blocked'`);
}
