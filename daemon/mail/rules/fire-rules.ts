import { instantOf } from '../../base/clock.ts';
import { diskProblemOf } from '../../base/disk-failure.ts';
import { reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { Announcement } from '../../contract/events.ts';
import type { RuleAction } from '../../contract/rule.ts';
import type { Account } from '../accounts/accounts.ts';
import type { ApplyDeps, DeferredAuthorization } from '../mutations/apply.ts';
import { actionTexts } from './action-text.ts';
import { applyRule, effectsOfPlan, planRule } from './apply-rule.ts';
import { addLog, pruneLogs, queueHooks, type Outcome } from './history.ts';
import { noteLabels } from './label-names.ts';
import type { MatchRequest, RuleMatches } from './match-rules.ts';
import { countMatches, recordOutcome } from './outcome.ts';
import { ActionFailure } from './plan-actions.ts';
import { pausedEvent } from './rule-events.ts';
import { hasArrivals, nextArrivals, removeArrivals, waitingMessages } from './queue.ts';
import { commandsOf, concernsAccount, type Rule } from './rule.ts';
import { activeRules } from './store.ts';

export type FireDeps = ApplyDeps & {
  log: Log;
  authorizeDeferred: DeferredAuthorization;
  allAccounts: () => readonly Account[];
  /** Tests rules on messages, in a worker. */
  matchRules: (request: MatchRequest) => Promise<RuleMatches[]>;
  announce: (announcement: Announcement) => void;
  /** Commands wait to be run. */
  onHooks: () => void;
  /** Whether Posthorn stops. */
  isClosed: () => boolean;
};

/** Messages that are tested and changed at once. */
const batchSize = 100;

/**
 * Applies the rules to the queued new messages. What a batch does to mail is one transaction that also takes its messages
 * from the queue, so each is handled once, also after a crash.
 */
export async function fireRules(deps: FireDeps): Promise<void> {
  while (hasArrivals(deps.db)) {
    const messages = nextArrivals(deps.db, batchSize);
    const rules = activeRules(deps.db);
    const matches = rules.length === 0 ? [] : await findMatches(deps, { messages, rules });
    const paused = deps.db.transaction(() => {
      // The decision is made again for rules that were changed meanwhile.
      if (!isUnchanged(rules, activeRules(deps.db))) return undefined;
      return applyBatch(deps, { messages, rules, matches });
    });
    for (const rule of paused ?? []) deps.announce(pausedEvent(rule, deps.allAccounts()));
  }
}

function isUnchanged(before: readonly Rule[], now: readonly Rule[]): boolean {
  return (
    before.length === now.length &&
    before.every(({ id, version }, at) => now[at]?.id === id && now[at].version === version)
  );
}

type Batch = { messages: readonly number[]; rules: readonly Rule[] };

/** The time until a worker has restarted, with a margin, in milliseconds. */
const workerRestartMs = 3_000;

/** If the worker fails, the messages are tested one by one, and one on which it fails again is left as it is. */
async function findMatches(deps: FireDeps, { messages, rules }: Batch): Promise<RuleMatches[]> {
  const tested = rules.map(({ id, conditions, ...rule }) => ({ id, conditions, accounts: accountsOf(deps, rule) }));
  const orFailure = async (some: readonly number[]) => {
    try {
      return await deps.matchRules({ messages: some, rules: tested });
    } catch (failed) {
      // What is not handled because of the disk, or because Posthorn stops, stays in the queue.
      if (diskProblemOf(failed) !== undefined || deps.isClosed()) throw failed;
      deps.log.error({ err: failed, messages: some }, 'rules could not be tested on messages');
      await deps.clock.wait(workerRestartMs);
      return undefined;
    }
  };
  const together = await orFailure(messages);
  if (together) return together;
  const matches: RuleMatches[] = [];
  for (const message of messages) matches.push(...((await orFailure([message])) ?? []));
  return matches;
}

function accountsOf({ allAccounts }: FireDeps, rule: Pick<Rule, 'account_ids'>): number[] {
  const concerned = allAccounts().filter((account) => concernsAccount(rule, account));
  return concerned.map(({ id }) => id);
}

type Waiting = { id: number; message_id: string; account: number };
/** A message to which a rule is applied; `problem` if the rule could not be tested on it. */
type Use = { message: Waiting; problem?: string };

/** Returns the rules that are paused from now on. Called inside a transaction. */
function applyBatch(deps: FireDeps, { messages, rules, matches }: Batch & { matches: readonly RuleMatches[] }): Rule[] {
  const { db } = deps;
  const waiting = new Map(waitingMessages(db, messages).map((each) => [each.id, each]));
  const uses = new Map<number, Use[]>(rules.map(({ id }) => [id, []]));
  for (const match of matches) {
    const message = waiting.get(match.message);
    if (message) addUses(uses, { message, match, rules });
  }
  removeArrivals(db, messages);
  return rules.filter((rule) => applyToUses(deps, rule, uses.get(rule.id) ?? []));
}

/** The rules after one that stops, or that trashes the message, are not applied. */
function addUses(
  uses: ReadonlyMap<number, Use[]>,
  { message, match, rules }: { message: Waiting; match: RuleMatches; rules: readonly Rule[] },
): void {
  const problems = new Map(match.failed.map(({ rule, reason }) => [rule, reason]));
  for (const { id, actions } of rules) {
    const problem = problems.get(id);
    if (problem !== undefined) uses.get(id)?.push({ message, problem });
    if (!match.rules.includes(id)) continue;
    uses.get(id)?.push({ message });
    if (actions.some(({ type }) => type === 'stop' || type === 'trash')) return;
  }
}

/** Returns whether the rule is paused from now on. */
function applyToUses(deps: FireDeps, rule: Rule, uses: readonly Use[]): boolean {
  if (uses.length === 0) return false;
  const { db } = deps;
  const at = instantOf(deps.clock.now());
  let isPaused = false;
  for (const { message, problem } of uses.filter((use) => use.problem !== undefined))
    isPaused ||= logUse(deps, { rule, messages: [message], at, outcome: 'failed', error: problem ?? null });
  const matched = uses.filter((use) => use.problem === undefined).map(({ message }) => message);
  if (matched.length > 0) countMatches(db, rule.id, { count: matched.length, at });
  for (const [account, messages] of Map.groupBy(matched, (message) => message.account)) {
    if (isPaused) break;
    isPaused ||= applyInAccount(deps, { rule, account, messages, at });
  }
  pruneLogs(db, rule.rule_id);
  return isPaused;
}

type AccountUse = { rule: Rule; account: number; messages: readonly Waiting[]; at: string };

function applyInAccount(deps: FireDeps, { rule, account: id, messages, at }: AccountUse): boolean {
  const account = deps.allAccounts().find((each) => each.id === id);
  if (!account) return false;
  const result = changeMail(deps, { rule, account, messages });
  return logUse(deps, { rule, messages, at, ...result });
}

type UseResult = { outcome: Outcome; error: string | null; mutation_id?: string };

/** Changes the mail as the rule says, unless a policy does not let whoever wrote it do that any more. */
function changeMail(
  deps: FireDeps,
  { rule, account, messages }: { rule: Rule; account: Account; messages: readonly Waiting[] },
): UseResult {
  const { db, clock, log, authorizeDeferred } = deps;
  try {
    return db.transaction((): UseResult => {
      const targets = messages.map((message) => ({ id: message.id, message_id: message.message_id }));
      const planned = planRule(db, rule, { account, targets, now: clock.now() });
      const effects = [
        ...effectsOfPlan(db, planned),
        ...(commandsOf(rule).length > 0 ? [{ safety: 'mutate' } as const] : []),
      ];
      const refusals = effects.flatMap((effect) => authorizeDeferred(rule.actor, effect, account.id) ?? []);
      if (refusals[0] !== undefined) throw new Blocked(refusals[0]);
      if (planned.actions.changes.length === 0) return { outcome: 'done', error: null };
      const { mutation_id } = applyRule(deps, { rule, planned: [planned], actor: { origin: 'daemon' } });
      // A label that was just made is one that the rule follows.
      if (planned.actions.before.length > 0) noteLabels(db, rule);
      return { outcome: 'done', error: null, mutation_id };
    });
  } catch (thrown) {
    if (thrown instanceof Blocked) return { outcome: 'blocked', error: thrown.message };
    if (thrown instanceof ActionFailure) return { outcome: 'failed', error: thrown.message };
    if (diskProblemOf(thrown) !== undefined) throw thrown;
    // One rule that cannot be applied must not keep the others from mail.
    log.error({ err: thrown, rule: rule.rule_id }, 'a rule could not be applied');
    return { outcome: 'failed', error: reasonOf(thrown) };
  }
}

/** A policy does not allow what a rule does. */
class Blocked extends Error {}

/** Writes the history, queues commands, and keeps count of failures. Returns whether the rule is paused from now on. */
function logUse(
  { db, onHooks }: FireDeps,
  {
    rule,
    messages,
    at,
    outcome,
    error,
    mutation_id,
  }: UseResult & { rule: Rule; messages: readonly Waiting[]; at: string },
): boolean {
  const { rule_id, name: rule_name } = rule;
  const actions = outcome === 'done' ? actionTexts(withoutStop(rule.actions)) : [];
  let [hooks, isPaused] = [0, false];
  for (const { message_id, account } of messages) {
    const entry = { rule_id, rule_name, account, message_id, actions, at, outcome, error };
    const log = addLog(db, { ...entry, mutation_id: mutation_id ?? null });
    if (outcome === 'done') hooks += queueHooks(db, log, rule.actions);
    // Whether it succeeds is known when the servers have made the change, and its commands have ended.
    const isPending = outcome === 'done' && (mutation_id !== undefined || commandsOf(rule).length > 0);
    if (!isPending) isPaused = recordOutcome(db, rule_id, { outcome, error, at }) || isPaused;
  }
  if (hooks > 0) queueMicrotask(onHooks);
  return isPaused;
}

function withoutStop(actions: readonly RuleAction[]): RuleAction[] {
  return actions.filter(({ type }) => type !== 'stop');
}
