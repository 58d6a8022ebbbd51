import { z } from 'zod';
import { accountId, anyId, count, text, uuid } from './fields.ts';

/** Retention times depend on the tier, as set under `[activity.retention]`. */
export const activityTiers = ['ephemeral', 'standard', 'important'] as const;
export const activityTier = z.enum(activityTiers).meta({ id: 'ActivityTier' });
export type ActivityTier = z.output<typeof activityTier>;

const clientKinds = ['human', 'web', 'cli', 'script', 'daemon', 'agent', 'mcp'] as const;
export const clientKind = z.enum(clientKinds).meta({ id: 'ClientKind', description: 'Who asked' });

// The last millisecond of the last four-digit year.
export const unixMs = z
  .int()
  .min(0)
  .max(253_402_300_799_999)
  .meta({ examples: [1_773_129_600_000] });

export const activityActionName = z
  .string()
  .max(100)
  .meta({ examples: ['mail.archive'] });

const exampleFilter = {
  sources: ['agent', 'mcp'],
  action_prefix: 'mail.',
  actions: [],
  tiers: [],
  include_redacted: false,
};

/** The filter for activity entries (wire-contract, section 14.16). */
export const activityFilter = z
  .object({
    account_id: accountId.nullish(),
    action_prefix: activityActionName.nullish().describe('How the action begins'),
    actions: z.array(activityActionName).max(100).default([]).describe('Any of these; none means all'),
    include_redacted: z.boolean().default(false),
    query: z
      .string()
      .max(500)
      .nullish()
      .meta({ description: 'Words of the entry, all of them, each from its beginning', examples: ['dinner'] }),
    since: unixMs.nullish().describe('Unix milliseconds: nothing from before'),
    sources: z.array(clientKind).max(20).default([]).describe('Any of these; none means all'),
    target_id: anyId.nullish(),
    target_kind: z
      .string()
      .max(100)
      .nullish()
      .meta({ examples: ['message'] }),
    tiers: z.array(activityTier).max(3).default([]).describe('Any of these; none means all'),
    until: unixMs.nullish().describe('Unix milliseconds: nothing from then on'),
  })
  .meta({ id: 'ActivityFilter', examples: [exampleFilter] });
export type ActivityFilter = z.output<typeof activityFilter>;

export const activityEntry = z
  .object({
    id: count,
    ts: z.int().meta({ description: 'Unix milliseconds', examples: [1_773_129_600_000] }),
    source: clientKind,
    token_id: uuid("The token it came with; null for the owner's own").nullable(),
    action: text('mail.archive'),
    tier: activityTier,
    account_id: uuid('The account it touched, where that is one').nullable(),
    target_kind: text('message').nullable(),
    target_id: text('7a3ca275-a251-5c2a-bfde-38c9c8b2d4fb').nullable(),
    outcome: text('ok', '`ok`, the code of the failure, or `pending_approval`'),
    took_ms: count,
    context: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'A few facts, which the action decides', examples: [{ subject: 'Dinner on Friday' }] }),
    redacted: z.boolean().describe('What it was about has been removed; that there was something stays'),
  })
  .meta({ id: 'ActivityEntry', description: 'Something that was done' });
export type ActivityEntry = z.output<typeof activityEntry>;
