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
  })
  .meta({ id: 'AttachmentMeta' });
export type AttachmentMeta = z.output<typeof attachmentMeta>;

export const bodyPartSource = z
  .enum(['exact', 'derived_from_plain', 'derived_from_html', 'best_effort_summary'])
  .meta({ id: 'BodyPartSource' });

/**
 * A message's body (wire-contract, section 14.2). `text_html` has passed the allow-list: no scripts, handlers, forms or
 * remote addresses that load by themselves; the address of a remote image stands in `data-remote-src`.
 */
export const messageBody = z
  .object({
    message_id: z.string(),
    text_plain: z.string().nullable(),
    text_html: z.string().nullable(),
    /** Which of the two a reader shows first: HTML that only repeats the text is not worth its frame. */
    preferred: z.enum(['text', 'html']),
    /** Images that wait to be asked for, and how many of them are shaped like tracking pixels. */
    remote_images: z.int(),
    tracking_images: z.int(),
    attachments: z.array(attachmentMeta),
    fetched_at: instantOut,
    metadata: z.object({
      text_plain_source: bodyPartSource.nullable(),
      text_html_source: bodyPartSource.nullable(),
      list_id: z.string().nullable(),
      reply_to: z.array(address),
    }),
  })
  .meta({ id: 'MessageBody' });
export type MessageBody = z.output<typeof messageBody>;
