import { Readable } from 'node:stream';
import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { isUuid, randomId } from '../../base/ids.ts';
import type { Call, Handlers, InputOf } from '../../handler-types.ts';
import { latestLogs, hookRunsOf } from '../../mail/rules/history.ts';
import { endPause } from '../../mail/rules/outcome.ts';
import { commandsOf, type Rule } from '../../mail/rules/rule.ts';
import { confirmCommand, deleteRule, ruleById } from '../../mail/rules/store.ts';
import { isPerson } from '../../safety/policy.ts';
import { checkMayChange } from './agent-limits.ts';
import { applyToMessages } from './apply.ts';
import { readCondition } from './condition-text.ts';
import type { rulesRequests } from './contract.ts';
import { dryRunHandlers } from './dry-run.ts';
import { chosenRule, requireRule, requireRuleToChange, visibleRules } from './find-rule.ts';
import { importRules } from './import.ts';
import { rulesFile } from './rules-file.ts';
import { announceChange, storeRule, type RulesDeps } from './store-rule.ts';
import { formOf, historyEntry, listedRule, shownRule } from './wire.ts';
import { readFormActions, requireAccountIds } from './written-rule.ts';

type Requests = typeof rulesRequests;

export function rulesHandlers(deps: RulesDeps): Handlers<Requests> {
  return { ...readingHandlers(deps), ...dryRunHandlers(deps), ...writingHandlers(deps), ...transferHandlers(deps) };
}

type Some<Names extends keyof Handlers<Requests>> = Pick<Handlers<Requests>, Names>;

function readingHandlers({ clock, zone }: RulesDeps): Some<'list' | 'detail' | 'form' | 'history'> {
  const now = () => ({ now: clock.now(), zone });
  return {
    list: (_input, call) => ({ rules: visibleRules(call).map((rule) => listedRule(call.db, rule, now())) }),
    detail: (choice, call) => ({ rule: shownRule(call.db, requireRule(call, choice)) }),
    form: (choice, call) => ({ form: formOf(requireRule(call, choice), now()) }),
    history({ limit, ...choice }, call) {
      const { db, accounts } = call;
      const rule_id = chosenRule(call, choice)?.rule_id ?? null;
      const logs = latestLogs(db, { rule_id, accounts, limit });
      const runs = hookRunsOf(db, logs);
      const shown = isPerson(call.caller) ? logs : visibleLogs(logs, call);
      return { entries: shown.map((log) => historyEntry(log, runs.get(log.id) ?? [])) };
    },
  };
}

/** What rules did that the caller may see. */
function visibleLogs<Log extends { rule_id: string }>(
  logs: readonly Log[],
  call: Parameters<typeof visibleRules>[0],
): Log[] {
  const ids = new Set(visibleRules(call).map(({ rule_id }) => rule_id));
  return logs.filter(({ rule_id }) => ids.has(rule_id));
}

function writingHandlers(
  deps: RulesDeps,
): Some<'upsert' | 'upsertForm' | 'delete' | 'apply' | 'confirmHook' | 'resume'> {
  const { clock, zone } = deps;
  return {
    upsert({ rule }, call) {
      const known = rule.id ? ruleById(call.db, rule.id) : undefined;
      if (rule.id && !isUuid(rule.id))
        throw new Failure('invalid', 'malformed_id', 'The id of a rule is a UUID. Leave it out for a new rule.');
      const { name, enabled, priority, conditions, actions } = rule;
      const account_ids = accountsFor(call, rule.account_ids, known);
      const content = { name, enabled, priority, conditions, actions, account_ids };
      return { rule: storeRule(deps, call, { known, content, rule_id: rule.id || randomId() }) };
    },
    upsertForm({ existing_rule, condition, action, account_ids, ...rest }, call) {
      const known = existing_rule ? requireRule(call, { rule: existing_rule }) : undefined;
      const content = {
        ...rest,
        conditions: readCondition(condition, { now: clock.now(), zone }),
        actions: readFormActions(action),
        account_ids: accountsFor(call, account_ids, known),
      };
      return { rule: storeRule(deps, call, { known, content, rule_id: known?.rule_id ?? randomId() }) };
    },
    delete(choice, call) {
      const rule = requireRuleToChange(call, choice);
      checkMayChange(call, rule);
      deleteRule(call.db, rule.rule_id);
      announceChange(deps, call.db, [rule]);
      return { kind: 'Ack', ok: true };
    },
    apply: (input, call) => applyToMessages(deps, call, input),
    confirmHook({ command, ...choice }, call) {
      const rule = requireRuleToChange(call, choice);
      if (!commandsOf(rule).includes(command))
        throw new Failure('missing', 'command_not_found', `The rule “${rule.name}” doesn’t run this command.`);
      confirmCommand(call.db, rule.id, { command, at: instantOf(clock.now()) });
      announceChange(deps, call.db, [rule]);
      return { rule: shownRule(call.db, rule) };
    },
    resume(choice, call) {
      const rule = requireRuleToChange(call, choice);
      checkMayChange(call, rule);
      endPause(call.db, rule.rule_id);
      announceChange(deps, call.db, [rule]);
      return { rule: shownRule(call.db, ruleById(call.db, rule.rule_id) ?? rule) };
    },
  };
}

/** A caller other than the owner can only write rules for its own accounts, so these are meant where it names none. */
function accountsFor(
  { caller, accounts }: Pick<Call, 'caller' | 'accounts'>,
  written: string[] | null | undefined,
  known: Rule | undefined,
): string[] | null {
  if (written !== undefined) return requireAccountIds(accounts, written);
  if (known) return known.account_ids;
  return isPerson(caller) ? null : accounts.map(({ account_id }) => account_id);
}

function transferHandlers(deps: RulesDeps): Some<'import' | 'export'> {
  return {
    import: (input: InputOf<Requests['import']>, call) => importRules(deps, call, input),
    export({ answer }, call) {
      const content = rulesFile(visibleRules(call));
      if (answer === 'json') return { content };
      return {
        stream: Readable.from([Buffer.from(content)], { objectMode: false }),
        type: 'application/json',
        name: 'posthorn-rules.json',
        size: Buffer.byteLength(content),
      };
    },
  };
}
