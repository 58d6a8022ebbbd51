import { z } from 'zod';
import { instantOut, text, uuid } from './fields.ts';

const example = {
  id: '3f0a6a57-2b7e-5c1d-8a30-9d2f7c4b1e60',
  account_id: '0c1b7c5e-6a3f-5d0e-9a53-2f4f8f0b6f3a',
  direction: 'yours',
  email: 'ben@example.org',
  person_label: 'Ben Okoro',
  who_owes: 'you',
  what: 'I’ll send you the report by Friday.',
  by_when: '2026-03-13T22:59:59.999Z',
  due_words: 'by Friday',
  when_label: 'Friday',
  overdue: false,
  status: 'open',
  thread_id: '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4',
  evidence_msg_id: '7a3ca275-a251-5c2a-bfde-38c9c8b2d4fb',
  span: { start: 12, end: 47 },
  subject: 'The report',
  said_at: '2026-03-10T07:00:00.000Z',
  extracted_at: '2026-03-10T07:00:04.000Z',
  resolved_at: null,
  looks_kept_by: null,
  origin: 'rules',
};

/** A commitment on the wire (wire-contract, section 14.8), with the words that it was found in. */
export const commitment = z
  .object({
    id: uuid('The promises of the user are to-dos, too, with the same id'),
    account_id: uuid(),
    direction: z.enum(['yours', 'theirs']).describe('Whether the user has promised it, or someone to the user'),
    email: text('ben@example.org', 'The other side'),
    person_label: text('Ben Okoro', 'The name of the other side; null if there is none').nullable(),
    who_owes: text('you', '`you`, or the name or address of the other side'),
    what: text('I’ll send you the report by Friday.', 'The words of the promise'),
    by_when: instantOut
      .nullable()
      .describe('A day is meant until its last millisecond. Null where the words don’t say it in a certain way'),
    due_words: text('by Friday', 'The words that say when it is due').nullable(),
    when_label: text('Friday'),
    overdue: z.boolean(),
    status: z.enum(['open', 'resolved', 'expired']),
    thread_id: uuid(),
    evidence_msg_id: uuid('The message it was found in'),
    span: z
      .object({ start: z.int().nonnegative().nullable(), end: z.int().nonnegative().nullable() })
      .describe('Where the words are in `text_plain` of the message, in UTF-16 code units'),
    subject: text('The report', 'Of the message'),
    said_at: instantOut.describe('When the message was received or sent'),
    extracted_at: instantOut,
    resolved_at: instantOut.nullable(),
    looks_kept_by: uuid('A later message in the conversation by whoever owes it; null if there is none').nullable(),
    origin: z.enum(['rules', 'model']).describe('What found it'),
  })
  .meta({ id: 'CommitmentData', description: 'What someone has promised', examples: [example] });
export type CommitmentRecord = z.input<typeof commitment>;
