import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { FileContent } from '../../contract/define.ts';
import type { Handlers } from '../../handling.ts';
import { sliced } from '../../mail/source-pieces.ts';
import { contentOf, type Content, type ContentParts } from './content.ts';
import type { attachmentsRequests } from './contract.ts';
import { contentInside } from './inside.ts';
import { openedFile } from './opened.ts';
import { previewOf } from './preview.ts';
import { saveTeller } from './file-teller.ts';
import { rangeWithin } from './range.ts';
import { writeInto } from './writing.ts';

export type AttachmentsParts = ContentParts & {
  folders: { attachments: () => string; downloads: () => string };
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
};

export function attachmentsHandlers(parts: AttachmentsParts): Handlers<typeof attachmentsRequests> {
  const { clock, folders, zone } = parts;
  return {
    async open(wanted, call) {
      const content = await contentOf(parts, call, wanted);
      return {
        file: recordOf(content, await openedFile({ clock, folder: folders.attachments }, content, call.signal)),
      };
    },
    async preview({ form, inside = [], ...wanted }, call) {
      const content = await contentInside(await contentOf(parts, call, wanted), inside);
      return { preview: await previewOf(content, form, zone) };
    },
    async download({ answer, range, inside = [], ...wanted }, call) {
      const content = await contentInside(await contentOf(parts, call, wanted), inside);
      if (answer !== 'json') return streamOf(content, range);
      const telling = saveTeller(parts, { ...content.attachment, account_id: content.account_id, bytes: content.size });
      return {
        file: recordOf(content, await writeInto(folders.downloads(), content, { signal: call.signal, telling })),
      };
    },
  };
}

function recordOf({ attachment }: Content, path: string) {
  return { attachment_id: attachment.attachment_id, filename: basename(path), path };
}

function streamOf({ attachment, size, pieces }: Content, asked: Parameters<typeof rangeWithin>[1]): FileContent {
  const range = rangeWithin(size, asked);
  const wanted = range ? sliced(pieces(), { start: range.start, end: range.end + 1 }) : pieces();
  return {
    stream: Readable.from(wanted, { objectMode: false }),
    type: attachment.mime_type,
    name: attachment.filename,
    size,
    ...(range && { range: { ...range, total: size } }),
  };
}
