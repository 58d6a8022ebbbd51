import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { accountId, count, instantOut, queryInt, text, uuid } from '../../contract/fields.ts';

const account_id = accountId.optional().describe('Only this account; all visible ones if absent');
const limit = queryInt({ min: 1, max: 500 }).default(50).describe('How many rows at the most');
const days = (fallback: number, about: string) => queryInt({ min: 0, max: 36_500 }).default(fallback).describe(about);
const sinceDays = queryInt({ min: 1, max: 36_500 }).optional().describe('Only mail of the last days');
const unixSeconds = queryInt({ min: 0, max: 253_402_300_799 });
const seconds = count.describe('Seconds');
const address = text('ben@example.org');
const displayName = text('Ben Ortiz').nullable();

const storageBucket = z
  .object({
    key: text('ben@example.org'),
    name: displayName.optional().describe('The name of a sender'),
    bytes: count,
    count,
  })
  .meta({ id: 'StorageBucket', description: 'Mail of one sender, one label or one year in UTC, or files of one type' });

const largestMessage = z
  .object({
    message_id: uuid(),
    thread_id: uuid(),
    date: instantOut,
    from_email: address,
    subject: text('Photos of the regatta'),
    size_bytes: count,
  })
  .meta({ id: 'LargestMessageRow' });

const staleThread = z
  .object({
    thread_id: uuid(),
    counterparty_email: address.describe('Who waits for the user, or whom the user waits for'),
    counterparty_name: displayName,
    latest_message_id: uuid(),
    latest_subject: text('Dinner on Friday'),
    latest_date: instantOut,
    days_stale: count,
  })
  .meta({ id: 'StaleThreadRow', description: 'A conversation in which an answer is due' });

const asymmetry = z
  .object({
    email: address,
    display_name: displayName,
    total_inbound: count,
    total_outbound: count,
    asymmetry: z.number().describe('From 1, only they write, to -1, only the user writes'),
    last_seen_at: instantOut.describe('The newest message either way'),
  })
  .meta({ id: 'ContactAsymmetryRow', description: 'How evenly two people write to each other' });
export type ContactAsymmetry = z.input<typeof asymmetry>;

const decay = z
  .object({
    email: address,
    display_name: displayName,
    last_inbound_at: instantOut,
    last_outbound_at: instantOut.nullable(),
    days_since_inbound: count,
    days_since_outbound: count.nullable(),
  })
  .meta({ id: 'ContactDecayRow', description: 'A person who has not written for a while' });

const replyTimes = {
  sample_count: count.describe('Replies that were counted: the first to each message'),
  clock_p50_seconds: seconds.describe('Half of the replies came within this time'),
  clock_p90_seconds: seconds,
  business_hours_p50_seconds: seconds.nullable().describe('Counting only Monday to Friday, 9:00 to 17:00 local time'),
  business_hours_p90_seconds: seconds.nullable(),
};

const responseTime = z
  .object({
    direction: z.enum(['i_replied', 'they_replied']),
    ...replyTimes,
    histogram: z.array(z.object({ upper_bound_seconds: count, count })),
    trend: z
      .array(
        z.object({ since: text('2026-03-09', 'A day in local time'), sample_count: count, clock_p50_seconds: seconds }),
      )
      .describe('The weeks or, beyond half a year, the months in which there were replies'),
  })
  .meta({ id: 'ResponseTimeSummary', description: 'How long replies took' });
export type ResponseTimes = z.input<typeof responseTime>;

const replyExtreme = z.object({ counterparty_email: address, latency_seconds: seconds, replied_at: instantOut });
const contactRank = z.object({ email: address, display_name: displayName, count });

const wrapped = z
  .object({
    label: text('wrapped', 'As it was asked for'),
    window_start: instantOut,
    window_end: instantOut,
    volume: z.object({ inbound_count: count, outbound_count: count, thread_count: count }),
    time_patterns: z.object({
      busiest_date: text('2026-03-10', 'A day in local time').nullable(),
      busiest_date_count: count,
      busiest_day_of_week: text('Tuesday').nullable(),
      busiest_day_of_week_count: count,
      busiest_hour_utc: z.int().min(0).max(23).nullable(),
      busiest_hour_count: count,
      day_of_week_distribution: z.array(count).describe('Messages by local day of the week, Monday first'),
      hour_distribution: z.array(count).describe('Messages by hour of the day in UTC'),
      local_hour_distribution: z.array(count).describe('Messages by hour of the day in local time'),
    }),
    top_contacts: z.object({
      most_emailed_by_me: z.array(contactRank),
      most_emailed_to_me: z.array(contactRank).describe('Without senders of mailings'),
      most_asymmetric: z.array(asymmetry),
    }),
    reply_discipline: z
      .object({ ...replyTimes, fastest: replyExtreme.nullable(), slowest: replyExtreme.nullable() })
      .nullable()
      .describe('How quickly the user replied; null without a reply'),
    storage: z.object({
      total_bytes: count,
      heaviest_message: largestMessage.nullable(),
      top_mimetype: storageBucket.nullable(),
    }),
    newsletters: z.object({
      unique_lists: count,
      list_share_of_inbound_pct: z.number(),
      top_list: z
        .object({ list_id: text('sailing.lists.example.org'), message_count: count, opened_count: count })
        .nullable(),
    }),
    superlatives: z.object({
      longest_thread: z
        .object({ thread_id: uuid(), subject: text('Dinner on Friday'), message_count: count })
        .nullable(),
      most_ghosted: z
        .object({ email: address, inbound_count: count, outbound_count: count })
        .nullable()
        .describe('Whom the user wrote to most without an answer'),
    }),
  })
  .meta({ id: 'WrappedSummary', description: 'A look back at the mail of a period' });
export type Wrapped = z.input<typeof wrapped>;

const groupBy = z
  .enum(['sender', 'mimetype', 'mime', 'label', 'year'])
  .default('sender')
  .transform((word) => (word === 'mime' ? ('mimetype' as const) : word));
const perspective = z
  .enum(['mine', 'user', 'theirs', 'counterparty'])
  .default('mine')
  .describe('Who is to answer: the user, or the other person')
  .transform((word) => (word === 'mine' || word === 'user' ? ('mine' as const) : ('theirs' as const)));
const direction = z
  .enum(['they_replied', 'outgoing', 'i_replied', 'incoming'])
  .default('they_replied')
  .describe('Whose replies count')
  .transform((word) =>
    word === 'i_replied' || word === 'incoming' ? ('i_replied' as const) : ('they_replied' as const),
  );

const report = { effect: { safety: 'read' }, scope: 'filtered', runs: 'reader' } as const;

export const analyticsRequests = requests('What the stored mail says about itself.', {
  wrapped: {
    ...report,
    http: 'GET /platform/analytics/wrapped',
    summary: 'A look back at a period, by default the current year: volume, habits, people, replies, newsletters.',
    input: z.object({
      account_id,
      since_unix: unixSeconds.optional().describe('Unix seconds; the beginning of the year if absent'),
      until_unix: unixSeconds.optional().describe('Unix seconds, exclusive; now if absent'),
      label: z.string().max(200).default('wrapped'),
    }),
    output: z.object({ kind: z.literal('Wrapped'), summary: wrapped }),
    errors: { empty_period: ['invalid', 'The period ends before it starts.'] },
  },
  storage: {
    ...report,
    http: 'GET /platform/analytics/storage-breakdown',
    summary:
      'What takes space, the most first: by sender, by type of attachments, or by label; or by year, the newest first.',
    input: z.object({ account_id, group_by: groupBy, since_days: sinceDays, limit }),
    output: z.object({ kind: z.literal('StorageBreakdown'), rows: z.array(storageBucket) }),
  },
  largest: {
    ...report,
    http: 'GET /platform/analytics/largest-messages',
    summary: 'The largest messages outside the trash.',
    input: z.object({ account_id, since_days: sinceDays, limit }),
    output: z.object({ kind: z.literal('LargestMessages'), rows: z.array(largestMessage) }),
  },
  staleThreads: {
    ...report,
    http: 'GET /platform/analytics/stale-threads',
    summary: 'Conversations in which an answer of the user, or of the other person, is due, the oldest first.',
    input: z.object({
      account_id,
      perspective,
      older_than_days: days(14, 'The newest message is at least this old'),
      within_days: days(180, 'and at most this old'),
      limit,
    }),
    output: z.object({ kind: z.literal('StaleThreads'), rows: z.array(staleThread) }),
  },
  asymmetry: {
    ...report,
    http: 'GET /platform/analytics/contact-asymmetry',
    summary: 'People by how much more they write than the user, without senders of mailings.',
    input: z.object({ account_id, min_inbound: queryInt({ min: 0, max: 1_000_000 }).default(5), limit }),
    output: z.object({ kind: z.literal('ContactAsymmetry'), rows: z.array(asymmetry) }),
  },
  decay: {
    ...report,
    http: 'GET /platform/analytics/contact-decay',
    summary: 'People who wrote to the user and were written to, and have not written for a while.',
    input: z.object({
      account_id,
      threshold_days: days(30, 'They have not written for at least this long'),
      max_lookback_days: days(365, 'but wrote within this time'),
      limit,
    }),
    output: z.object({ kind: z.literal('ContactDecay'), rows: z.array(decay) }),
  },
  responseTime: {
    ...report,
    http: 'GET /platform/analytics/response-time',
    summary: 'How long replies took, in clock time and in business hours.',
    activity: { addressFields: ['counterparty'] },
    input: z.object({
      account_id,
      direction,
      counterparty: z
        .string()
        .trim()
        .min(1)
        .max(320)
        .optional()
        .meta({ description: 'Only replies of, or to, this address', examples: ['ben@example.org'] }),
      since_days: sinceDays,
    }),
    output: z.object({ kind: z.literal('ResponseTime'), summary: responseTime }),
  },
  refreshContacts: {
    http: 'POST /platform/analytics/refresh-contacts',
    summary: 'Counts the contacts anew from the stored mail, and answers when it is done.',
    effect: { safety: 'mutate' },
    ofPosthorn: true,
    scope: 'filtered',
    awaits: true,
    activity: { action: 'analytics.refresh_contacts' },
    input: z.object({}),
    output: z.object({ kind: z.literal('RefreshedContacts'), rows: count.describe('Contacts') }),
  },
  rebuild: {
    http: 'POST /platform/analytics/rebuild',
    summary: 'Computes anew what the reports are made of, as a job, and answers when it is done.',
    effect: { safety: 'mutate' },
    ofPosthorn: true,
    scope: 'filtered',
    awaits: true,
    activity: { action: 'analytics.rebuild' },
    input: z.object({}),
    output: z.object({
      kind: z.literal('AnalyticsRebuildSummary'),
      directions_reclassified: count.describe('Messages whose direction was wrong'),
      business_hours_backfilled: count.describe('Replies with a time in business hours'),
      list_ids_backfilled: count.describe('Always 0: the ids of lists are stored with the mail'),
      contacts_rows: count,
      reply_pairs_resolved: count.describe('Replies whose message is stored'),
    }),
  },
});
