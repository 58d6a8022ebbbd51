import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { Failure } from '../../base/failure.ts';
import type { FileContent } from '../../contract/define.ts';
import type { Handlers } from '../../handler-types.ts';
import { hasProfile } from '../../safety/policy.ts';
import { sliceStream } from '../../mail/sources/source-pieces.ts';
import { contentOf, type Content, type ContentDeps } from '../../mail/attachments/content.ts';
import type { attachmentsRequests } from './contract.ts';
import { nestedContent } from './nested-attachment.ts';
import { openedFile } from './opened-files.ts';
import { previewForAgent } from './agent-preview.ts';
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
      return hasProfile(call.caller.origin)
        ? await previewForAgent(content, form, zone)
        : { preview: await previewOf(content, form, zone) };
    },
    async content(request, call) {
      const { attachment, size, pieces } = await contentOf(deps, call, request);
      if (size > maxContentBytes) throw contentTooLarge(size);
      const bytes = await bytesOf(pieces(), call.signal);
      const { attachment_id, filename, mime_type } = attachment;
      const content_base64 = bytes.toString('base64');
      return { content: { attachment_id, filename, mime_type, size_bytes: bytes.length, content_base64 } };
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

/** Larger attachments are streamed. The size that the message states may be wrong, so the bytes are counted as well. */
const maxContentBytes = 5_000_000;

async function bytesOf(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Buffer> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    signal.throwIfAborted();
    size += piece.length;
    if (size > maxContentBytes) throw contentTooLarge(size);
    read.push(piece);
  }
  return Buffer.concat(read);
}

function contentTooLarge(size: number): Failure {
  const sentence = 'The attachment is larger than 5 MB, so it can only be downloaded.';
  return new Failure('invalid', 'too_large', sentence, { size_bytes: size });
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
