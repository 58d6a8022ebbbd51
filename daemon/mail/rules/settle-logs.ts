import { instantOf, type Clock } from '../../base/clock.ts';
import type { WriteDb } from '../../store/db.ts';
import { sql } from '../../store/db.ts';
import type { Mutation } from '../mutations/journal.ts';
import { recordOutcome } from './outcome.ts';
import { commandsOf, type Rule } from './rule.ts';
import { ruleById } from './store.ts';

/**
 * Takes what the servers said about the changes of rules into the history, and keeps count of failures. Returns the rules
 * that are paused from now on.
 */
export function settleLogs({ db, clock }: { db: WriteDb; clock: Clock }, completed: readonly Mutation[]): Rule[] {
  const at = instantOf(clock.now());
  return completed
    .filter(({ kind }) => kind === 'rule')
    .flatMap((mutation) => db.transaction(() => settleMutationLogs(db, mutation, at)) ?? []);
}

function settleMutationLogs(db: WriteDb, { id, mutation_id }: Mutation, at: string): Rule | undefined {
  const logged = db.get<{ rule_id: string }>(
    sql`SELECT rule_id FROM rule_logs WHERE mutation_id = ${mutation_id} LIMIT 1`,
  );
  const rule = logged && ruleById(db, logged.rule_id);
  if (!rule) return undefined;
  const refused = db.all<{ message_id: string; error: string | null }>(
    sql`SELECT message_id, error FROM operations WHERE mutation = ${id} AND state = 'refused' AND message_id IS NOT NULL`,
  );
  // Whether a rule with commands has done its work is known when they have ended.
  if (refused.length === 0 && commandsOf(rule).length === 0)
    recordOutcome(db, rule.rule_id, { outcome: 'done', error: null, at });
  let isPaused = false;
  for (const { message_id, error } of refused) {
    const reason = error ?? 'The server didn’t make the change.';
    db.run(sql`
      UPDATE rule_logs SET outcome = 'failed', error = ${reason}
      WHERE mutation_id = ${mutation_id} AND message_id = ${message_id}`);
    isPaused = recordOutcome(db, rule.rule_id, { outcome: 'failed', error: reason, at }) || isPaused;
  }
  return isPaused ? rule : undefined;
}
