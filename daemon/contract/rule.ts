import { z } from 'zod';
import { anyId, instantOut, text, uuid } from './fields.ts';

/** How much of a text a rule may hold. */
const maxText = 1_000;
const maxConditions = 200;
const maxDepth = 20;
const maxActions = 20;

const oneLine = (value: string) => value.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value);
const lineError = { message: 'must be one line without control characters' };

export const ruleName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(oneLine, lineError)
  .meta({ examples: ['File invoices'] });

const labelName = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .refine(oneLine, lineError)
  .meta({ examples: ['Invoices'] });

const value = z
  .string()
  .min(1)
  .max(maxText)
  .refine((each) => each.isWellFormed() && !each.includes('\0'), { message: 'must be valid Unicode' });

const match = z
  .object({
    type: z
      .enum(['exact', 'contains', 'regex', 'glob'])
      .describe(
        '`contains` ignores case and accents. `exact` does not. A regular expression has the syntax of RE2. In a glob `*` stands for any text and `?` for one character',
      ),
    value: value.meta({ examples: ['invoice'] }),
  })
  .meta({ id: 'RuleMatch' });
export type Match = z.output<typeof match>;

/** It is stored as it is written, because replies show it too. */
const date = z.iso.datetime({ offset: true }).meta({ examples: ['2026-03-01T00:00:00.000Z'] });

const bytes = z
  .int()
  .min(-1)
  .max(1e12)
  .meta({ examples: [5_242_880] });

const textFields = ['from', 'to', 'cc', 'subject', 'body_contains', 'list_id'] as const;
const places = ['inbox', 'archived', 'sent', 'draft', 'trash', 'spam'] as const;

const fieldCondition = z.discriminatedUnion('field', [
  z.object({ type: z.literal('field'), field: z.enum(textFields), pattern: match }),
  z.object({ type: z.literal('field'), field: z.literal('has_label'), label: labelName }),
  z.object({
    type: z.literal('field'),
    field: z.enum(['has_attachment', 'is_unread', 'is_starred', 'has_unsubscribe']),
  }),
  z.object({ type: z.literal('field'), field: z.enum(['size_greater_than', 'size_less_than']), bytes }),
  z.object({
    type: z.literal('field'),
    field: z.enum(['date_after', 'date_before']),
    date: date.describe('`date_after` includes the instant, `date_before` does not'),
  }),
  z.object({
    type: z.literal('field'),
    field: z.literal('link_density'),
    match_kind: z.enum(['any', 'heavy', 'none']),
  }),
  z.object({ type: z.literal('field'), field: z.literal('is_in'), place: z.enum(places) }),
]);
export type FieldCondition = z.output<typeof fieldCondition>;

export type Condition =
  { type: 'and' | 'or'; conditions: Condition[] } | { type: 'not'; condition: Condition } | FieldCondition;

const anyCondition: z.ZodType<Condition> = z
  .lazy(() =>
    z.discriminatedUnion('type', [
      z.object({ type: z.enum(['and', 'or']), conditions: z.array(anyCondition).min(1).max(maxConditions) }),
      z.object({ type: z.literal('not'), condition: anyCondition }),
      fieldCondition,
    ]),
  )
  .meta({
    id: 'RuleCondition',
    description: 'What mail a rule is about',
    examples: [{ type: 'field', field: 'subject', pattern: { type: 'contains', value: 'invoice' } }],
  });

/** What mail a rule is about: at most 200 conditions, 20 deep. */
export const ruleCondition = anyCondition.refine((each) => isBounded(each), {
  message: `must have at most ${maxConditions} conditions, ${maxDepth} deep`,
});

function isBounded(condition: Condition): boolean {
  let count = 0;
  const visit = (each: Condition, depth: number): boolean => {
    if (++count > maxConditions || depth > maxDepth) return false;
    if (each.type === 'not') return visit(each.condition, depth + 1);
    return each.type === 'field' || each.conditions.every((member) => visit(member, depth + 1));
  };
  return visit(condition, 0);
}

const duration = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['hours', 'days']), count: z.int().min(1).max(3_650) }),
  z.object({ type: z.literal('until'), date }),
]);

const ruleAction = z
  .discriminatedUnion('type', [
    z.object({ type: z.enum(['add_label', 'remove_label', 'move']), label: labelName }),
    z.object({
      type: z
        .enum(['archive', 'trash', 'star', 'mark_read', 'mark_unread', 'stop'])
        .describe('`stop`: the rules after this one are not applied to the message'),
    }),
    z.object({ type: z.literal('snooze'), duration }),
    z.object({
      type: z.literal('shell_hook'),
      command: z
        .string()
        .trim()
        .min(1)
        .max(4_000)
        .refine(oneLine, lineError)
        .describe('A program and its arguments. No shell reads it, and nothing in it is expanded')
        .meta({ examples: ['/usr/local/bin/file-invoice --year 2026'] }),
    }),
  ])
  .meta({
    id: 'RuleAction',
    description: 'What a rule does with mail',
    examples: [{ type: 'add_label', label: 'Invoices' }],
  });
export type RuleAction = z.output<typeof ruleAction>;

/** The actions of a rule in a reply. */
export const shownActions = z.array(ruleAction);

export const ruleActions = z
  .array(ruleAction)
  .min(1)
  .max(maxActions)
  .meta({ examples: [[{ type: 'add_label', label: 'Invoices' }, { type: 'archive' }]] });

export const rulePriority = z
  .int()
  .min(-1_000_000)
  .max(1_000_000)
  .describe('Lower runs first')
  .meta({ examples: [10] });

/** The ids of the accounts whose mail a rule is about. */
export const ruleAccounts = z
  .array(anyId)
  .min(1)
  .max(200)
  .nullable()
  .describe('The accounts whose mail it is about; null: all, also those that are added later');

/** A rule as a caller writes it. */
export const writtenRule = z
  .object({
    id: z.string().trim().max(200).nullable().optional().describe('Absent or empty: a new rule'),
    name: ruleName,
    enabled: z.boolean().default(true),
    priority: rulePriority.default(100),
    conditions: ruleCondition,
    actions: ruleActions,
    account_ids: ruleAccounts.optional(),
    created_at: z.string().max(100).optional().describe('Ignored: the first time is kept'),
    updated_at: z.string().max(100).optional().describe('Ignored'),
  })
  .meta({ id: 'WrittenRule', description: 'A rule as a caller writes it' });

/** A rule as replies show it (wire-contract, section 11.1), with what it has done. */
export const shownRule = z
  .object({
    id: uuid(),
    name: text('File invoices'),
    enabled: z.boolean(),
    priority: z.int(),
    conditions: anyCondition,
    actions: shownActions,
    created_at: instantOut,
    updated_at: instantOut,
    account_ids: z.array(uuid()).nullable().describe('Null: mail of all accounts'),
    match_count: z.int().nonnegative().describe('How many messages it was applied to'),
    last_matched_at: instantOut.nullable(),
    paused_at: instantOut.nullable().describe('Since when it is not applied, because it failed three times in a row'),
    last_error: text('Work has no folder for archived mail.').nullable().describe('Why it failed last'),
    unconfirmed_hooks: z
      .array(text('/usr/local/bin/file-invoice'))
      .describe('Commands that do not run before the owner has confirmed them'),
  })
  .meta({ id: 'Rule', description: 'What happens to new mail of a kind' });
