import { z } from 'zod';
import { address, count, instantOut, queryFlag, text, unsubscribeMethod, uuid } from './fields.ts';

export const attachmentMeta = z
  .object({
    id: uuid(),
    message_id: uuid(),
    provider_id: text('2', 'Which part of the message it is'),
    filename: text('menu.pdf'),
    mime_type: text('application/pdf'),
    size_bytes: count.describe('Right to a few bytes while `on_server` is true'),
    disposition: z.enum(['attachment', 'inline', 'unspecified']),
    content_id: text('menu@example.org').nullable(),
    content_location: text('https://example.org/menu.pdf').nullable(),
    local_path: text('/home/ada/Downloads/menu.pdf').nullable(),
    on_server: z.boolean().describe('Whether it is left on the server and has not been fetched yet'),
    shown: z.boolean().describe('Whether `text_html` shows it in its place'),
  })
  .meta({ id: 'AttachmentMeta' });
export type AttachmentMeta = z.output<typeof attachmentMeta>;

const bodyPartSource = z
  .enum(['exact', 'derived_from_plain', 'derived_from_html', 'best_effort_summary'])
  .meta({ id: 'BodyPartSource', description: 'Whether a text is as it was sent, or made from another part' });

export const textBlock = z
  .object({
    kind: z.enum(['own', 'quote', 'attribution', 'signature', 'forwarded']),
    start: count,
    end: count,
  })
  .meta({
    id: 'TextBlock',
    description:
      'A stretch of a text: what its sender wrote, what it repeats and who is said to have written that, how it is signed',
  });

/**
 * A machine-generated report about an earlier sent message: a bounce, a receipt, a complaint (RFC 3464, RFC 8098, RFC 5965).
 */
const mailReport = z
  .object({
    kind: z.enum(['delivery', 'feedback', 'disposition']),
    about: text('letter-1@example.org', 'Message-ID of the message it is about').nullable(),
    recipients: z.array(
      z.object({
        email: text('bob@example.org'),
        outcome: text('failed'),
        status: text('5.1.1').nullable(),
        diagnostic: text('550 5.1.1 There is no such mailbox').nullable(),
      }),
    ),
  })
  .meta({ id: 'MailReport', description: 'What a machine says became of a message: a bounce, a receipt, a complaint' });

/** What was done to the text of a message for an agent or a tool, and what speaks against it. */
export const agentReport = z
  .object({
    sender_check: z
      .enum(['known', 'ok', 'unverified', 'suspicious'])
      .nullable()
      .describe('The verdict of `GET /mail/messages/{message_id}/trust`'),
    hidden: z
      .array(
        z.object({
          kind: z
            .enum(['style', 'characters', 'comments', 'other_text'])
            .describe(
              'How it is hidden: by its style, as characters without width, in comments of the HTML, or in a plain text ' +
                'that people who see the HTML do not see',
            ),
          characters: count,
        }),
      )
      .describe('What the message contains and people do not see. It was left out'),
    links: count.describe('Addresses that were replaced by the name of their host'),
    images: count.describe('Images that were replaced by their description'),
    injection: z
      .object({
        score: z.int().min(0).max(100).describe('How much the text looks like an attempt to instruct a model'),
        reasons: z.array(text('It tells the reader to ignore earlier instructions.')),
      })
      .describe('Low scores prove nothing'),
    is_cut: z.boolean().describe('Only the beginning of the text is given'),
  })
  .meta({
    id: 'AgentReport',
    description: 'What was changed in a text for an agent or a tool, and what is suspicious',
  });
export type AgentReport = z.output<typeof agentReport>;

/** A message's body (wire-contract, section 14.2). */
export const messageBody = z
  .object({
    message_id: uuid(),
    text_plain: text('Shall we say seven, at the usual place?\n\nAda').nullable(),
    text_blocks: z.array(textBlock).describe('The whole of `text_plain` in order, in UTF-16 units'),
    text_html: text('<p>Shall we say seven, at the usual place?</p>')
      .nullable()
      .describe(
        'HTML that has passed the allow-list: no scripts, handlers, forms or remote addresses that load automatically. ' +
          'The address of a remote image is in `data-remote-src`, and the true host of a link that shows another ' +
          'one in `data-link-mismatch`',
      ),
    preferred: z
      .enum(['text', 'html'])
      .describe('Which of the two to show first: HTML that only repeats the text is not worth its frame'),
    remote_images: count.describe('Images that wait to be asked for'),
    tracking_images: count.describe('How many of them are trackers: invisible, or with a known address'),
    remote_image_urls: z
      .array(
        z.object({
          url: text('https://pictures.example.org/menu.png'),
          tracker: z.boolean(),
          placed: z.boolean().describe('Whether `text_html` has a place for it; backgrounds have none'),
          tracker_name: text('Mailchimp', 'The company that would hear of it, where it is known').nullable(),
        }),
      )
      .describe('Where they are, the first 500'),
    images_allowed: z.boolean().describe('Whether the owner wants the images of this sender shown without being asked'),
    attachments: z.array(attachmentMeta),
    fetched_at: instantOut,
    metadata: z.object({
      text_plain_source: bodyPartSource.nullable(),
      text_html_source: bodyPartSource.nullable(),
      list_id: text('gardeners.lists.example.org').nullable(),
      unsubscribe: unsubscribeMethod,
      reply_to: z.array(address),
      notes: z
        .array(text('The form of this message is damaged; its text was put together as well as possible.'))
        .describe('What was cut, guessed or left out while the message was read, one sentence each'),
      report: mailReport.nullable(),
    }),
    agent_report: agentReport
      .optional()
      .describe('For agents and tools only: their `text_plain` is fenced and holds what people see'),
  })
  .meta({ id: 'MessageBody' });
export type MessageBody = z.output<typeof messageBody>;

/** Used as an input field of the rows that return bodies. */
export const htmlForAgents = queryFlag
  .optional()
  .describe('Whether agents and tools get `text_html`, too. Everyone else always does');
