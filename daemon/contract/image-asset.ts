import { z } from 'zod';
import { text } from './fields.ts';

const htmlImageSourceKind = z
  .enum(['cid', 'data_uri', 'remote', 'content_location', 'file'])
  .meta({ id: 'HtmlImageSourceKind', description: 'How the HTML names an image' });

const htmlImageAssetStatus = z.enum(['ready', 'blocked', 'missing', 'unsupported', 'failed']).meta({
  id: 'HtmlImageAssetStatus',
  description:
    'Whether the image is here, was not fetched on purpose, is not there, is no bitmap, or could not be fetched this time',
});

/** An image that a message's HTML shows (wire-contract, section 14.2). */
export const htmlImageAsset = z
  .object({
    source: text('https://pictures.example.org/menu.png', 'As the HTML names it; of a remote one the whole address'),
    kind: htmlImageSourceKind,
    status: htmlImageAssetStatus,
    path: text('/home/ada/.cache/posthorn/1f/1f2c', 'A file only its owner can read; it may go at any time').nullable(),
    mime_type: text('image/png').nullable(),
    data_url: text('data:image/png;base64,iVBORw0KGgo=', 'The same bytes; null where there are too many').nullable(),
    tracker: z.boolean().describe('Whether it only tells that mail was opened'),
    tracker_name: text('Mailchimp', 'The company that hears of it, where it is known').nullable(),
    detail: text('The server answered with status 410.', 'Why it is not here').nullable(),
  })
  .meta({ id: 'HtmlImageAsset', description: 'An image that a message’s HTML shows' });
export type HtmlImageAsset = z.output<typeof htmlImageAsset>;
