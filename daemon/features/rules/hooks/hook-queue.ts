import type { HookRun, HookState } from '../../../mail/rules/history.ts';
import { sql, type ReadDb, type WriteDb } from '../../../store/db.ts';

/** A command that waits, with the rule and the message that it is about. */
export type WaitingHook = Pick<HookRun, 'id' | 'log' | 'command'> & {
  rule_id: string;
  message_id: string;
  account: number;
};

export function waitingHooks(db: ReadDb, limit: number): WaitingHook[] {
  return db.all<WaitingHook>(sql`
    SELECT r.id, r.log, r.command, l.rule_id, l.message_id, l.account FROM rule_hook_runs r JOIN rule_logs l ON l.id = r.log
    WHERE r.state = 'waiting' ORDER BY r.id LIMIT ${limit}`);
}

/** Stored before the command is started, so that it is never started twice. */
export function markStarted(db: WriteDb, run: number, at: string): void {
  db.run(sql`UPDATE rule_hook_runs SET state = 'started', started_at = ${at} WHERE id = ${run}`);
}

type HookEnd = {
  state: HookState;
  at: string;
  exit_code?: number | null;
  output?: string;
  isCut?: boolean;
  error: string | null;
};

export function saveEnd(db: WriteDb, run: number, { state, at, exit_code, output, isCut, error }: HookEnd): void {
  db.run(sql`
    UPDATE rule_hook_runs SET state = ${state}, ended_at = ${at}, exit_code = ${exit_code ?? null}, output = ${output ?? ''},
      is_cut = ${isCut ?? false}, error = ${error} WHERE id = ${run}`);
}

/** The result of a command is also that of the rule for the message, unless an earlier problem is noted. */
export function noteInLog(
  db: WriteDb,
  log: number,
  { outcome, error }: { outcome: 'failed' | 'blocked'; error: string },
): void {
  db.run(sql`UPDATE rule_logs SET outcome = ${outcome}, error = ${error} WHERE id = ${log} AND outcome = 'done'`);
}

/** The commands that an earlier run of the daemon has started and did not see end. */
export function abandonedHooks(db: ReadDb): { id: number; log: number }[] {
  return db.all(sql`SELECT id, log FROM rule_hook_runs WHERE state = 'started'`);
}
