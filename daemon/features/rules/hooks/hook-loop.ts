import { instantOf, type Clock } from '../../../base/clock.ts';
import { Failure } from '../../../base/failure.ts';
import type { Log } from '../../../base/log.ts';
import type { Loop } from '../../../base/loop.ts';
import { createWakeSignal } from '../../../base/wake-signal.ts';
import type { Announcement } from '../../../contract/events.ts';
import type { Account } from '../../../mail/accounts/accounts.ts';
import type { DeferredAuthorization } from '../../../mail/mutations/apply.ts';
import { recordOutcome } from '../../../mail/rules/outcome.ts';
import type { Rule } from '../../../mail/rules/rule.ts';
import { pausedEvent } from '../../../mail/rules/rule-events.ts';
import { confirmedCommands, ruleById } from '../../../mail/rules/store.ts';
import type { WriteDb } from '../../../store/db.ts';
import { hookInput } from './hook-input.ts';
import { abandonedHooks, markStarted, noteInLog, saveEnd, waitingHooks, type WaitingHook } from './hook-queue.ts';
import { runCommand, type CommandResult } from './run-command.ts';

type HookLoopDeps = {
  mail: WriteDb;
  blobs: string;
  clock: Clock;
  log: Log;
  authorizeDeferred: DeferredAuthorization;
  allAccounts: () => readonly Account[];
  announce: (announcement: Announcement) => void;
  /** `[general].hook_timeout`, in seconds. */
  timeout: () => number;
};

/** How many commands run at once. */
const maxRunning = 4;

/** Runs the commands of rules. Each is recorded as started before it is, and none is started again. */
export function hookLoop(deps: HookLoopDeps): Loop & { notify: () => void } {
  const wakeSignal = createWakeSignal(deps.clock);
  return {
    name: 'rule-hooks',
    notify: () => wakeSignal.notify(),
    async run(signal) {
      endAbandoned(deps);
      const running = new Map<number, Promise<void>>();
      const problems: unknown[] = [];
      while (!signal.aborted && problems.length === 0) {
        const waiting = running.size < maxRunning ? waitingHooks(deps.mail, maxRunning) : [];
        const next = waiting.filter(({ id }) => !running.has(id)).slice(0, maxRunning - running.size);
        for (const hook of next) {
          const work = startHook(deps, hook, signal)
            .catch((failed: unknown) => void problems.push(failed))
            .finally(() => {
              running.delete(hook.id);
              wakeSignal.notify();
            });
          running.set(hook.id, work);
        }
        if (next.length === 0) await wakeSignal.wait(undefined, signal);
      }
      await Promise.all(running.values());
      if (problems.length > 0) throw problems[0];
    },
  };
}

/** A command that ran when the daemon crashed may have done its work, so it is not run again. */
function endAbandoned({ mail, clock }: HookLoopDeps): void {
  const error = 'Posthorn stopped while it ran, so it may not have finished. It isn’t run again.';
  const at = instantOf(clock.now());
  mail.transaction(() => {
    for (const { id, log } of abandonedHooks(mail)) {
      saveEnd(mail, id, { state: 'unknown', at, error });
      noteInLog(mail, log, { outcome: 'failed', error });
    }
  });
}

async function startHook(deps: HookLoopDeps, hook: WaitingHook, signal: AbortSignal): Promise<void> {
  const { mail, clock, timeout } = deps;
  const rule = ruleById(mail, hook.rule_id);
  const refusal = rule ? refusalOf(deps, rule, hook) : 'The rule was deleted before the command ran.';
  if (!rule || refusal !== undefined) return refuse(deps, hook, refusal ?? '');
  const input = inputOf(deps, rule, hook);
  if (typeof input !== 'string') return finish(deps, { rule, hook }, input);
  markStarted(mail, hook.id, instantOf(clock.now()));
  const result = await runCommand(hook.command, { input, timeoutMs: timeout() * 1000, clock, signal });
  finish(deps, { rule, hook }, result);
}

/** Why a command is not run, as a sentence. */
function refusalOf({ mail, authorizeDeferred }: HookLoopDeps, rule: Rule, hook: WaitingHook): string | undefined {
  if (!confirmedCommands(mail, rule.id).has(hook.command))
    return 'The command wasn’t run, because you haven’t confirmed it.';
  return authorizeDeferred(rule.actor, { safety: 'mutate' }, hook.account);
}

function refuse({ mail, clock }: HookLoopDeps, { id, log }: WaitingHook, error: string): void {
  mail.transaction(() => {
    saveEnd(mail, id, { state: 'refused', at: instantOf(clock.now()), error });
    noteInLog(mail, log, { outcome: 'blocked', error });
  });
}

function inputOf({ mail, blobs }: HookLoopDeps, rule: Rule, { message_id }: WaitingHook): string | CommandResult {
  const failed = (error: string): CommandResult => {
    return { state: 'failed', exit_code: null, output: '', isCut: false, error };
  };
  try {
    return hookInput(mail, blobs, rule, message_id) ?? failed('The message was deleted before the command ran.');
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    return failed(thrown.message);
  }
}

function finish(
  { mail, clock, announce, allAccounts }: HookLoopDeps,
  { rule, hook }: { rule: Rule; hook: WaitingHook },
  result: CommandResult,
): void {
  const at = instantOf(clock.now());
  const { state, error } = result;
  const isPaused = mail.transaction(() => {
    saveEnd(mail, hook.id, { ...result, at });
    if (state !== 'succeeded') noteInLog(mail, hook.log, { outcome: 'failed', error: error ?? 'The command failed.' });
    return recordOutcome(mail, rule.rule_id, { outcome: state === 'succeeded' ? 'done' : 'failed', error, at });
  });
  if (isPaused) announce(pausedEvent(rule, allAccounts()));
}
