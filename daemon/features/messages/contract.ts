import { z } from 'zod';
import { messageBody } from '../../contract/body.ts';
import { requests } from '../../contract/define.ts';
import { messageId, text } from '../../contract/fields.ts';

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
    input: z.object({ message_id: messageId }),
    output: z.object({ kind: z.literal('Body'), body: messageBody }),
    errors,
  },
  headers: {
    http: 'GET /mail/messages/{message_id}/headers',
    summary: 'The header fields of the received bytes: verbatim, in order, duplicates kept.',
    effect: { safety: 'read' },
    scope: { messages: 'message_id' },
    runs: 'reader',
    input: z.object({ message_id: messageId }),
    output: z.object({ kind: z.literal('Headers'), headers: z.array(headerField) }),
    errors,
  },
});
