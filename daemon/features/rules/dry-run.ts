import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Condition, RuleAction } from '../../contract/rule.ts';
import type { Call, Handlers, ReplyOf } from '../../handler-types.ts';
import { displayInstant, messagesByIds, type Message } from '../../mail/messages/messages.ts';
import type { FoundMessage } from '../../mail/rules/match-rules.ts';
import { concernsAccount } from '../../mail/rules/rule.ts';
import type { ReadDb } from '../../store/db.ts';
import type { rulesRequests } from './contract.ts';
import { readCondition } from './condition-text.ts';
import { chosenRule, visibleRules } from './find-rule.ts';
import { checkPatterns, requireAccountIds, readFormActions } from './written-rule.ts';
import { readPeriod, type Period } from './period.ts';
import type { RulesDeps } from './store-rule.ts';

type Requests = typeof rulesRequests;
type DryRun = ReplyOf<Requests['dryRun']>;

/** The number of ids of matches in a reply. */
const maxIds = 10_000;

/** A rule to try out; `rule_id` is empty if it is not stored. */
type TriedRule = {
  rule_id: string;
  name: string;
  conditions: Condition;
  actions: RuleAction[];
  account_ids: string[] | null;
};

type DryRunDeps = Pick<RulesDeps, 'clock' | 'zone' | 'matchPeriod'>;

export function dryRunHandlers({
  clock,
  zone,
  matchPeriod,
}: DryRunDeps): Pick<Handlers<Requests>, 'dryRun' | 'preview'> {
  const now = () => ({ now: clock.now(), zone });
  return {
    dryRun({ id, rule, limit, ...period }, call) {
      const chosen = chosenRule(call, { id, rule });
      const rules = chosen ? [chosen] : visibleRules(call).filter(({ enabled }) => enabled);
      return tryRules(matchPeriod, call, { rules, period: readPeriod(period, now()), limit });
    },
    preview({ conditions, condition, actions, action, account_ids = null, limit, ...period }, call) {
      const read = conditions ?? (condition === undefined ? undefined : readCondition(condition, now()));
      if (!read) throw new Failure('invalid', 'no_condition', 'Say what mail the rule is about.');
      checkPatterns(read);
      const rule: TriedRule = {
        rule_id: '',
        name: '',
        conditions: read,
        actions: actions ?? (action === undefined ? [] : readFormActions(action)),
        account_ids: requireAccountIds(call.accounts, account_ids),
      };
      return tryRules(matchPeriod, call, { rules: [rule], period: readPeriod(period, now()), limit });
    },
  };
}

async function tryRules(
  matchPeriod: RulesDeps['matchPeriod'],
  { db, accounts }: Pick<Call, 'accounts'> & { db: ReadDb },
  { rules, period, limit }: { rules: readonly TriedRule[]; period: Period; limit: number },
): Promise<DryRun> {
  const tested = rules.map(({ conditions, account_ids }, id) => ({
    id,
    conditions,
    accounts: accounts.filter((account) => concernsAccount({ account_ids }, account)).map((account) => account.id),
  }));
  const { found, checked, isComplete } = await matchPeriod({ ...period, rules: tested });
  return {
    results: rules.map((rule, id) => resultFor(db, rule, { found: found.get(id) ?? [], limit })),
    since: instantOf(new Date(period.from * 1000)),
    until: instantOf(new Date(period.until * 1000)),
    checked,
    complete: isComplete,
  };
}

function resultFor(
  db: ReadDb,
  { rule_id, name, actions }: TriedRule,
  { found, limit }: { found: readonly FoundMessage[]; limit: number },
): DryRun['results'][number] {
  const shown = messagesByIds(
    db,
    found.slice(0, limit).map(({ id }) => id),
  );
  return {
    rule_id,
    rule_name: name,
    matches: shown.map((message) => matchRecord(message, actions)),
    total: found.length,
    message_ids: found.slice(0, maxIds).map(({ message_id }) => message_id),
  };
}

function matchRecord(message: Message, actions: RuleAction[]): DryRun['results'][number]['matches'][number] {
  const { message_id, from_name, from_email, subject, thread_id, account_id } = message;
  const from = from_name ? `${from_name} <${from_email}>` : from_email;
  return { message_id, from, subject, actions, thread_id, account_id, date: displayInstant(message) };
}
