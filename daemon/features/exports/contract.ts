import { z } from 'zod';
import { file, requests, replyFormat } from '../../contract/define.ts';
import { accountId, text, threadId, uuid } from '../../contract/fields.ts';
import { queryErrors, queryText } from '../../contract/search.ts';

const content = {
  content: text('# Dinner on Friday\n'),
  is_exact: z
    .boolean()
    .describe('False where bytes that are no UTF-8 had to be replaced, as JSON carries none. A file has them all'),
};
const form = replyFormat.describe('A file is streamed, however large it is; JSON holds 20 MB at the most');

const exportFormat = z.enum(['Markdown', 'Json', 'Mbox', 'LlmContext']).meta({
  id: 'ExportFormat',
  description: 'To read, for programs, for mail programs, or as data for a language model',
});

const formErrors = {
  export_too_large: ['limited', 'More than 20 MB were asked for as JSON: ask for the file, or start an export.'],
} as const;

export const exportsRequests = requests('Mail in formats that others read, as files.', {
  thread: {
    http: 'GET /mail/threads/{thread_id}/export',
    summary: 'One conversation as Markdown, JSON, mbox, or, where it is one message, as that message.',
    effect: { safety: 'read' },
    scope: { threads: 'thread_id' },
    activity: { recordedFields: ['format'], unlessFields: [] },
    input: z.object({
      thread_id: threadId,
      format: z.enum(['markdown', 'json', 'mbox', 'eml']).default('markdown'),
      answer: form,
    }),
    output: file(z.object(content)),
    errors: {
      ...formErrors,
      several_messages: ['conflict', 'An eml file holds one message, and the conversation has several: take mbox.'],
      incomplete_message: ['conflict', 'A part of the message is not on this computer, so there is no eml file of it.'],
    },
  },
  search: {
    http: 'POST /mail/export-search',
    summary: 'All conversations in which a query finds something, one after the other.',
    effect: { safety: 'read' },
    scope: 'filtered',
    activity: { recordedFields: ['format'], queryFields: ['query'], unlessFields: [] },
    input: z.object({ query: queryText.min(1), format: exportFormat, answer: form }),
    output: file(z.object({ kind: z.literal('ExportResult'), ...content })),
    errors: { ...formErrors, bad_query: queryErrors.bad_query },
  },
  start: {
    http: 'POST /mail/exports',
    summary: 'Writes an export into the folder of downloads, and answers at once with the job.',
    effect: { safety: 'operate' },
    scope: { threads: 'thread_ids' },
    activity: { recordedFields: ['format'], queryFields: ['query'] },
    input: z
      .object({
        query: queryText.min(1).optional(),
        thread_ids: z.array(threadId).min(1).max(10_000).optional().describe('Instead of a query'),
        format: exportFormat,
      })
      .refine(({ query, thread_ids }) => (query === undefined) !== (thread_ids === undefined), {
        message: 'Give either query or thread_ids.',
      }),
    output: z.object({
      job_id: uuid('Its progress counts messages; POST /mail/jobs/{job_id}/cancel ends it'),
      file: text('posthorn-export-2026-11-21T10-20-30Z.mbox', 'Its name in the folder, once the job has succeeded'),
    }),
    errors: { bad_query: queryErrors.bad_query, export_busy: ['limited', 'Ten exports wait already.'] },
  },
  startMailboxes: {
    http: 'POST /mail/exports/mailboxes',
    summary:
      'Writes all mail of one account or of all into a folder in the folder of downloads, and answers at once with the job.',
    effect: { safety: 'operate' },
    scope: { accounts: 'account_id' },
    activity: { recordedFields: ['format'] },
    input: z.object({
      account_id: accountId.optional().describe('Every account where it is absent'),
      format: z
        .enum(['Mbox', 'Eml', 'Json'])
        .describe(
          'An mbox file for each folder, a file for each message in its folder, or a JSON file for each account with texts, labels, flags and drafts',
        ),
    }),
    output: z.object({
      job_id: uuid('Its progress counts messages; POST /mail/jobs/{job_id}/cancel ends it'),
      folder: text(
        'posthorn-export-2026-11-21T10-20-30Z',
        'Its name in the folder of downloads, once the job has succeeded',
      ),
    }),
    errors: { export_busy: ['limited', 'Ten exports wait already.'] },
  },
});
