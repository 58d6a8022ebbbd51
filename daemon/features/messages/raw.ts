import { Readable } from 'node:stream';
import { Failure } from '../../base/failure.ts';
import type { FileContent } from '../../contract/define.ts';
import type { Handlers } from '../../handler-types.ts';
import { requireMessage } from '../../mail/messages/messages.ts';
import { rangeWithin } from '../../mail/sources/range.ts';
import { readPieces, sliceStream, wholeSource } from '../../mail/sources/source-pieces.ts';
import { missingRangesOf } from '../../mail/sources/source.ts';
import type { messagesRequests } from './contract.ts';

/** Streams sources. A source never changes, so the id of its message is its version. */
export function messagesHandlers({ blobs }: { blobs: string }): Handlers<typeof messagesRequests> {
  return {
    raw({ message_id, range: requested }, { db, accounts }): FileContent {
      const message = requireMessage(db, accounts, message_id);
      const left = missingRangesOf(db, message.id).reduce((sum, { length }) => sum + length, 0);
      if (left > 0) throw sourceIncomplete(left);
      const source = wholeSource(db, blobs, message.id);
      if (!source) throw notDownloaded();
      const { size, pieces } = source;
      const range = rangeWithin(size, requested);
      const bytes = readPieces(blobs, pieces);
      return {
        stream: Readable.from(range ? sliceStream(bytes, { start: range.start, end: range.end + 1 }) : bytes, {
          objectMode: false,
        }),
        etag: `${message.message_id}-${size}`,
        type: 'message/rfc822',
        name: `${message.message_id}.eml`,
        size,
        ...(range && { range: { ...range, total: size } }),
      };
    },
  };
}

export function notDownloaded(): Failure {
  return new Failure('unavailable', 'not_downloaded', 'This message hasn’t been downloaded yet.', { retryable: true });
}

function sourceIncomplete(left_on_server: number): Failure {
  return new Failure(
    'conflict',
    'source_incomplete',
    'Large attachments of this message are left on the mail server, so its source isn’t complete on this computer.',
    { left_on_server },
  );
}
