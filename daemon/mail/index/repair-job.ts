import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Announcement } from '../../contract/events.ts';
import { startJob, type JobHandle } from '../jobs/jobs.ts';
import type { WriteDb } from '../../store/db.ts';
import type { RepairReport } from './index-report.ts';

/** Keeps a job for a repair of the index, and tells clients when search is whole again. */
export function indexRepairReporter({
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
  return (report: RepairReport): void => {
    if ('trouble' in report) {
      log.warn(report.trouble, 'the text of a message could not be read, so search finds it by its headers alone');
    } else if ('keptVectors' in report) {
      log.info(
        { vectors: report.keptVectors },
        'the search index is made anew and keeps the vectors that could be read',
      );
    } else if (report.repair === 'started') {
      documents = report.documents;
      job = startJob({ db, clock }, { kind: 'index.repair' });
      job.progress({ total: documents });
    } else if (report.repair === 'progress') {
      job?.progress({ succeeded: Math.max(0, documents - (report.stored - report.indexed)) });
    } else {
      job?.progress({ succeeded: documents });
      job?.finish();
      announce({
        event: 'IndexBootstrapped',
        documents: report.documents,
        repaired: true,
        duration_ms: report.duration_ms,
      });
    }
  };
}
