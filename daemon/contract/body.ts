import { z } from 'zod';
import { address, instantOut } from './fields.ts';

export const attachmentMeta = z
  .object({
    id: z.string(),
    message_id: z.string(),
    provider_id: z.string(),
    filename: z.string(),
    mime_type: z.string(),
    size_bytes: z.int(),
    disposition: z.enum(['attachment', 'inline', 'unspecified']),
    content_id: z.string().nullable(),
    content_location: z.string().nullable(),
    local_path: z.string().nullable(),
    /** Whether it is left on the server; then `size_bytes` is right to a few bytes. */
    on_server: z.boolean(),
  })
  .meta({ id: 'AttachmentMeta' });
export type AttachmentMeta = z.output<typeof attachmentMeta>;

export const bodyPartSource = z
  .enum(['exact', 'derived_from_plain', 'derived_from_html', 'best_effort_summary'])
  .meta({ id: 'BodyPartSource' });

/** A stretch of a text: what its sender wrote, what it repeats and who is said to have written that, how it is signed. */
export const textBlock = z
  .object({
    kind: z.enum(['own', 'quote', 'attribution', 'signature', 'forwarded']),
    start: z.int(),
    end: z.int(),
  })
  .meta({ id: 'TextBlock' });

/** What a machine says became of a message sent earlier: a bounce, a receipt, a complaint (RFC 3464, RFC 8098, RFC 5965). */
export const mailReport = z
  .object({
    kind: z.enum(['delivery', 'feedback', 'disposition']),
    /** Message-ID of the message it is about. */
    about: z.string().nullable(),
    recipients: z.array(
      z.object({
        email: z.string(),
        outcome: z.string(),
        status: z.string().nullable(),
        diagnostic: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'MailReport' });

/**
 * A message's body (wire-contract, section 14.2). `text_html` has passed the allow-list: no scripts, handlers, forms or
 * remote addresses that load by themselves; the address of a remote image stands in `data-remote-src`, and the true host
 * of a link that shows another one in `data-link-mismatch`.
 */
export const messageBody = z
  .object({
    message_id: z.string(),
    text_plain: z.string().nullable(),
    /** The whole of `text_plain` in order, in UTF-16 units. */
    text_blocks: z.array(textBlock),
    text_html: z.string().nullable(),
    /** Which of the two a reader shows first: HTML that only repeats the text is not worth its frame. */
    preferred: z.enum(['text', 'html']),
    /** Images that wait to be asked for, and how many of them are shaped like tracking pixels. */
    remote_images: z.int(),
    tracking_images: z.int(),
    /** Where they are, the first 500. */
    remote_image_urls: z.array(z.object({ url: z.string(), tracker: z.boolean() })),
    attachments: z.array(attachmentMeta),
    fetched_at: instantOut,
    metadata: z.object({
      text_plain_source: bodyPartSource.nullable(),
      text_html_source: bodyPartSource.nullable(),
      list_id: z.string().nullable(),
      reply_to: z.array(address),
      /** What was cut, guessed or left out while the message was read, one sentence each. */
      notes: z.array(z.string()),
      report: mailReport.nullable(),
    }),
  })
  .meta({ id: 'MessageBody' });
export type MessageBody = z.output<typeof messageBody>;
