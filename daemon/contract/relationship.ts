import { z } from 'zod';
import { commitment } from './commitment.ts';
import { count, instantOut, text, uuid } from './fields.ts';

const days = z.number().nonnegative().nullable();

const statistics = z
  .object({
    received_count: count.describe('Messages from them'),
    sent_count: count.describe('Messages to them'),
    conversation_count: count,
    first_at: instantOut.describe('The oldest message either way'),
    last_at: instantOut.describe('The newest message either way'),
    last_received_at: instantOut.nullable(),
    last_sent_at: instantOut.nullable(),
    their_cadence_days_p50: days.describe('Days between one message of theirs and the next, half of the time'),
    your_cadence_days_p50: days.describe('The same of the messages to them'),
    your_reply_count: count,
    your_reply_seconds_p50: count.nullable().describe('How long the user takes to answer, half of the time'),
    their_reply_count: count,
    their_reply_seconds_p50: count.nullable(),
    months: z
      .array(z.object({ month: text('2026-03'), received_count: count, sent_count: count }))
      .describe('The last twelve months, oldest first'),
  })
  .meta({ id: 'RelationshipStatisticsData', description: 'What the stored mail with a person amounts to' });

const waiting = z.object({
  thread_id: uuid(),
  message_id: uuid('The newest message'),
  subject: text('Dinner on Friday'),
  since: instantOut,
});

const style = z
  .object({
    avg_sentence_len: z.number().describe('Words in a sentence of the user'),
    avg_sentence_len_theirs: z.number(),
    formality_score: z
      .number()
      .min(0)
      .max(1)
      .describe('Of what the user writes: 0 as among friends, 1 as to an authority'),
    formality_score_theirs: z.number().min(0).max(1),
    msg_count_used: count.describe('The messages of the user that it follows from'),
    msg_count_used_theirs: count,
    computed_at: instantOut.describe('When the newest of them was read'),
    source_hash: text('5c1f0a9be2d34c77', 'Changes with the messages'),
  })
  .meta({ id: 'ContactStyleData', description: 'How two people write to each other' });

/** A relationship on the wire (wire-contract, section 14.8). */
export const relationshipProfile = z
  .object({
    account_id: uuid(),
    email: text('ben@example.org'),
    display_name: text('Ben Okoro').nullable(),
    statistics,
    you_owe: z.array(waiting).describe('Conversations in which they wait for an answer, the oldest first'),
    they_owe: z.array(waiting).describe('Conversations in which the user waits for one, the oldest first'),
    open_commitments: z.array(commitment).describe('The first that are due come first'),
    style: style.nullable().describe('Null where too few messages were read'),
    drift: z
      .object({
        detected_at: instantOut,
        reason: text('You used to write about every 6 days, and haven’t for 40 days.'),
      })
      .nullable()
      .describe('Whether the correspondence has become rare'),
    summary: z
      .object({
        computed_at: instantOut,
        known_topics: z.array(text('The annual report')),
        model: text('llama3.2'),
        source_hash: text('5c1f0a9be2d34c77'),
        text: text('You plan the annual report together.'),
      })
      .nullable()
      .describe('By a language model; null without one'),
  })
  .meta({ id: 'RelationshipProfileData', description: 'How the user and a person correspond' });
export type RelationshipProfile = z.input<typeof relationshipProfile>;
