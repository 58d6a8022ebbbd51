import { instantOf } from '../../base/clock.ts';
import { randomId } from '../../base/ids.ts';
import type { InputOf, ReplyOf } from '../../handler-types.ts';
import { commandsOf, type Rule, type RuleContent } from '../../mail/rules/rule.ts';
import { allRules, ruleById } from '../../mail/rules/store.ts';
import type { rulesRequests } from './contract.ts';
import { announceChange, saveNewRule, type RulesDeps, type WriteCall } from './store-rule.ts';
import { readGmailFilters } from './gmail-filters.ts';
import type { ReadRules } from './read-rules.ts';
import { readRulesFile } from './rules-file.ts';
import { readSieve } from './sieve/read-sieve.ts';
import { checkCommands, checkPatterns, requireAccountIds } from './written-rule.ts';

type Row = (typeof rulesRequests)['import'];
type Imported = ReplyOf<Row>['rules'][number];

/** Makes rules of a file, behind those that are here; a dry run only shows them. */
export function importRules(
  deps: RulesDeps,
  call: WriteCall,
  { format, content, account_ids = null, dry_run }: InputOf<Row>,
): ReplyOf<Row> {
  const accounts = requireAccountIds(call.accounts, account_ids);
  const read = readFile(deps, format, content);
  const first = Math.max(0, ...allRules(call.db).map(({ priority }) => priority)) + 10;
  const contents = read.rules.map((rule, place) => ({ ...rule, priority: first + place * 10, account_ids: accounts }));
  const rules = contents.map((each) => (dry_run ? previewOf(deps, each) : saved(deps, call, each)));
  return { rules, refused: read.refused, dry_run };
}

function readFile({ clock, zone }: RulesDeps, format: InputOf<Row>['format'], content: string): ReadRules {
  switch (format) {
    case 'sieve':
      return readSieve(content);
    case 'gmail':
      return readGmailFilters(content, { now: clock.now(), zone });
    case 'posthorn':
      return readRulesFile(content);
  }
}

function previewOf({ clock }: RulesDeps, content: RuleContent): Imported {
  checkPatterns(content.conditions);
  checkCommands(content.actions);
  const at = instantOf(clock.now());
  return { id: randomId(), ...content, created_at: at, updated_at: at, unconfirmed_hooks: commandsOf(content) };
}

function saved(deps: RulesDeps, call: WriteCall, content: RuleContent): Imported {
  const rule_id = randomId();
  saveNewRule(deps, call, { content, rule_id, isNew: true });
  const rule = ruleById(call.db, rule_id) as Rule;
  announceChange(deps, call.db, [rule]);
  const { created_at, updated_at } = rule;
  return { id: rule_id, ...content, created_at, updated_at, unconfirmed_hooks: commandsOf(content) };
}
