import { join } from 'node:path';
import { openLog } from '../../../daemon/base/log.ts';
import { startWorker } from '../../../daemon/base/worker.ts';
import { makeBlobHold } from '../../../daemon/mail/blob-hold.ts';
import { makeTextRing } from '../../../daemon/mail/index/handed-texts.ts';
import { makePulseBuffer } from '../../../daemon/mail/reading-pulse.ts';
import { openMail, storeFiles } from '../../../daemon/store/open.ts';
import { frontTurn, makeTurnBuffer } from '../../../daemon/store/turn.ts';
import type { IndexCalls } from '../../../daemon/workers/indexer.ts';
import type { IngestCalls } from '../../../daemon/workers/ingest.ts';

/** The workers that store and index, on the databases of `dataDir`, with the connection requests write through. */
export async function startWorkers(dataDir: string) {
  const log = openLog({ file: join(dataDir, 'daemon.log') });
  const files = storeFiles(dataDir);
  const turn = makeTurnBuffer();
  const mail = await openMail(files.mail, frontTurn(turn));
  const texts = makeTextRing();
  const hold = makeBlobHold();
  const ingest = startWorker<IngestCalls>('ingest', {
    data: { files, isUnclean: false, turn, texts, pulse: makePulseBuffer(), hold },
    log,
  });
  const indexer = startWorker<IndexCalls>('indexer', { data: { files, turn, texts }, log });
  await indexer.ask('ready', undefined);
  return {
    log,
    files,
    mail,
    ingest,
    indexer,
    hold,
    /** Stops the workers; the caller closes `mail`, last of all. */
    async stop(): Promise<void> {
      await Promise.all([ingest.stop(), indexer.stop()]);
    },
  };
}
