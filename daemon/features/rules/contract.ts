import { z } from 'zod';
import { file, replyFormat, requests } from '../../contract/define.ts';
import {
  ack,
  count,
  cursor,
  instantOut,
  messageId,
  pageInput,
  pageOutput,
  queryInt,
  text,
  uuid,
} from '../../contract/fields.ts';
import { labelRemovals, mutationReply, removals } from '../../contract/mutation.ts';
import {
  ruleAccounts,
  ruleActions,
  ruleCondition,
  ruleName,
  rulePriority,
  shownActions,
  shownRule,
  writtenRule,
} from '../../contract/rule.ts';

const selector = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .meta({ description: 'The id of a rule, or its name', examples: ['File invoices'] });

/** A rule is named under either key. */
const chosen = { id: selector.optional(), rule: selector.optional() };

const conditionText = z
  .string()
  .trim()
  .min(1)
  .max(4000)
  .meta({
    description:
      'A search, of which rules know `from:`, `to:`, `subject:`, `body:`, `label:`, `is:`, `has:attachment`, links, dates, sizes and words',
    examples: ['from:billing subject:invoice'],
  });
const actionText = z
  .string()
  .trim()
  .min(1)
  .max(8000)
  .meta({
    description:
      'Actions, separated by `,` or `;`: `archive`, `trash`, `star`, `mark-read`, `mark-unread`, `add-label:X`, `remove-label:X`, `move:X`, `shell:CMD`, `stop`',
    examples: ['add-label:Invoices, archive'],
  });

const form = z
  .object({
    id: uuid(),
    name: text('File invoices'),
    condition: text('from:billing subject:invoice'),
    action: text('add-label:Invoices, archive'),
    priority: z.int(),
    enabled: z.boolean(),
  })
  .meta({ id: 'RuleFormData', description: 'A rule as a form shows it' });

const listedRule = shownRule.extend({
  condition: text(
    'from:billing subject:invoice',
    'Its conditions as a search, where a form can express them',
  ).optional(),
  action: text(
    'add-label:Invoices, archive',
    'Its actions as a form writes them, where a form can express them',
  ).optional(),
});

const hookRun = z
  .object({
    command: text('/usr/local/bin/file-invoice'),
    state: z
      .enum(['waiting', 'started', 'succeeded', 'failed', 'timed_out', 'unknown', 'refused'])
      .describe('`unknown`: Posthorn stopped while it ran. It is not run again'),
    started_at: instantOut.nullable(),
    ended_at: instantOut.nullable(),
    exit_code: z.int().nullable(),
    output: text('Filed as 2026-03.\n', 'What it wrote, up to 16 KB'),
    output_cut: z.boolean().describe('Whether it wrote more'),
    error: text('It was stopped after 30 seconds.').nullable(),
  })
  .meta({ id: 'RuleHookRun', description: 'A run of a command' });

const historyEntry = z
  .object({
    rule_id: uuid(),
    rule_name: text('File invoices'),
    message_id: uuid(),
    actions_applied: z.array(text('add-label:Invoices')),
    timestamp: instantOut,
    success: z.boolean(),
    error: text('Work has no folder for archived mail.').nullable(),
    blocked: z.boolean().describe('Whether a safety policy or a missing confirmation kept it from acting'),
    mutation_id: uuid('The change of mail, which can be undone').nullable(),
    hooks: z.array(hookRun),
  })
  .meta({ id: 'RuleHistoryEntry', description: 'What a rule did with a message' });

const dryRunMatch = z
  .object({
    message_id: uuid(),
    from: text('Ada Morgan <ada@example.org>'),
    subject: text('Invoice 42'),
    actions: shownActions,
    thread_id: uuid(),
    account_id: uuid(),
    date: instantOut,
  })
  .meta({ id: 'RuleDryRunMatch' });

const dryRunResult = z
  .object({
    rule_id: text('0195804f-3c2a-7d41-9b06-5e8d2f61c7a4', 'Empty for a rule that is not stored'),
    rule_name: text('File invoices'),
    matches: z.array(dryRunMatch).describe('The newest of them, at most `limit`'),
    total: count.describe('How many messages match'),
    message_ids: z.array(uuid()).describe('All of them, newest first, at most 10,000'),
  })
  .meta({ id: 'DryRunResultData', description: 'What a rule would do' });

const dryRunReply = z.object({
  results: z.array(dryRunResult),
  since: instantOut,
  until: instantOut,
  checked: count.describe('How many messages were looked at, newest first'),
  complete: z.boolean().describe('False where the period has more mail than is looked at in one request'),
});

const since = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .optional()
  .meta({
    description: 'The beginning of the period: an instant, a day, or an age such as `30d`; without it 30 days',
    examples: ['2026-02-01T00:00:00.000Z'],
  });
const until = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .optional()
  .meta({ description: 'The end of the period, which is not in it; without it now', examples: ['2026-03-01'] });
const period = {
  since,
  until,
  limit: queryInt({ min: 1, max: 1000 }).default(50).describe('How many matches of each rule are shown'),
};

const findErrors = {
  rule_not_found: ['missing', 'There is no such rule.'],
  no_rule_named: ['invalid', 'Neither `id` nor `rule` names a rule.'],
  ambiguous_rule: ['conflict', 'Several rules have this name; use the id.'],
} as const;
const changeErrors = {
  ...findErrors,
  malformed_id: ['invalid', 'An `id` is neither a UUID nor the name of a rule.'],
} as const;
const formErrors = {
  bad_query: ['invalid', 'The condition cannot be read: `position` and `length` say which part of it.'],
  not_in_a_rule: ['invalid', 'A part of the condition is only for searches.'],
  bad_action: ['invalid', 'An action is not known, or there is none.'],
} as const;
const writeErrors = {
  bad_pattern: ['invalid', 'A regular expression is not valid, or too large.'],
  bad_command: ['invalid', 'A command cannot be split into a program and its arguments.'],
  unknown_account: ['missing', 'There is no such account.'],
  too_many_rules: ['conflict', 'There are 500 rules.'],
  rule_for_people: [
    'refused',
    'Only the owner may make or change rules that run commands, trash mail or apply to other accounts.',
  ],
} as const;
const periodErrors = { bad_period: ['invalid', 'The period cannot be read, or it ends before it begins.'] } as const;

/** What a rule may do is what its author may do. */
const ruleRemovals = removals('archive', 'move', 'trash');

const importFormat = z.enum(['sieve', 'gmail', 'posthorn']);

const refusedStatement = z
  .object({
    line: count.describe('Of the file, from 1'),
    statement: text('redirect "ada@example.org";'),
    reason: text('Rules cannot forward mail.'),
  })
  .meta({ id: 'RefusedRuleStatement', description: 'A part of a file that no rule can do' });

export const rulesRequests = requests('Rules for new mail.', {
  list: {
    http: 'GET /platform/rules',
    summary: 'All rules, in the order in which they are applied.',
    effect: { safety: 'read' },
    scope: 'filtered',
    pages: { list: 'rules' },
    input: z.object({ ...pageInput }),
    output: z.object({ rules: z.array(listedRule), ...pageOutput }),
  },
  detail: {
    http: 'GET /platform/rules/detail',
    summary: 'A rule.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object(chosen),
    output: z.object({ rule: shownRule }),
    errors: findErrors,
  },
  form: {
    http: 'GET /platform/rules/form',
    summary: 'A rule as a form shows it.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object(chosen),
    output: z.object({ form }),
    errors: {
      ...findErrors,
      not_in_a_form: ['unsupported', 'A form cannot express a part of the rule; `parts` names what.'],
    },
  },
  history: {
    http: 'GET /platform/rules/history',
    summary: 'What rules did, newest first: one of them, or all where none is named.',
    effect: { safety: 'read' },
    scope: 'filtered',
    pages: { list: 'entries', reads: 'limit' },
    input: z.object({
      cursor: cursor.optional(),
      ...chosen,
      limit: queryInt({ min: 1, max: 1000 }).default(20).describe('How many entries at the most'),
    }),
    output: z.object({ entries: z.array(historyEntry), ...pageOutput }),
    errors: findErrors,
  },
  dryRun: {
    http: 'GET /platform/rules/dry-run',
    summary:
      'What a rule would do with mail of a period, or each rule that is on where none is named. Changes nothing. Only received mail counts that is neither in the trash nor spam.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({ ...chosen, ...period }),
    output: dryRunReply,
    errors: { ...findErrors, ...periodErrors },
  },
  preview: {
    http: 'POST /platform/rules/preview',
    summary: 'What a rule that is not stored would do with mail of a period. Changes nothing.',
    effect: { safety: 'read' },
    scope: 'filtered',
    activity: { action: 'rules.preview' },
    input: z.object({
      conditions: ruleCondition.optional().describe('Either this, or `condition`'),
      condition: conditionText.optional(),
      actions: ruleActions.optional().describe('Shown with each match'),
      action: actionText.optional(),
      account_ids: ruleAccounts.optional(),
      ...period,
    }),
    output: dryRunReply,
    errors: {
      ...formErrors,
      ...periodErrors,
      bad_pattern: writeErrors.bad_pattern,
      unknown_account: writeErrors.unknown_account,
      no_condition: ['invalid', 'Neither `conditions` nor `condition` is given.'],
    },
  },
  upsert: {
    http: 'POST /platform/rules/upsert',
    summary:
      'Stores a rule: a new one, or the one with this id anew. It is applied to mail that arrives from then on. Commands in it do not run before the owner has confirmed them.',
    effect: { safety: 'mutate' },
    mayNeed: ruleRemovals,
    approval: 'tried',
    ofPosthorn: true,
    scope: 'filtered',
    input: z.object({ rule: writtenRule }),
    output: z.object({ rule: shownRule }),
    errors: { ...writeErrors, malformed_id: ['invalid', 'The id is not a UUID.'] },
  },
  upsertForm: {
    http: 'POST /platform/rules/upsert-form',
    summary: 'Stores a rule from a form. `existing_rule` keeps its id and the time when it was made.',
    effect: { safety: 'mutate' },
    mayNeed: ruleRemovals,
    approval: 'tried',
    ofPosthorn: true,
    scope: 'filtered',
    input: z.object({
      existing_rule: selector.nullable().optional(),
      name: ruleName,
      condition: conditionText,
      action: actionText,
      priority: rulePriority.default(100),
      enabled: z.boolean().default(true),
      account_ids: ruleAccounts.optional(),
    }),
    output: z.object({ rule: shownRule }),
    errors: { ...findErrors, ...formErrors, ...writeErrors },
  },
  delete: {
    http: 'POST /platform/rules/delete',
    summary: 'Deletes a rule. What it did stays, and so does its history.',
    effect: { safety: 'mutate' },
    ofPosthorn: true,
    scope: 'filtered',
    input: z.object(chosen),
    output: ack.extend({ ok: z.literal(true) }),
    errors: { ...changeErrors, rule_for_people: writeErrors.rule_for_people },
  },
  apply: {
    http: 'POST /platform/rules/apply',
    summary:
      'Applies the actions of a rule to exactly these messages, whether they match or not. One undo takes all of it back. Commands are not run.',
    effect: { safety: 'mutate' },
    mayNeed: labelRemovals,
    approval: 'tried',
    scope: { messages: 'message_ids' },
    input: z.object({
      ...chosen,
      message_ids: z.array(messageId).min(1).max(10_000).describe('The messages, as a dry run has shown them'),
    }),
    output: ack.extend({ ...mutationReply.shape }),
    errors: {
      ...changeErrors,
      nothing_to_do: ['invalid', 'The rule only runs commands, so there’s nothing to apply.'],
    },
  },
  confirmHook: {
    http: 'POST /platform/rules/confirm-hook',
    summary: 'Confirms a command of a rule, which runs from then on. It has the rights of the owner.',
    effect: { safety: 'mutate' },
    scope: 'filtered',
    people: true,
    activity: { tier: 'important' },
    input: z.object({
      ...chosen,
      command: z
        .string()
        .trim()
        .min(1)
        .max(4_000)
        .meta({ description: 'The command as the rule has it', examples: ['/usr/local/bin/file-invoice --year 2026'] }),
    }),
    output: z.object({ rule: shownRule }),
    errors: { ...changeErrors, command_not_found: ['missing', 'The rule does not run this command.'] },
  },
  resume: {
    http: 'POST /platform/rules/resume',
    summary: 'Applies a rule again that was paused because it failed.',
    effect: { safety: 'mutate' },
    ofPosthorn: true,
    scope: 'filtered',
    input: z.object(chosen),
    output: z.object({ rule: shownRule }),
    errors: { ...changeErrors, rule_for_people: writeErrors.rule_for_people },
  },
  import: {
    http: 'POST /platform/rules/import',
    summary:
      'Makes rules of a Sieve script, of filters exported from Gmail (mailFilters.xml), or of an export of rules. With `dry_run` it only shows them. What no rule can do is refused, and listed with its line.',
    effect: ({ dry_run }) => ({ safety: dry_run ? 'read' : 'mutate' }),
    mayNeed: ruleRemovals,
    scope: 'filtered',
    people: true,
    activity: { recordedFields: ['format'] },
    input: z.object({
      format: importFormat,
      content: z
        .string()
        .min(1)
        .max(1_500_000)
        .meta({
          description: 'The file as text',
          examples: ['require "fileinto";\nif header :contains "subject" "invoice" { fileinto "Invoices"; }\n'],
        }),
      account_ids: ruleAccounts.optional(),
      dry_run: z.boolean().default(false).describe('Only show the rules, and change nothing'),
    }),
    output: z.object({
      rules: z.array(shownRule.omit({ match_count: true, last_matched_at: true, paused_at: true, last_error: true })),
      refused: z.array(refusedStatement),
      dry_run: z.boolean(),
    }),
    errors: {
      bad_file: ['invalid', 'The file cannot be read; `line` says where.'],
      bad_pattern: writeErrors.bad_pattern,
      too_many_rules: writeErrors.too_many_rules,
      unknown_account: writeErrors.unknown_account,
    },
  },
  export: {
    http: 'GET /platform/rules/export',
    summary: 'All rules as a file that `import` reads.',
    effect: { safety: 'read' },
    scope: 'filtered',
    activity: { action: 'rules.export', unlessFields: [] },
    input: z.object({ answer: replyFormat }),
    output: file(z.object({ content: text('{"format":"posthorn-rules","version":1,"rules":[]}') })),
  },
});
