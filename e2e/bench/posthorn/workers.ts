import { join } from 'node:path';
import { openLog } from '../../../daemon/base/log.ts';
import { startWorker } from '../../../daemon/base/worker.ts';
import { createBlobDeletionLock } from '../../../daemon/mail/sources/blob-deletion-lock.ts';
import { createSharedTextBuffer } from '../../../daemon/mail/index/shared-text-buffer.ts';
import { createWatchdogBuffer } from '../../../daemon/mail/ingest/watchdog.ts';
import { openMail, storeFiles } from '../../../daemon/store/open.ts';
import { priorityWriteLock, createWriteLockBuffer } from '../../../daemon/store/write-lock.ts';
import type { IndexCalls } from '../../../daemon/workers/indexer.ts';
import type { IngestCalls } from '../../../daemon/workers/ingest.ts';

/** The workers that store and index, on the databases of `dataDir`, with the connection for the writes of requests. */
export async function startWorkers(dataDir: string) {
  const log = openLog({ file: join(dataDir, 'daemon.log') });
  const files = storeFiles(dataDir);
  const writeLockBuffer = createWriteLockBuffer();
  const mail = await openMail(files.mail, priorityWriteLock(writeLockBuffer));
  const sharedTexts = createSharedTextBuffer();
  const blobLock = createBlobDeletionLock();
  const ingest = startWorker<IngestCalls>('ingest', {
    data: { files, isUnclean: false, writeLockBuffer, sharedTexts, watchdog: createWatchdogBuffer(), blobLock },
    log,
  });
  const indexer = startWorker<IndexCalls>('indexer', { data: { files, writeLockBuffer, sharedTexts }, log });
  await indexer.ask('ready', undefined);
  return {
    log,
    files,
    mail,
    ingest,
    indexer,
    blobLock,
    /** Stops the workers; the caller closes `mail` last. */
    async stop(): Promise<void> {
      await Promise.all([ingest.stop(), indexer.stop()]);
    },
  };
}
