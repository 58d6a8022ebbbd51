import { z } from 'zod';
import { requests, upload } from '../../contract/define.ts';
import { anyId, count, instantOut, pageInput, pageOutput, queryInt, text, uuid } from '../../contract/fields.ts';

/** A file that could not be imported, or only in part, and the reason. */
const problem = z.object({ file: z.string(), reason: z.string() });

const folder = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .optional()
  .meta({ examples: ['Old mail'], description: 'The folder all of it goes to; otherwise its own folders are kept' });
const importId = anyId.describe('`import_id` of the answer that began it');

const importFields = {
  import_id: uuid(),
  job_id: uuid('What POST /mail/jobs/{job_id}/cancel ends; null until it is started').nullable(),
  state: z
    .enum(['collecting', 'queued', 'running', 'succeeded', 'failed'])
    .describe('`collecting` until it is started: it takes files'),
  cancelled: z.boolean().describe('Whether cancellation was requested'),
  name: text(
    'Family.mbox',
    'What the one file or folder is called that was given; null where there are several',
  ).nullable(),
  folder: text('Old mail', 'The folder all of it goes to; null where its own folders are kept').nullable(),
  files: count.nullable().describe('Whole files that were taken; null once it is started'),
  bytes: count.nullable().describe('Of those files'),
  begun_at: instantOut,
  ended_at: instantOut.nullable(),
  total: count.describe('Messages. While it runs an estimate, where mailbox files are read'),
  added: count,
  known: count.describe('Messages that are already in their folder'),
  failed: count,
  passed_over: count.describe('Files that are no mail'),
  error: text('The disk is full.', 'Why it failed, or why it does not get on at the moment').nullable(),
  account_id: uuid('The account the mail goes to; null until it is started').nullable(),
  label_id: uuid('The label of `folder`, once there is mail in it').nullable(),
};

const mailImport = z
  .object(importFields)
  .meta({ id: 'MailImport', description: 'Mail files that were given, and what became of them' });
const mailImportDetails = z
  .object({
    ...importFields,
    problems: z
      .array(z.object({ file: text('Family.mbox'), reason: text('It can’t be unpacked: unexpected end of file.') }))
      .describe('The first hundred files it had trouble with'),
  })
  .meta({ id: 'MailImportWhole', description: 'An import, with what it had trouble with' });

const notFoundErrors = {
  not_found: ['missing', 'There is no such import. The newest hundred jobs are kept.'],
} as const;
const alreadyStarted = ['conflict', 'The import has begun: to end it, cancel its job.'] as const;
const diskFull = ['full', 'There is not enough room on the disk.'] as const;

/** `start` and `get` have no URL: a caller that can name a path makes the daemon read any file of the user. */
export const importRequests = requests('Mail files of this computer that are taken in.', {
  list: {
    http: 'GET /mail/imports',
    summary: 'The imports that take files, and those of the newest hundred jobs, newest first.',
    effect: { safety: 'read' },
    scope: 'none',
    people: true,
    pages: { list: 'imports', id: 'import_id' },
    input: z.object({ ...pageInput }),
    output: z.object({ imports: z.array(mailImport), ...pageOutput }),
  },
  details: {
    http: 'GET /mail/imports/{import_id}',
    summary: 'One import, with the first hundred files it had trouble with.',
    effect: { safety: 'read' },
    scope: 'none',
    people: true,
    input: z.object({ import_id: anyId.describe('`import_id`, or the id of its job') }),
    output: mailImportDetails,
    errors: notFoundErrors,
  },
  create: {
    http: 'POST /mail/imports',
    summary: 'Creates an import and accepts its files. An import that is not started within a day is deleted.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    input: z.object({ folder }),
    output: mailImport,
    errors: { too_many_imports: ['conflict', 'Twenty imports take files already.'], disk_full: diskFull },
  },
  uploadFile: {
    http: 'POST /mail/imports/{import_id}/files',
    summary:
      'Gives a file, or the next stretch of it, as its bytes. It counts once it is whole; given again from the beginning, it takes the place of the one before.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    activity: { tier: 'ephemeral' },
    input: upload({
      import_id: importId,
      path: z
        .string()
        .min(1)
        .max(4096)
        .meta({
          examples: ['Mail/Family.mbox'],
          description: 'Its path, with slashes between the folders and the name',
        }),
      size: queryInt({ min: 0, max: 10 ** 14 }).describe('The bytes of the whole file'),
      offset: queryInt({ min: 0, max: 10 ** 14 })
        .optional()
        .describe('Where in the file this stretch begins: at what was `received`; 0 begins anew'),
    }),
    output: z.object({
      path: text('Mail/Family.mbox'),
      size: count,
      received: count.describe('How much of it is here: the `offset` of the next stretch'),
      is_whole: z.boolean(),
      is_mail: z.boolean().describe('False where its beginning shows that it is no mail: then nothing of it is kept'),
    }),
    errors: {
      ...notFoundErrors,
      bad_file_path: ['invalid', 'The path leads elsewhere, is too long, or is that of something else given here.'],
      file_too_long: ['invalid', 'There are more bytes than `size` told.'],
      wrong_offset: ['conflict', 'The chunk does not continue the file; `received` is the position to continue from.'],
      file_busy: ['conflict', 'A stretch of this file is being taken.'],
      import_started: alreadyStarted,
      disk_full: diskFull,
    },
  },
  startUploaded: {
    http: 'POST /mail/imports/{import_id}/start',
    summary: 'Starts importing the files that are here whole, and answers at once with the job.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    activity: { tier: 'important' },
    input: z.object({ import_id: importId }),
    output: mailImport,
    errors: {
      ...notFoundErrors,
      files_coming: ['conflict', 'Files are being taken.'],
      nothing_to_import: ['invalid', 'None of the files holds mail. It takes other files still.'],
    },
  },
  discard: {
    http: 'DELETE /mail/imports/{import_id}',
    summary: 'Discards an import that was not started, with its files.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    input: z.object({ import_id: importId }),
    output: z.object({ ok: z.literal(true) }),
    errors: { ...notFoundErrors, import_started: alreadyStarted },
  },
  start: {
    summary: 'Imports mail files of this computer and answers at once with the job; one of the same path is joined.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    awaits: true,
    activity: { tier: 'important' },
    input: z.object({
      path: z.string().min(1).max(4096),
      /** The name of the target folder; by default the import's own folders are kept. */
      folder: z.string().trim().min(1).max(200).optional(),
    }),
    output: z.object({ job_id: z.string() }),
  },
  get: {
    summary: 'How far an import is, and the first hundred files it had trouble with.',
    effect: { safety: 'read' },
    scope: 'none',
    people: true,
    input: z.object({ job_id: z.string().min(1).max(200) }),
    output: z.object({
      job_id: z.string(),
      path: z.string(),
      status: z.enum(['queued', 'running', 'succeeded', 'failed']),
      /** An estimate while the import runs, if mailbox files are read. */
      total: z.int(),
      added: z.int(),
      known: z.int(),
      failed: z.int(),
      /** Files that are not mail. */
      passed_over: z.int(),
      problems: z.array(problem),
      /** Why it failed, or why it is blocked at the moment. */
      error: z.string().nullable(),
    }),
  },
});
export type Problem = z.output<typeof problem>;
