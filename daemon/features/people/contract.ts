import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { accountId, count, instantOut, queryInt, text, uuid } from '../../contract/fields.ts';
import { relationshipProfile } from '../../contract/relationship.ts';

const emailReference = z
  .object({
    message_id: uuid(),
    thread_id: uuid(),
    subject: text('Dinner on Friday'),
    snippet: text('Shall we say seven, at the usual place?'),
    date: instantOut,
    direction: z.enum(['inbound', 'outbound']),
    from_email: text('ada@example.org'),
    from_name: text('Ada Morgan').nullable(),
    has_attachments: z.boolean(),
  })
  .meta({ id: 'SenderEmailReferenceData', description: 'A message from or to a person' });

const responseBucket = z
  .object({ upper_bound_seconds: count, count })
  .meta({ id: 'ResponseTimeBucket', description: 'How many answers took this long, and longer than the one before' });

const weeklyActivity = z
  .object({
    week_start: text('2026-03-09', 'The Monday it began'),
    inbound_count: count,
    outbound_count: count,
  })
  .meta({ id: 'SenderWeeklyActivityData' });

const unansweredQuestion = z
  .object({
    message_id: uuid(),
    thread_id: uuid(),
    subject: text('Dinner on Friday'),
    received_at: instantOut,
    days_waiting: count,
  })
  .meta({ id: 'SenderUnansweredQuestionData', description: 'The oldest question of theirs that is a to-do' });

const senderProfile = z
  .object({
    account_id: uuid(),
    email: text('ada@example.org'),
    display_name: text('Ada Morgan').nullable(),
    first_seen_at: instantOut.describe('The oldest message either way'),
    last_seen_at: instantOut.describe('The newest message either way'),
    last_inbound_at: instantOut.nullable(),
    last_outbound_at: instantOut.nullable(),
    total_inbound: count,
    total_outbound: count,
    replied_count: count.describe('Their messages that the owner has answered'),
    cadence_days_p50: z
      .number()
      .nullable()
      .describe('Days between one message of theirs and the next, half of the time'),
    is_list_sender: z.boolean().describe('Most of what they send comes by a list that one can leave'),
    list_id: text('Weekly <weekly.example.org>').nullable(),
    open_thread_count: count.describe('Conversations with their mail in the inbox'),
    attachment_count: count.describe('Of their mail'),
    attachment_bytes: count,
    inbound_storage_bytes: count,
    outbound_storage_bytes: count,
    response_histogram: z.array(responseBucket).describe('How long the owner took to answer'),
    weekly_activity: z.array(weeklyActivity).describe('The last twelve weeks, oldest first'),
    recent_messages: z.array(emailReference).describe('Newest first, both ways, at most ten'),
    relationship: relationshipProfile.nullable(),
    unanswered_question: unansweredQuestion.nullable(),
  })
  .meta({ id: 'SenderProfileData', description: 'A correspondent, according to the stored mail' });
export type SenderProfile = z.input<typeof senderProfile>;

const senderSummary = z
  .object({
    account_id: uuid('The conversation of the newest mail with them'),
    sender_email: text('ada@example.org'),
    email: text('ada@example.org', 'The same once more'),
    display_name: text('Ada Morgan').nullable(),
    message_count: count.describe('Messages from them'),
    unread_count: count,
    latest_subject: text('Dinner on Friday', 'Of the newest message either way'),
    latest_at: instantOut,
  })
  .meta({ id: 'SenderSummaryData', description: 'A suggested recipient' });
export type SenderSummary = z.input<typeof senderSummary>;

const email = z.string().trim().min(1).max(320);

export const peopleRequests = requests('Whom one corresponds with.', {
  sender: {
    http: 'GET /mail/sender',
    summary: 'What the stored mail says about a person; null if there is no mail from or to them.',
    effect: { safety: 'read' },
    scope: { accounts: 'account_id' },
    runs: 'reader',
    activity: { addressFields: ['email'] },
    input: z.object({ account_id: accountId, email: email.meta({ examples: ['ada@example.org'] }) }),
    output: z.object({ kind: z.literal('SenderProfile'), profile: senderProfile.nullable() }),
  },
  autocomplete: {
    http: 'GET /mail/contacts/autocomplete',
    summary: 'Whom a few letters may mean: first whom the owner wrote to often and lately.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    activity: { addressFields: ['q'] },
    input: z.object({
      q: z
        .string()
        .max(1000)
        .default('')
        .meta({
          description: 'Beginnings of names, of an address or its domain; all of them count',
          examples: ['ada mo'],
        }),
      limit: queryInt({ min: 1, max: 100 }).default(10),
    }),
    output: z.object({ contacts: z.array(senderSummary) }),
  },
});
