import type { RuleAction } from '../../contract/rule.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';

export type Outcome = 'done' | 'failed' | 'blocked';

/** What a rule did with a message. `actions` are texts as a form writes them. */
export type RuleLog = {
  id: number;
  rule_id: string;
  rule_name: string;
  message_id: string;
  actions: string[];
  at: string;
  outcome: Outcome;
  error: string | null;
  mutation_id: string | null;
};

export type HookState = 'waiting' | 'started' | 'succeeded' | 'failed' | 'timed_out' | 'unknown' | 'refused';

/** A run of a command. `output` is what it wrote, and `is_cut` says whether that was more. */
export type HookRun = {
  id: number;
  log: number;
  command: string;
  state: HookState;
  started_at: string | null;
  ended_at: string | null;
  exit_code: number | null;
  output: string;
  is_cut: number;
  error: string | null;
};

/** The number of entries that are kept of one rule. */
const maxKeptLogs = 1_000;

type NewLog = Omit<RuleLog, 'id'> & { account: number };

export function addLog(db: WriteDb, log: NewLog): number {
  const { rule_id, rule_name, account, message_id, actions, at, outcome, error, mutation_id } = log;
  const { id } = db.run(sql`
    INSERT INTO rule_logs (rule_id, rule_name, account, message_id, actions, at, outcome, error, mutation_id)
    VALUES (${rule_id}, ${rule_name}, ${account}, ${message_id}, ${JSON.stringify(actions)}, ${at}, ${outcome}, ${error},
      ${mutation_id})`);
  return id;
}

/** Removes the oldest entries of a rule. Those with a command that has not ended stay. */
export function pruneLogs(db: WriteDb, rule_id: string): void {
  db.run(sql`
    DELETE FROM rule_logs WHERE rule_id = ${rule_id} AND id <= coalesce(
      (SELECT id FROM rule_logs WHERE rule_id = ${rule_id} ORDER BY id DESC LIMIT 1 OFFSET ${maxKeptLogs}), 0)
      AND id NOT IN (SELECT log FROM rule_hook_runs WHERE state IN ('waiting', 'started'))`);
}

/** The latest entries of a rule, or of all, newest first. */
export function latestLogs(
  db: ReadDb,
  { rule_id = null, accounts, limit }: { rule_id?: string | null; accounts: readonly { id: number }[]; limit: number },
): RuleLog[] {
  const ids = JSON.stringify(accounts.map(({ id }) => id));
  const rows = db.all<Omit<RuleLog, 'actions'> & { actions: string }>(sql`
    SELECT id, rule_id, rule_name, message_id, actions, at, outcome, error, mutation_id FROM rule_logs
    WHERE (${rule_id} IS NULL OR rule_id = ${rule_id}) AND account IN (SELECT value FROM json_each(${ids}))
    ORDER BY id DESC LIMIT ${limit}`);
  return rows.map(({ actions, ...row }) => ({ ...row, actions: JSON.parse(actions) as string[] }));
}

export function hookRunsOf(db: ReadDb, logs: readonly { id: number }[]): Map<number, HookRun[]> {
  const runs = db.all<HookRun>(sql`
    SELECT * FROM rule_hook_runs WHERE log IN (SELECT value FROM json_each(${JSON.stringify(logs.map(({ id }) => id))}))
    ORDER BY id`);
  return Map.groupBy(runs, ({ log }) => log);
}

export function countLogs(db: ReadDb): number {
  return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM rule_logs`)?.n ?? 0;
}

/** Queues the commands among some actions. */
export function queueHooks(db: WriteDb, log: number, actions: readonly RuleAction[]): number {
  const commands = actions.flatMap((action) => (action.type === 'shell_hook' ? action.command : []));
  for (const command of commands)
    db.run(sql`INSERT INTO rule_hook_runs (log, command, state) VALUES (${log}, ${command}, 'waiting')`);
  return commands.length;
}
