import { z } from 'zod';
import { agentReport } from '../../contract/body.ts';
import { requests, file, replyFormat } from '../../contract/define.ts';
import { anyId, count, messageId, text } from '../../contract/fields.ts';
import { attachmentPreview, previewForms } from './preview-schemas.ts';

const attachmentFile = z
  .object({
    attachment_id: anyId,
    filename: text('menu.pdf'),
    path: text('/home/ada/Downloads/menu.pdf'),
  })
  .meta({ id: 'AttachmentFile' });

const one = {
  message_id: messageId,
  attachment_id: anyId.describe('Id of an attachment, as in the body of its message'),
};

const inside = z
  .array(z.int().min(0).max(9_999))
  .max(5)
  .optional()
  .meta({
    description:
      'Of an attached message one of its own files: its place among them, as `preview` of the message says; of messages ' +
      'within messages one place each',
    examples: [[0]],
  });

const errors = {
  attachment_not_found: ['missing', 'The message has no such attachment.'],
  not_downloaded: ['unavailable', 'The message itself has not been downloaded yet.'],
  source_damaged: ['internal', 'The attachment is missing or damaged on this disk.'],
  server_unreachable: ['unavailable', 'It is left on the mail server, which cannot be asked for it now.'],
  gone_from_server: ['unavailable', 'It is not where the mail server listed it. A sync has started.'],
  fetch_failed: ['provider', 'The mail server does not hand it out.'],
  wrong_content: ['provider', 'The mail server handed out something else than it had announced.'],
  disk_full: ['full', 'The disk has no room for it.'],
  folder_unwritable: ['unavailable', 'The folder cannot be written to.'],
} as const;

const errorsInside = {
  too_large_to_open: ['invalid', 'The attached message is too large to be taken apart.'],
} as const;

export const attachmentsRequests = requests('The files that came with mail.', {
  open: {
    http: 'POST /mail/attachments/open',
    summary:
      'Writes an attachment to a temporary file for a program to open. Only its owner can read it; it is removed a day ' +
      'after it was opened last.',
    effect: { safety: 'fetch' },
    scope: { messages: 'message_id' },
    awaits: true,
    activity: { recordedFields: ['attachment_id'] },
    input: z.object(one),
    output: z.object({ file: attachmentFile }),
    errors,
  },
  preview: {
    http: 'POST /mail/attachments/preview',
    summary:
      'What an attachment holds, read for people: a text in its character set, a table, the events of a calendar, contacts, or ' +
      'an attached message. Of a large one the beginning. What was left on the mail server is fetched first.',
    effect: { safety: 'fetch' },
    scope: { messages: 'message_id' },
    awaits: true,
    activity: { recordedFields: ['attachment_id'] },
    input: z.object({
      ...one,
      inside,
      form: z
        .enum(previewForms)
        .describe(
          'What it is to be read as; what is something else gives little or nothing. Agents and tools get `markdown` as `text`',
        ),
    }),
    output: z.object({
      preview: attachmentPreview,
      agent_report: agentReport
        .optional()
        .describe('For agents and tools, as in `messages.body`: texts are fenced and nothing in them is live'),
    }),
    errors: { ...errors, ...errorsInside },
  },
  content: {
    http: 'POST /mail/attachments/content',
    summary:
      'The content of an attachment of at most 5 MB as JSON, for programs that take no streams. What was left on the mail ' +
      'server is fetched first.',
    effect: { safety: 'fetch' },
    scope: { messages: 'message_id' },
    awaits: true,
    activity: { recordedFields: ['attachment_id'] },
    input: z.object(one),
    output: z.object({
      content: z
        .object({
          attachment_id: anyId,
          filename: text('menu.pdf'),
          mime_type: text('application/pdf'),
          size_bytes: count,
          content_base64: text('JVBERi0xLjcK'),
        })
        .meta({ id: 'AttachmentContent' }),
    }),
    errors: { ...errors, too_large: ['invalid', 'The attachment is larger than 5 MB. Download it.'] },
  },
  download: {
    http: 'POST /mail/attachments/download',
    summary:
      'An attachment as a file; or, for who asks for JSON, saved into the download folder of this computer under a name ' +
      'that is free there. What was left on the mail server is fetched first.',
    effect: { safety: 'fetch' },
    scope: { messages: 'message_id' },
    awaits: true,
    people: ({ answer }) => answer === 'json',
    activity: { recordedFields: ['attachment_id'] },
    input: z.object({
      ...one,
      inside,
      answer: replyFormat,
      range: z.object({ start: z.int().optional(), end: z.int().optional() }).optional(),
    }),
    output: file(z.object({ file: attachmentFile })),
    errors: {
      ...errors,
      ...errorsInside,
      people_only: ['refused', 'Files are saved for the owner alone; everybody else is sent them.'],
      range_not_satisfiable: ['unsatisfiable', 'The file ends before the range that was asked for.'],
    },
  },
});
