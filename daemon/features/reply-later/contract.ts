import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { envelope, messageId } from '../../contract/fields.ts';

export const replyLaterRequests = requests('Mail that is to be answered later. Only Posthorn knows of it.', {
  list: {
    http: 'GET /mail/reply-later',
    summary: 'The messages that are to be answered later, most recently flagged first.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({}),
    output: z.object({ kind: z.literal('ReplyQueue'), messages: z.array(envelope) }),
  },
  set: {
    http: 'POST /mail/reply-later/{message_id}',
    summary: 'Puts a message on that list, or takes it off.',
    effect: { safety: 'mutate' },
    scope: { messages: 'message_id' },
    input: z.object({ message_id: messageId, flag: z.boolean().describe('Whether it is to be answered later') }),
    output: z.object({ kind: z.literal('Ack') }),
    errors: {
      not_found: ['missing', 'There is no such message here.'],
      malformed_id: ['invalid', 'The id is no UUID.'],
    },
  },
});
