import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { instantOut, messageId, pageInput, pageOutput, text, uuid } from '../../contract/fields.ts';
import { mutationReply } from '../../contract/mutation.ts';

const blockedSender = z
  .object({ sender: text('offers@example.org'), blocked_at: instantOut, account_ids: z.array(uuid()) })
  .meta({ id: 'BlockedSender', description: 'A sender whose new mail goes to the trash in these accounts' });

const sender = z
  .email()
  .max(320)
  .meta({ description: 'The address of the sender', examples: ['offers@example.org'] });

const senders = z.object({ kind: z.literal('BlockedSenders'), senders: z.array(blockedSender) });
const changed = senders.extend({ ...mutationReply.shape });

export const blockedSendersRequests = requests('Senders whose new mail goes to the trash.', {
  list: {
    http: 'GET /mail/blocked-senders',
    summary: 'The blocked senders, the latest first.',
    effect: { safety: 'read' },
    scope: 'filtered',
    pages: { list: 'senders', id: 'sender' },
    input: z.object({ ...pageInput }),
    output: senders.extend(pageOutput),
  },
  block: {
    http: 'POST /mail/blocked-senders',
    summary:
      'Blocks a sender in every account that the caller may see: new mail from this address goes to the trash and stays unread. Mail that is here already stays where it is, unless `existing` is set.',
    effect: { safety: 'destroy', action: 'trash' },
    scope: 'filtered',
    activity: { action: 'mail.block_sender', addressFields: ['sender'], recordedFields: ['existing'] },
    input: z
      .object({
        message_id: messageId.optional().describe('A message of that sender'),
        sender: sender.optional().describe('The address, instead of `message_id`'),
        existing: z.boolean().default(false).describe('Whether all received mail of the sender goes to the trash too'),
      })
      .refine(
        ({ message_id, sender: named }) => (message_id === undefined) !== (named === undefined),
        'give either message_id or sender',
      ),
    output: changed,
    errors: {
      not_found: ['missing', 'There is no such message here.'],
      no_sender: ['invalid', 'The message does not say who it is from.'],
      own_address: ['invalid', 'The address is one of the user’s own.'],
    },
  },
  unblock: {
    http: 'DELETE /mail/blocked-senders/{sender}',
    summary: 'Unblocks a sender in every account that the caller may see. No mail is moved.',
    effect: { safety: 'mutate' },
    scope: 'filtered',
    activity: { action: 'mail.unblock_sender', addressFields: ['sender'] },
    input: z.object({ sender }),
    output: changed,
    errors: { not_found: ['missing', 'The sender is not blocked.'] },
  },
});
