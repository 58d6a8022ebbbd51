import type { Clock } from './base/clock.ts';
import type { Log } from './base/log.ts';
import type { Announcement } from './contract/events.ts';
import { startJob, type JobHandle } from './mail/jobs.ts';
import type { WriteDb } from './store/db.ts';
import type { IndexNews } from './workers/indexer.ts';

/** Keeps a job for a repair of the index, and tells clients when search is whole again. */
export function indexRepairWatcher({
  db,
  clock,
  announce,
  log,
}: {
  db: WriteDb;
  clock: Clock;
  log: Log;
  announce: (announcement: Announcement) => void;
}) {
  let job: JobHandle | undefined;
  let documents = 0;
  return (news: IndexNews): void => {
    if ('trouble' in news) {
      log.warn(news.trouble, 'the text of a message could not be read, so search finds it by its headers alone');
    } else if (news.repair === 'started') {
      documents = news.documents;
      job = startJob({ db, clock }, { kind: 'index.repair' });
      job.progress({ total: documents });
    } else if (news.repair === 'progress') {
      job?.progress({ succeeded: Math.max(0, documents - (news.stored - news.indexed)) });
    } else {
      job?.progress({ succeeded: documents });
      job?.finish();
      announce({
        event: 'IndexBootstrapped',
        documents: news.documents,
        repaired: true,
        duration_ms: news.duration_ms,
      });
    }
  };
}
