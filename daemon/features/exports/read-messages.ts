import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { WorkerHandle } from '../../base/worker.ts';
import { fetchAttachment, type AttachmentFetchDeps } from '../../mail/attachments/fetch-attachment.ts';
import { allAccounts } from '../../mail/accounts/accounts.ts';
import { storedAttachments } from '../../mail/attachments/attachments.ts';
import { requireMessage, messagesByIds } from '../../mail/messages/messages.ts';
import { missingRangesOf } from '../../mail/sources/source.ts';
import type { ReadDb } from '../../store/db.ts';
import type { ReaderCalls } from '../../reader-calls.ts';
import type { ExportRunDeps, ExportReader } from './run-deps.ts';

type ExportReaderDeps = {
  reader: Pick<WorkerHandle<ReaderCalls>, 'ask'>;
  clock: Clock;
  /** Where fetched attachments are kept. */
  cacheFolder: () => string;
};

/** What exports read, on the reader worker. */
export function exportReader({ reader, clock, cacheFolder }: ExportReaderDeps): ExportReader {
  const now = () => clock.now().getTime();
  return {
    selectMessages: (selection) => reader.ask('selectMessages', { ...selection, now: now() }),
    selectMailbox: (request) => reader.ask('selectMailbox', request),
    exportChunk: (range) => reader.ask('exportChunk', { stretch: range, cache: cacheFolder(), now: now() }),
  };
}

/**
 * Fetches what of a message was left on its server, so that an export finds it in the cache. What cannot be had is noted
 * in the log, and missing in the export, which says so.
 */
export function missingRangeFetcher(
  deps: AttachmentFetchDeps & { db: ReadDb; log: Log },
): ExportRunDeps['fetchMissing'] {
  const { db, log } = deps;
  return async (id) => {
    const [found] = messagesByIds(db, [id]);
    if (!found) return;
    const message = requireMessage(db, allAccounts(db), found.message_id);
    const attachments = storedAttachments(db, message);
    for (const missingRange of missingRangesOf(db, id)) {
      const attachment = attachments.find(({ start }) => start === missingRange.start);
      if (!attachment) continue;
      try {
        await fetchAttachment(deps, db, { message, attachment, missingRange });
      } catch (failed) {
        if (!(failed instanceof Failure)) throw failed;
        log.warn({ err: failed }, 'an attachment that is to be exported could not be fetched');
      }
    }
  };
}
