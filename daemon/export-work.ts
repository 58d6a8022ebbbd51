import type { Clock } from './base/clock.ts';
import { Failure } from './base/failure.ts';
import type { Log } from './base/log.ts';
import type { WorkerHandle } from './base/worker.ts';
import { fetchedAttachment, type FetchParts } from './features/attachments/fetching.ts';
import type { ExportReading } from './features/exports/handlers.ts';
import type { ExportRunParts } from './features/exports/run.ts';
import { allAccounts } from './mail/accounts.ts';
import { storedAttachments } from './mail/attachments.ts';
import { messageOf, messagesByIds } from './mail/messages.ts';
import { gapsOf } from './mail/source.ts';
import type { ReadDb } from './store/db.ts';
import type { ReaderCalls } from './workers/reader.ts';

type Settings = {
  reader: Pick<WorkerHandle<ReaderCalls>, 'ask'>;
  clock: Clock;
  /** Where fetched attachments are kept. */
  cacheFolder: () => string;
};

/** What exports read, on the reader worker. */
export function exportReading({ reader, clock, cacheFolder }: Settings): ExportReading {
  const now = () => clock.now().getTime();
  return {
    exportSelection: (asked) => reader.ask('exportSelection', { ...asked, now: now() }),
    exportPiece: (stretch) => reader.ask('exportPiece', { stretch, cache: cacheFolder(), now: now() }),
  };
}

/**
 * Fetches what of a message was left on its server, so that an export finds it in the cache. What cannot be had is noted
 * in the log, and missing in the export, which says so.
 */
export function exportFetching(parts: FetchParts & { db: ReadDb; log: Log }): ExportRunParts['fetchLeft'] {
  const { db, log } = parts;
  return async (id) => {
    const [named] = messagesByIds(db, [id]);
    if (!named) return;
    const message = messageOf(db, allAccounts(db), named.message_id);
    const attachments = storedAttachments(db, message);
    for (const gap of gapsOf(db, id)) {
      const attachment = attachments.find(({ start }) => start === gap.start);
      if (!attachment) continue;
      try {
        await fetchedAttachment(parts, db, { message, attachment, gap });
      } catch (failed) {
        if (!(failed instanceof Failure)) throw failed;
        log.warn({ err: failed }, 'an attachment that is to be exported could not be fetched');
      }
    }
  };
}
