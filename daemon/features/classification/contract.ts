import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { instantOut, messageId, pageInput, pageOutput, text, uuid } from '../../contract/fields.ts';

const mailKind = z
  .enum(['person', 'list', 'newsletter', 'notification', 'transaction', 'bulk'])
  .meta({ id: 'MailKind', description: 'What mail is: from a person, a list, a newsletter and so on' });

const classification = z
  .object({
    message_id: messageId,
    mail_kind: mailKind.nullable().describe('null where nothing can be concluded'),
    explanation: text('This is mail from a person. You’ve written to ben@example.org 3 times.'),
    sender: text('ben@example.org'),
    list_id: text('sailing.lists.example.org').nullable(),
    corrected: z.enum(['sender', 'list']).nullable().describe('Which correction of the user applies'),
    may_need_you_now: z
      .boolean()
      .describe('From a person you correspond with, and proven to be from there. Never at first contact'),
  })
  .meta({ id: 'Classification', description: 'What a received message is, and why' });

const correction = z
  .object({
    account_id: uuid(),
    scope: z.enum(['sender', 'list']),
    value: text('offers@example.org', 'The address, or the list id'),
    mail_kind: mailKind,
    corrected_at: instantOut,
  })
  .meta({ id: 'KindCorrection', description: 'What the user has said that mail of a sender or a list is' });

const corrections = z.object({ kind: z.literal('KindCorrections'), corrections: z.array(correction) });

export const classificationRequests = requests('What received mail is: from people, lists, newsletters and so on.', {
  get: {
    http: 'GET /mail/messages/{message_id}/classification',
    summary: 'What a received message is, and what that follows from.',
    effect: { safety: 'read' },
    scope: { messages: 'message_id' },
    runs: 'reader',
    activity: { action: 'mail.read_classification' },
    input: z.object({ message_id: messageId }),
    output: z.object({ kind: z.literal('Classification'), classification }),
    errors: {
      not_classified: ['conflict', 'This message has not been classified.'],
      source_damaged: ['internal', 'A part of this message is missing or damaged on this disk.'],
    },
  },
  corrections: {
    http: 'GET /mail/classification/corrections',
    summary: 'What the user has said that mail of senders and lists is, the latest first.',
    effect: { safety: 'read' },
    scope: 'filtered',
    pages: { list: 'corrections' },
    input: z.object({ ...pageInput }),
    output: corrections.extend(pageOutput),
  },
  correct: {
    http: 'POST /mail/classification/corrections',
    summary:
      'Says what all mail of the sender or the list of a message is, for mail that is here and for mail to come. null takes it away. No mail is moved.',
    effect: { safety: 'mutate' },
    scope: { messages: 'message_id' },
    activity: { action: 'mail.correct_classification', recordedFields: ['scope', 'mail_kind'] },
    input: z.object({
      message_id: messageId,
      scope: z.enum(['sender', 'list']),
      mail_kind: mailKind.nullable(),
    }),
    output: corrections,
    errors: {
      no_list: ['invalid', 'The message came from no list.'],
      no_sender: ['invalid', 'The message does not say who it is from.'],
    },
  },
  recompute: {
    http: 'POST /mail/classification/recompute',
    summary: 'Classifies all received mail again, as a job. Corrections stay.',
    effect: { safety: 'mutate' },
    scope: 'all',
    activity: { action: 'mail.recompute_classification' },
    input: z.object({}),
    output: z.object({ job_id: uuid('Its progress counts messages') }),
  },
});
