import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { FileContent } from '../../contract/define.ts';
import type { Handlers } from '../../handler-types.ts';
import { sliceStream } from '../../mail/sources/source-pieces.ts';
import { contentOf, type Content, type ContentDeps } from '../../mail/attachments/content.ts';
import type { attachmentsRequests } from './contract.ts';
import { nestedContent } from './nested-attachment.ts';
import { openedFile } from './opened-files.ts';
import { previewOf } from './preview.ts';
import { saveProgress } from '../../mail/attachments/transfer-progress.ts';
import { rangeWithin } from '../../mail/sources/range.ts';
import { writeToFolder } from './write-attachment.ts';

type AttachmentsDeps = ContentDeps & {
  folders: { attachments: () => string; downloads: () => string };
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
};

export function attachmentsHandlers(deps: AttachmentsDeps): Handlers<typeof attachmentsRequests> {
  const { clock, folders, zone } = deps;
  return {
    async open(request, call) {
      const content = await contentOf(deps, call, request);
      return {
        file: recordOf(content, await openedFile({ clock, folder: folders.attachments }, content, call.signal)),
      };
    },
    async preview({ form, inside = [], ...request }, call) {
      const content = await nestedContent(await contentOf(deps, call, request), inside);
      return { preview: await previewOf(content, form, zone) };
    },
    async download({ answer, range, inside = [], ...request }, call) {
      const content = await nestedContent(await contentOf(deps, call, request), inside);
      if (answer !== 'json') return streamOf(content, range);
      const progress = saveProgress(deps, {
        ...content.attachment,
        account_id: content.account_id,
        bytes: content.size,
      });
      return {
        file: recordOf(content, await writeToFolder(folders.downloads(), content, { signal: call.signal, progress })),
      };
    },
  };
}

function recordOf({ attachment }: Content, path: string) {
  return { attachment_id: attachment.attachment_id, filename: basename(path), path };
}

function streamOf({ attachment, size, pieces }: Content, requested: Parameters<typeof rangeWithin>[1]): FileContent {
  const range = rangeWithin(size, requested);
  const body = range ? sliceStream(pieces(), { start: range.start, end: range.end + 1 }) : pieces();
  return {
    stream: Readable.from(body, { objectMode: false }),
    type: attachment.mime_type,
    name: attachment.filename,
    size,
    ...(range && { range: { ...range, total: size } }),
  };
}
