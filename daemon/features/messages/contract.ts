import { z } from 'zod';
import { htmlForAgents, messageBody } from '../../contract/body.ts';
import { requests } from '../../contract/define.ts';
import { count, messageId, text } from '../../contract/fields.ts';
import { trust } from '../../contract/trust.ts';

const headerField = z
  .tuple([text('Subject'), text('Dinner on Friday')])
  .describe('Name and value, without the folds of a long one');

const errors = {
  not_downloaded: ['unavailable', 'This message has not been downloaded yet.'],
  source_damaged: ['internal', 'A part of this message is missing or damaged on this disk.'],
} as const;

export const messagesRequests = requests('Single messages: their bodies and header fields.', {
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
