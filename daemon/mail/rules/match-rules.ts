import { reasonOf } from '../../base/failure.ts';
import type { Condition } from '../../contract/rule.ts';
import type { ReadDb } from '../../store/db.ts';
import { jsonList, sql } from '../../store/db.ts';
import { compileCondition, type MessageTest } from './evaluate.ts';
import { joinSql } from '../query/sql-conditions.ts';
import { PatternMistake } from './match-text.ts';
import { factsOf, type MessageFacts } from './message-facts.ts';
import { forRulesCondition } from './received-mail.ts';

/** A rule to test, by whatever id, for mail of some accounts (internal ids). */
type TestedRule = { id: number; conditions: Condition; accounts: readonly number[] };

export type MatchRequest = { messages: readonly number[]; rules: readonly TestedRule[] };

/** The rules that match a message, in the order of the request, and those that could not be tested on it. */
export type RuleMatches = { message: number; rules: number[]; failed: { rule: number; reason: string }[] };

type Stores = { db: ReadDb; blobs: string };

/** Tests rules on stored messages (internal ids). Messages that are gone are left out. */
export function matchRules({ db, blobs }: Stores, { messages, rules }: MatchRequest): RuleMatches[] {
  return db.snapshot(() => {
    const tests = compileRules(db, rules);
    return factsOf(db, blobs, messages).map((facts) => matchesOf(facts, tests));
  });
}

type RuleTest = { rule: TestedRule; test: MessageTest };

function compileRules(db: ReadDb, rules: readonly TestedRule[]): RuleTest[] {
  return rules.map((rule) => {
    const accounts = rule.accounts.map((id) => ({ id }));
    return { rule, test: compiledOrFailing(() => compileCondition(db, accounts, rule.conditions)) };
  });
}

/** A rule with a wrong expression fails alone. */
function compiledOrFailing(compile: () => MessageTest): MessageTest {
  try {
    return compile();
  } catch (mistake) {
    if (!(mistake instanceof PatternMistake)) throw mistake;
    return () => {
      throw mistake;
    };
  }
}

function matchesOf(facts: MessageFacts, tests: readonly RuleTest[]): RuleMatches {
  const matches: RuleMatches = { message: facts.id, rules: [], failed: [] };
  for (const { rule, test } of tests) {
    if (!rule.accounts.includes(facts.account)) continue;
    try {
      if (test(facts)) matches.rules.push(rule.id);
    } catch (thrown) {
      matches.failed.push({ rule: rule.id, reason: reasonOf(thrown) });
    }
  }
  return matches;
}

/** A message that a rule matches, for a preview. */
export type FoundMessage = Pick<MessageFacts, 'id' | 'message_id'>;

export type PeriodRequest = { from: number; until: number; rules: readonly TestedRule[] };

/** `found` has the matches of each rule, newest first. `isComplete` is false if the time or the number of messages was used up. */
export type PeriodMatches = { found: Map<number, FoundMessage[]>; checked: number; isComplete: boolean };

const batchSize = 100;
const maxChecked = 50_000;
const maxMs = 3_000;
/** Tests rules on received mail of a period (unix seconds; `until` is not in it), newest first. */
export function matchPeriod({ db, blobs }: Stores, { from, until, rules }: PeriodRequest): PeriodMatches {
  const tests = compileRules(db, rules);
  const accounts = [...new Set(rules.flatMap((rule) => rule.accounts))];
  const found = new Map(rules.map(({ id }) => [id, [] as FoundMessage[]]));
  const startedMs = performance.now();
  let [before, checked] = [until, 0];
  for (;;) {
    const batch = messagesBefore(db, { from, before, accounts });
    const last = batch.at(-1);
    if (!last) return { found, checked, isComplete: true };
    if (checked >= maxChecked || performance.now() - startedMs > maxMs) return { found, checked, isComplete: false };
    before = last.sort_key;
    checked += batch.length;
    const ids = batch.map(({ id }) => id);
    for (const facts of factsOf(db, blobs, ids))
      for (const rule of matchesOf(facts, tests).rules)
        found.get(rule)?.push({ id: facts.id, message_id: facts.message_id });
  }
}

function messagesBefore(
  db: ReadDb,
  { from, before, accounts }: { from: number; before: number; accounts: readonly number[] },
): { id: number; sort_key: number }[] {
  const parts = [
    sql`SELECT m.id, m.sort_key FROM messages m WHERE m.sort_key >= ${from} AND m.sort_key < ${before}
      AND +m.account IN (SELECT value FROM json_each(${jsonList(accounts)})) AND`,
    forRulesCondition,
    sql`ORDER BY m.sort_key DESC LIMIT ${batchSize}`,
  ];
  return db.all(joinSql(parts, ' '));
}
