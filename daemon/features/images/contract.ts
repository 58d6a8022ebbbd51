import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import {
  accountId,
  instantOut,
  messageId,
  pageInput,
  pageOutput,
  queryFlag,
  text,
  uuid,
} from '../../contract/fields.ts';
import { htmlImageAsset } from '../../contract/image-asset.ts';

const sender = z
  .string()
  .trim()
  .min(1)
  .max(320)
  .meta({ description: 'The address the mail is from', examples: ['ada@example.org'] });

const allowance = z
  .object({ account_id: uuid(), sender: text('ada@example.org'), allowed_at: instantOut })
  .meta({ id: 'ImageAllowance', description: 'A sender whose images are shown without asking' });

export const imagesRequests = requests('Images of formatted mail, and whose are shown without asking.', {
  list: {
    http: 'GET /mail/messages/{message_id}/html-images',
    summary: 'The images a message’s HTML shows, those on the internet fetched where that is wanted.',
    effect: { safety: 'fetch' },
    // A host on the internet would learn that the message was read.
    notForAgents: ({ allow_remote }) => allow_remote === true,
    scope: { messages: 'message_id' },
    awaits: true,
    activity: { action: 'mail.load_images' },
    input: z.object({
      message_id: messageId,
      allow_remote: queryFlag
        .optional()
        .describe(
          'Whether images are fetched from the internet, which agents and tools may not; absent, as `[render].html_remote_content` says, and for them never',
        ),
      which: z
        .enum(['all', 'shown'])
        .default('all')
        .describe(
          '`shown` fetches no trackers and no backgrounds, which the HTML of `body` has no place for; they are `blocked`',
        ),
    }),
    output: z.object({
      kind: z.literal('HtmlImageAssets'),
      message_id: uuid(),
      assets: z.array(htmlImageAsset).describe('The first 500 of each kind'),
    }),
    errors: {
      not_downloaded: ['unavailable', 'This message hasn’t been downloaded yet.'],
      source_damaged: ['internal', 'A part of this message is missing or damaged on this disk.'],
    },
  },
  allowances: {
    http: 'GET /mail/image-allowances',
    summary: 'The senders whose images are shown without asking, the latest first.',
    effect: { safety: 'read' },
    scope: 'filtered',
    pages: { list: 'allowances' },
    input: z.object({ ...pageInput }),
    output: z.object({ kind: z.literal('ImageAllowances'), allowances: z.array(allowance), ...pageOutput }),
  },
  allow: {
    http: 'POST /mail/image-allowances',
    summary: 'Has the images of a sender shown without asking from now on.',
    effect: { safety: 'mutate' },
    notForAgents: true,
    ofPosthorn: true,
    scope: 'filtered',
    activity: { addressFields: ['sender'] },
    input: z
      .object({
        message_id: messageId.optional().describe('A message of that sender'),
        account_id: accountId.optional().describe('Together with `sender`, instead of `message_id`'),
        sender: sender.optional(),
      })
      .refine(
        ({ message_id, account_id, sender: named }) =>
          (message_id === undefined) === (account_id !== undefined && named !== undefined),
        'give either message_id, or account_id and sender',
      ),
    output: z.object({ kind: z.literal('ImageAllowances'), allowances: z.array(allowance) }),
    errors: {
      not_found: ['missing', 'There is no such message, or no such account, here.'],
      no_sender: ['invalid', 'The message does not say who it is from.'],
    },
  },
  forget: {
    http: 'DELETE /mail/image-allowances/{account_id}/{sender}',
    summary: 'Asks again before the images of a sender are shown.',
    effect: { safety: 'mutate' },
    ofPosthorn: true,
    scope: { accounts: 'account_id' },
    activity: { addressFields: ['sender'] },
    input: z.object({ account_id: accountId, sender }),
    output: z.object({ kind: z.literal('ImageAllowances'), allowances: z.array(allowance) }),
    errors: {
      not_found: ['missing', 'There is no such account here, or its owner is asked about this sender already.'],
    },
  },
});
