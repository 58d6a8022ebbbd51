import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { draftId } from '../../contract/draft.ts';
import { anyId, count, cursor, limit, nextOffset, offset, pageOutput, text, uuid } from '../../contract/fields.ts';

const table = {
  csv: z.string().max(5_000_000).optional().describe('The table as text; its first line names the columns'),
  csv_base64: z
    .string()
    .max(7_000_000)
    .optional()
    .describe('Instead of `csv`, the bytes of the file: UTF-8, UTF-16 or Windows-1252'),
  email_column: z
    .string()
    .max(1_000)
    .optional()
    .describe(
      'Where the addresses stand. Otherwise To of the draft says it by a placeholder, or a column is found by its name',
    ),
};

const problem = z
  .object({
    line: count.describe('Where the row begins in the file'),
    kind: z.enum(['no_address', 'bad_address', 'duplicate', 'empty_value']),
    message: text('This row has no address.'),
  })
  .meta({ id: 'MergeProblem' });

const mergeCounts = z
  .object({
    rows: count,
    waiting: count.describe('Not made yet'),
    skipped: count,
    drafted: count,
    due: count.describe('To be sent, and not in the outbox yet'),
    queued: count.describe('In the outbox, or gone from there'),
    held_back: count,
    discarded: count,
  })
  .meta({ id: 'MergeCounts' });

const mergeRow = z
  .object({
    line: count,
    to: text('Ada Morgan <ada@example.org>'),
    state: z.enum(['waiting', 'skipped', 'drafted', 'due', 'queued', 'held_back', 'discarded']),
    send_state: z.enum(['queued', 'sending', 'sent', 'failed', 'unknown', 'cancelled']).nullable(),
    reason: text('It goes to the same address as the row in line 2.').nullable(),
    draft_id: uuid().nullable(),
  })
  .meta({ id: 'MergeRow' });

const merge = z
  .object({
    batch: uuid('Its job'),
    account_id: uuid(),
    subject: text('Dinner, {name}'),
    state: z.enum(['making', 'made', 'sending']),
    counts: mergeCounts,
  })
  .meta({ id: 'Merge', description: 'Drafts made of one draft and a table' });

const noDraft = { not_found: ['missing', 'There is no such draft.'] } as const;
const noBatch = { not_found: ['missing', 'There is no such merge.'] } as const;
const unreadable = {
  bad_table: ['invalid', 'The table cannot be read: the message says where.'],
  too_many_rows: ['invalid', 'It has more than 10,000 rows.'],
  no_email_column: ['invalid', 'Nothing says where the addresses stand.'],
  template_not_markdown: ['conflict', 'The draft is HTML, which cannot be filled in.'],
} as const;

export const mergeRequests = requests('Mail merge: one draft and a table make a draft for each of its rows.', {
  preview: {
    http: 'POST /mail/merge/preview',
    summary: 'What a merge would come to: its columns, what is wrong with its rows, and its first messages.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    large: true,
    input: z.object({ draft_id: draftId, ...table, sample: z.int().min(0).max(20).default(3) }),
    output: z.object({
      columns: z.array(text('name')),
      email_column: text('email').nullable(),
      rows: count,
      placeholders: z.array(text('name')).describe('What the draft asks for'),
      unknown: z.array(text('first_name')).describe('Placeholders that no column answers: they stay as they are'),
      unused: z.array(text('city')).describe('Columns that the draft does not ask for'),
      problems: z.array(problem).describe('At most 200'),
      problem_count: count,
      broken_rows: count.describe('Rows of which no message can be made'),
      duplicate_rows: count,
      messages: z.array(
        z.object({
          line: count,
          to: text('ada@example.org'),
          subject: text('Dinner, Ada'),
          body_markdown: text('Dear Ada'),
        }),
      ),
    }),
    errors: { ...noDraft, ...unreadable },
  },
  start: {
    http: 'POST /mail/merge',
    summary: 'Makes the drafts, as a job: rows without a usable address are left out. Nothing is sent.',
    effect: { safety: 'draft' },
    scope: 'filtered',
    large: true,
    input: z.object({
      draft_id: draftId,
      ...table,
      skip_duplicates: z.boolean().default(false).describe('Leave out rows whose address an earlier row has'),
    }),
    output: z.object({ batch: uuid('Its job'), job_id: uuid(), rows: count }),
    errors: {
      ...noDraft,
      ...unreadable,
      account_gone: ['conflict', 'The account of the draft is gone.'],
      file_missing: ['conflict', 'A file of the draft has still to be fetched.'],
    },
  },
  get: {
    http: 'GET /mail/merge/{batch}',
    summary: 'How a merge stands, row by row.',
    effect: { safety: 'read' },
    scope: 'filtered',
    pages: { list: 'rows', id: 'line', reads: 'offset' },
    input: z.object({ cursor: cursor.optional(), batch: anyId, limit: limit.default(200), offset: offset.default(0) }),
    output: z.object({ merge, rows: z.array(mergeRow), next_offset: nextOffset, ...pageOutput }),
    errors: noBatch,
  },
  send: {
    http: 'POST /mail/merge/{batch}/send',
    summary: 'Sends its drafts one after the other, each checked as any other. What is held back stays a draft.',
    effect: { safety: 'send' },
    approval: 'refused',
    scope: 'filtered',
    activity: { tier: 'important' },
    input: z.object({
      batch: anyId,
      pace_seconds: z.int().min(1).max(600).default(3).describe('From one message to the next'),
    }),
    output: z.object({ merge }),
    errors: {
      ...noBatch,
      merge_running: ['conflict', 'Its drafts are still being made.'],
      nothing_to_send: ['conflict', 'None of its drafts are left to send.'],
    },
  },
  discard: {
    http: 'DELETE /mail/merge/{batch}',
    summary: 'Ends a merge and throws its drafts away, as far as they are not on their way.',
    effect: { safety: 'draft' },
    scope: 'filtered',
    input: z.object({ batch: anyId }),
    output: z.object({ merge, discarded: count }),
    errors: noBatch,
  },
});
