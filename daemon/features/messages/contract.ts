import { z } from 'zod';
import { messageBody } from '../../contract/body.ts';
import { requests } from '../../contract/define.ts';
import { messageId } from '../../contract/fields.ts';

export const messagesRequests = requests({
  body: {
    http: 'GET /mail/messages/{message_id}/body',
    summary: 'A message body as stored: text, and HTML that has passed the allow-list.',
    effect: { safety: 'read' },
    scope: { messages: 'message_id' },
    runs: 'reader',
    input: z.object({ message_id: messageId }),
    output: z.object({ kind: z.literal('Body'), body: messageBody }),
  },
  headers: {
    http: 'GET /mail/messages/{message_id}/headers',
    summary: 'The header fields of the received bytes: verbatim, in order, duplicates kept.',
    effect: { safety: 'read' },
    scope: { messages: 'message_id' },
    runs: 'reader',
    input: z.object({ message_id: messageId }),
    output: z.object({ kind: z.literal('Headers'), headers: z.array(z.tuple([z.string(), z.string()])) }),
  },
});
