import { Readable } from 'node:stream';
import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { isUuid, randomId } from '../../base/ids.ts';
import type { Announcement } from '../../contract/events.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { Call, ChangeCall, Handlers, InputOf } from '../../handler-types.ts';
import { allAccounts } from '../../mail/accounts/accounts.ts';
import type { ApplyDeps } from '../../mail/mutations/apply.ts';
import { latestLogs, hookRunsOf } from '../../mail/rules/history.ts';
import { endPause } from '../../mail/rules/outcome.ts';
import { commandsOf, type Rule, type RuleContent } from '../../mail/rules/rule.ts';
import { changedEvent } from '../../mail/rules/rule-events.ts';
import { confirmCommand, countRules, deleteRule, ruleById, saveRule } from '../../mail/rules/store.ts';
import { isPerson } from '../../safety/policy.ts';
import type { WriteDb } from '../../store/db.ts';
import { checkMayChange, effectsOfActions } from './agent-limits.ts';
import { applyToMessages } from './apply.ts';
import { readCondition } from './condition-text.ts';
import type { rulesRequests } from './contract.ts';
import { chosenRule, requireRule, visibleRules } from './find-rule.ts';
import { importRules } from './import.ts';
import { rulesFile } from './rules-file.ts';
import { formOf, historyEntry, listedRule, shownRule } from './wire.ts';
import { checkCommands, checkPatterns, readFormActions, requireAccountIds } from './written-rule.ts';

type Requests = typeof rulesRequests;
export type RulesDeps = Pick<ApplyDeps, 'clock' | 'onMutationResult'> & {
  clock: Clock;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
  announce: (announcement: Announcement) => void;
};
export type WriteCall = Pick<Call, 'caller' | 'accounts'> & Pick<ChangeCall, 'permit'> & { db: WriteDb };

export function rulesHandlers(deps: RulesDeps): Handlers<Requests> {
  return { ...readingHandlers(deps), ...writingHandlers(deps), ...transferHandlers(deps) };
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
      return { rule: store(deps, call, { known, content, rule_id: rule.id || randomId() }) };
    },
    upsertForm({ existing_rule, condition, action, account_ids, ...rest }, call) {
      const known = existing_rule ? requireRule(call, { rule: existing_rule }) : undefined;
      const content = {
        ...rest,
        conditions: readCondition(condition, { now: clock.now(), zone }),
        actions: readFormActions(action),
        account_ids: accountsFor(call, account_ids, known),
      };
      return { rule: store(deps, call, { known, content, rule_id: known?.rule_id ?? randomId() }) };
    },
    delete(choice, call) {
      const rule = requireRule(call, choice);
      checkMayChange(call, rule);
      deleteRule(call.db, rule.rule_id);
      announceChange(deps, call.db, [rule]);
      return { kind: 'Ack', ok: true };
    },
    apply: (input, call) => applyToMessages(deps, call, input),
    confirmHook({ command, ...choice }, call) {
      const rule = requireRule(call, choice);
      if (!commandsOf(rule).includes(command))
        throw new Failure('missing', 'command_not_found', `The rule “${rule.name}” does not run this command.`);
      confirmCommand(call.db, rule.id, { command, at: instantOf(clock.now()) });
      announceChange(deps, call.db, [rule]);
      return { rule: shownRule(call.db, rule) };
    },
    resume(choice, call) {
      const rule = requireRule(call, choice);
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

const maxRules = 500;

type StoredRule = { known: Rule | undefined; content: RuleContent; rule_id: string };

/** Checks and stores a rule, and tells clients. */
function store(deps: RulesDeps, call: WriteCall, { known, content, rule_id }: StoredRule) {
  const { db } = call;
  if (known) checkMayChange(call, known);
  checkMayChange(call, content);
  saveNewRule(deps, call, { content, rule_id, isNew: known === undefined });
  const rule = ruleById(db, rule_id);
  if (!rule) throw new Error('a rule that was stored is missing');
  announceChange(deps, db, [rule]);
  return shownRule(db, rule);
}

/** Checks and stores the content of a rule. */
export function saveNewRule(
  { clock }: Pick<RulesDeps, 'clock'>,
  { db, caller, permit }: WriteCall,
  { content, rule_id, isNew }: { content: RuleContent; rule_id: string; isNew: boolean },
): void {
  checkPatterns(content.conditions);
  checkCommands(content.actions);
  for (const effect of effectsOfActions(content.actions)) permit(effect);
  if (isNew && countRules(db) >= maxRules)
    throw new Failure('conflict', 'too_many_rules', `There are ${maxRules} rules. Delete one of them first.`);
  saveRule(db, { ...content, rule_id: rule_id.toLowerCase(), at: instantOf(clock.now()), actor: actorOf(caller) });
}

/** Called inside the transaction of a change: clients learn of it afterwards. */
export function announceChange({ announce }: Pick<RulesDeps, 'announce'>, db: WriteDb, rules: readonly Rule[]): void {
  const accounts = allAccounts(db);
  queueMicrotask(() => announce(changedEvent(rules, accounts)));
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
