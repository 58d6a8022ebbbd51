import { z } from 'zod';
import {
  activityActionName,
  activityEntry,
  activityFilter,
  activityTier,
  clientKind,
  unixMs,
} from '../../contract/activity.ts';
import { file, requests, replyFormat } from '../../contract/define.ts';
import {
  accountId,
  ack,
  anyId,
  count,
  limit,
  messageId,
  pageInput,
  pageOutput,
  queryFlag,
  queryInt,
  text,
} from '../../contract/fields.ts';

/** A query parameter that may be repeated. */
const several = <Each extends z.ZodType<string>>(each: Each) =>
  z.union([z.array(each).max(100), each.transform((only) => [only])]).default([]);

const queryMs = queryInt({ min: 0, max: 253_402_300_799_999 });

const listFilter = {
  since: queryMs.optional().describe('Unix milliseconds: nothing from before'),
  until: queryMs.optional().describe('Unix milliseconds: nothing from then on'),
  account: accountId.optional(),
  source: several(clientKind).describe('Any of these'),
  action: several(activityActionName).describe('Any of these'),
  prefix: activityActionName.optional().describe('How the action begins'),
  target_kind: z
    .string()
    .max(100)
    .optional()
    .meta({ examples: ['message'] }),
  target_id: anyId.optional(),
  tier: several(activityTier).describe('Any of these'),
  query: z
    .string()
    .max(500)
    .optional()
    .meta({ description: 'Words of the entry, all of them, each from its beginning', examples: ['dinner'] }),
  include_redacted: queryFlag.default(false),
};

const pause = z
  .object({
    since: z.int().meta({ description: 'Unix milliseconds', examples: [1_773_129_600_000] }),
    until: z
      .int()
      .nullable()
      .meta({ description: 'Unix milliseconds; null until it is resumed', examples: [1_773_133_200_000] }),
  })
  .meta({ id: 'ActivityPause', description: 'While it lasts nothing is recorded' });

const affected = z.object({ kind: z.literal('ActivityAffected'), affected: count });

const slug = z
  .string()
  .min(1)
  .max(100)
  .meta({ examples: ['what-agents-did'] });
const savedFilter = z
  .object({
    slug: text('what-agents-did'),
    name: text('What agents did'),
    filter: activityFilter,
    created_at: z.int().meta({ examples: [1_773_129_600_000] }),
    updated_at: z.int().meta({ examples: [1_773_129_600_000] }),
  })
  .meta({
    id: 'SavedActivityFilterEntry',
    description: 'A filter of the activity log under a name. Unix milliseconds',
  });

const ownOnlyNote = 'Agents, tools and tokens see what came by way of themselves alone.';

export const activityRequests = requests('The log of who did what. It never leaves this machine.', {
  list: {
    http: 'GET /admin/activity',
    summary: `What was done and by whom, newest first. ${ownOnlyNote}`,
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: z.object({
      ...listFilter,
      limit: limit.default(50),
      cursor: z
        .string()
        .max(100)
        .optional()
        .meta({ description: 'The `ts` and `id` of `next_cursor`', examples: ['1773129600000,42'] }),
    }),
    output: z.object({
      kind: z.literal('ActivityEntries'),
      entries: z.array(activityEntry),
      next_cursor: z
        .object({ id: count, ts: z.int().meta({ examples: [1_773_129_600_000] }) })
        .meta({ id: 'ActivityCursor', description: 'Sent as `ts,id`' })
        .nullable(),
      pause: pause.nullable().describe('Why there is nothing of now'),
    }),
    errors: { bad_cursor: ['invalid', '`cursor` is not the `ts,id` of an earlier answer.'] },
  },
  count: {
    http: 'GET /admin/activity/count',
    summary: `How many entries there are. ${ownOnlyNote}`,
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: z.object(listFilter),
    output: z.object({ kind: z.literal('ActivityCount'), count }),
  },
  stats: {
    http: 'GET /admin/activity/stats',
    summary: `How many entries there are of each action, source, kind of target, day or hour of the day. ${ownOnlyNote}`,
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: z.object({
      ...listFilter,
      group_by: z
        .enum(['action', 'day', 'source', 'target_kind', 'hour'])
        .default('action')
        .describe('Days and hours are those of the daemon’s time zone'),
    }),
    output: z.object({
      kind: z.literal('ActivityStatBuckets'),
      buckets: z.array(z.object({ key: text('mail.archive'), count }).meta({ id: 'ActivityStatBucket' })),
    }),
  },
  status: {
    http: 'GET /admin/activity/status',
    summary: 'Whether anything is recorded now, and what of it.',
    effect: { safety: 'read' },
    scope: 'none',
    input: z.object({}),
    output: z.object({
      kind: z.literal('ActivityStatus'),
      recording: z.boolean(),
      stopped_by: z
        .enum(['settings', 'environment', 'pause'])
        .nullable()
        .describe('`[activity].enabled`, `SVC_ACTIVITY=off`, or a pause'),
      pause: pause.nullable(),
      link_clicks: z.boolean().describe('Whether opened links are recorded'),
      retention_days: z.object({ ephemeral: count, standard: count, important: count }),
    }),
  },
  export: {
    http: 'POST /admin/activity/export',
    summary: `Entries as CSV, JSON or one JSON record a line, newest first. ${ownOnlyNote}`,
    effect: { safety: 'read' },
    scope: 'filtered',
    activity: { tier: 'important', recordedFields: ['format'], unlessFields: [] },
    input: z.object({
      filter: activityFilter.prefault({}),
      format: z.enum(['csv', 'json', 'ndjson']).default('json').meta({ id: 'ActivityExportFormat' }),
      answer: replyFormat,
    }),
    output: file(
      z.object({
        kind: z.literal('ActivityExportResult'),
        format: z.enum(['csv', 'json', 'ndjson']),
        content: text('[]', 'At most the newest 10,000; the file has them all'),
        count,
      }),
    ),
  },
  redact: {
    http: 'POST /admin/activity/redact',
    summary: 'Removes for good what entries were about. That there was something stays.',
    effect: { safety: 'destroy', action: 'redact_activity' },
    scope: 'none',
    people: true,
    awaits: true,
    activity: { tier: 'important', recordedWhilePaused: true },
    input: z.object({
      ids: z
        .array(z.int().min(0))
        .min(1)
        .max(10_000)
        .optional()
        .meta({ examples: [[42]] }),
      filter: activityFilter.optional().describe('Instead of `ids`; an empty one means all'),
    }),
    output: affected,
    errors: { no_target: ['invalid', 'Exactly one of `ids` and `filter` has to be given.'] },
  },
  prune: {
    http: 'POST /admin/activity/prune',
    summary: 'Removes entries for good.',
    effect: { safety: 'destroy', action: 'prune_activity' },
    scope: 'none',
    people: true,
    awaits: true,
    activity: { tier: 'important', recordedWhilePaused: true, recordedFields: ['before', 'tiers'] },
    input: z.object({
      before: unixMs.describe('Unix milliseconds: entries from then on stay'),
      tiers: z.array(activityTier).min(1).max(3).optional().describe('Of these alone'),
    }),
    output: affected,
  },
  pause: {
    http: 'POST /admin/activity/pause',
    summary: 'Records nothing for some minutes, or until it is resumed; the pause itself is recorded.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    activity: { tier: 'important', recordedWhilePaused: true, recordedFields: ['minutes'] },
    input: z.object({
      minutes: z
        .int()
        .min(1)
        .max(525_600)
        .optional()
        .meta({ description: 'Without it the pause lasts until it is resumed', examples: [60] }),
    }),
    output: ack.extend({ pause }),
  },
  resume: {
    http: 'POST /admin/activity/resume',
    summary: 'Records again.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    activity: { tier: 'important', recordedWhilePaused: true },
    input: z.object({}),
    output: ack,
  },
  savedFilters: {
    http: 'GET /admin/activity/saved',
    summary: 'The filters that were saved, by name.',
    effect: { safety: 'read' },
    scope: 'none',
    people: true,
    pages: { list: 'filters', id: 'slug' },
    input: z.object({ ...pageInput }),
    output: z.object({ kind: z.literal('SavedActivityFilters'), filters: z.array(savedFilter), ...pageOutput }),
  },
  saveFilter: {
    http: 'POST /admin/activity/saved',
    summary: 'Saves a filter under a name; one of the same name is replaced.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    input: z.object({
      name: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .meta({ examples: ['What agents did'] }),
      filter: activityFilter,
    }),
    output: z.object({ kind: z.literal('SavedActivityFilter'), filter: savedFilter }),
    errors: { too_many_filters: ['conflict', 'There are 200 saved filters already.'] },
  },
  savedFilter: {
    http: 'GET /admin/activity/saved/{slug}',
    summary: 'One saved filter.',
    effect: { safety: 'read' },
    scope: 'none',
    people: true,
    input: z.object({ slug }),
    output: z.object({ kind: z.literal('SavedActivityFilter'), filter: savedFilter }),
    errors: { not_found: ['missing', 'No filter is saved under that slug.'] },
  },
  removeFilter: {
    http: 'DELETE /admin/activity/saved/{slug}',
    summary: 'Forgets a saved filter.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    input: z.object({ slug }),
    output: ack,
    errors: { not_found: ['missing', 'No filter is saved under that slug.'] },
  },
  linkOpened: {
    http: 'POST /admin/activity/link-opened',
    summary: 'Says that a link of a message was opened. It is recorded only with [activity].track_link_clicks.',
    effect: { safety: 'mutate' },
    scope: { messages: 'message_id' },
    people: true,
    activity: { action: 'mail.open_link', tier: 'ephemeral', isLinkClick: true, recordedFields: ['host'] },
    input: z.object({
      message_id: messageId,
      host: z
        .string()
        .regex(/^[a-z0-9.:[\]-]{1,253}$/i, 'must be the name of a host')
        .meta({ description: 'Where the link leads, and nothing more of it', examples: ['museum.example.org'] }),
    }),
    output: ack.extend({ recorded: z.boolean() }),
  },
});
