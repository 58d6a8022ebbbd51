import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { ack, envelope, messageId, pageInput, pageOutput } from '../../contract/fields.ts';

export const replyLaterRequests = requests('Mail that is to be answered later. Only Posthorn knows of it.', {
  list: {
    http: 'GET /mail/reply-later',
    summary: 'The messages that are to be answered later, most recently flagged first.',
    effect: { safety: 'read' },
    scope: 'filtered',
    pages: { list: 'messages' },
    input: z.object({ ...pageInput }),
    output: z.object({ kind: z.literal('ReplyQueue'), messages: z.array(envelope), ...pageOutput }),
  },
  set: {
    http: 'POST /mail/reply-later/{message_id}',
    summary: 'Puts a message on that list, or takes it off.',
    effect: { safety: 'mutate' },
    scope: { messages: 'message_id' },
    activity: { action: 'mail.reply_later', recordedFields: ['flag'] },
    input: z.object({ message_id: messageId, flag: z.boolean().describe('Whether it is to be answered later') }),
    output: ack,
  },
});
