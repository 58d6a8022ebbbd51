import { z } from 'zod';
import { requests, versionedFile } from '../../contract/define.ts';
import { agentReport, attachmentMeta, htmlForAgents, messageBody } from '../../contract/body.ts';
import { count, envelope, instantOut, labelChip, messageId, nameList, text, uuid } from '../../contract/fields.ts';
import { trust } from '../../contract/trust.ts';

const headerField = z
  .tuple([text('Subject'), text('Dinner on Friday')])
  .describe('Name and value, without the folds of a long one');

const errors = {
  not_downloaded: ['unavailable', 'This message hasn’t been downloaded yet.'],
  source_damaged: ['internal', 'A part of this message is missing or damaged on this disk.'],
} as const;

const contentParts = ['html', 'headers'] as const;
const include = nameList(contentParts, 'What is given besides the text and the attachments.').optional();

const messageContent = z
  .object({
    message_id: uuid(),
    text: text(
      'Shall we say seven, at the usual place?\n\nAda',
      'What it says; made from its HTML where it has no text',
    )
      .nullable()
      .describe('Null where it says nothing'),
    attachments: z.array(attachmentMeta),
    html: text('<p>Shall we say seven, at the usual place?</p>')
      .nullable()
      .optional()
      .describe('With `include=html`, as in `messages.body`: HTML that has passed the allow-list'),
    headers: z.array(headerField).optional().describe('With `include=headers`: verbatim, in order, duplicates kept'),
    agent_report: agentReport
      .optional()
      .describe('For agents and tools, as in `messages.body`: their `text` is fenced'),
  })
  .meta({ id: 'MessageContent', description: 'What a message says, and its attachments' });

const contentFailure = z
  .object({
    message_id: text('0195804f-3c2a-7d41-9b06-5e8d2f61c7a4', 'As it was asked for'),
    code: z.enum(['not_found', 'not_downloaded', 'source_damaged', 'left']),
    error: text('This message hasn’t been downloaded yet.'),
  })
  .meta({ id: 'MessageContentFailure', description: 'Why the content of a message is not in the answer' });

/** Messages whose content one request gives. */
const maxBodies = 100;

export const messagesRequests = requests('Single messages: their bodies and header fields.', {
  get: {
    http: 'GET /mail/messages/{message_id}',
    notInPage: true,
    summary: 'One message: whom it is from, its labels, what it says, and its attachments. Marks nothing read.',
    effect: { safety: 'read' },
    scope: { messages: 'message_id' },
    runs: 'reader',
    activity: { action: 'mail.read_body' },
    input: z.object({ message_id: messageId, include }),
    output: z.object({
      kind: z.literal('Message'),
      message: envelope
        .extend({ labels: z.array(labelChip), received_at: instantOut.describe('When the account’s server got it') })
        .meta({ id: 'MessageRecord', description: 'A message without its content' }),
      content: messageContent.nullable(),
      content_failure: contentFailure.nullable().describe('Why there is no `content`'),
    }),
  },
  bodies: {
    http: 'POST /mail/messages/bodies',
    notInPage: true,
    summary:
      'What up to 100 messages say, in the order asked for. One answer has about 8 MB of it; messages that do not fit are among ' +
      '`failures` with the code `left`, to be asked for again.',
    effect: { safety: 'read' },
    scope: { messages: 'message_ids' },
    runs: 'reader',
    activity: { action: 'mail.read_body', recordedFields: ['message_ids'] },
    input: z.object({ message_ids: z.array(messageId).min(1).max(maxBodies), include }),
    output: z.object({
      kind: z.literal('Bodies'),
      contents: z.array(messageContent),
      failures: z.array(contentFailure).describe('Messages that are not among `contents`, and why'),
    }),
  },
  raw: {
    http: 'GET /mail/messages/{message_id}/raw',
    notInPage: true,
    summary: 'The bytes of a message exactly as they were received (RFC 5322), whole or a range of them.',
    effect: { safety: 'read' },
    scope: { messages: 'message_id' },
    activity: { action: 'mail.read_source' },
    input: z.object({
      message_id: messageId,
      range: z.object({ start: z.int().optional(), end: z.int().optional() }).optional(),
    }),
    output: versionedFile(),
    errors: {
      ...errors,
      source_incomplete: [
        'conflict',
        'Large attachments of it are left on the mail server: fetch those first. `left_on_server` says how many bytes.',
      ],
      range_not_satisfiable: ['unsatisfiable', 'The message ends before the range that was asked for.'],
    },
  },
  body: {
    http: 'GET /mail/messages/{message_id}/body',
    summary: 'A message body as stored: text, and HTML that has passed the allow-list.',
    effect: { safety: 'read' },
    scope: { messages: 'message_id' },
    runs: 'reader',
    activity: { action: 'mail.read_body' },
    input: z.object({ message_id: messageId, html: htmlForAgents }),
    output: z.object({ kind: z.literal('Body'), body: messageBody }),
    errors,
  },
  headers: {
    http: 'GET /mail/messages/{message_id}/headers',
    summary: 'The header fields of the received bytes: verbatim, in order, duplicates kept.',
    effect: { safety: 'read' },
    scope: { messages: 'message_id' },
    runs: 'reader',
    activity: { action: 'mail.read_headers' },
    input: z.object({ message_id: messageId }),
    output: z.object({ kind: z.literal('Headers'), headers: z.array(headerField) }),
    errors,
  },
  source: {
    http: 'GET /mail/messages/{message_id}/source',
    summary: 'A message as it was received (RFC 5322), to read: the first 5 MB of it.',
    effect: { safety: 'read' },
    scope: { messages: 'message_id' },
    runs: 'reader',
    activity: { action: 'mail.read_source' },
    input: z.object({ message_id: messageId }),
    output: z.object({
      kind: z.literal('Source'),
      source: text('From: Ada Morgan <ada@example.org>\r\nSubject: Dinner on Friday\r\n\r\nShall we say seven?\r\n'),
      encoding: z
        .enum(['utf8', 'latin1'])
        .describe('How to turn `source` into the bytes it was again: `latin1` where they are no UTF-8'),
      size_bytes: count.describe('Of what is on this computer'),
      is_cut: z.boolean().describe('There is more than the 5 MB given here'),
      is_complete: z.boolean().describe('False where large files of it are left on the server'),
    }),
    errors,
  },
  trust: {
    http: 'GET /mail/messages/{message_id}/trust',
    summary:
      'How sure it is that a message comes from whom it says, and why: from what the account’s own server found out ' +
      '(RFC 8601), from earlier mail, and from how it is written.',
    effect: { safety: 'read' },
    scope: { messages: 'message_id' },
    runs: 'reader',
    activity: { action: 'mail.check_sender' },
    input: z.object({ message_id: messageId }),
    output: z.object({ kind: z.literal('Trust'), trust }),
    errors,
  },
});
