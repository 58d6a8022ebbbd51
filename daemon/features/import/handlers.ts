import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Caller, Handlers } from '../../handling.ts';
import { importedAccount } from '../../mail/accounts.ts';
import { importableSource } from '../../mail/import/source.ts';
import { startJob } from '../../mail/jobs.ts';
import type { importRequests } from './contract.ts';
import { importNamed, runningImport, saveImport } from './store.ts';

export type ImportParts = {
  clock: Clock;
  /** Has the loop look for imports that wait. */
  wakeImports: () => void;
  /** Ends one that runs or waits. False where there is none of that id. */
  cancelImport: (job_id: string) => boolean;
};

export function importHandlers({ clock, wakeImports }: ImportParts): Handlers<typeof importRequests> {
  return {
    async start({ path, folder = null }, { caller, db }) {
      requireCommandLine(caller);
      const source = { path: await importableSource(path), folder };
      const job_id = db.transaction(() => {
        const running = runningImport(db, source);
        if (running !== undefined) return running;
        const job = startJob({ db, clock }, { kind: 'import', account: importedAccount(db).id });
        saveImport(db, { ...source, job_id: job.job_id });
        return job.job_id;
      });
      wakeImports();
      return { job_id };
    },
    get({ job_id: wanted }, { caller, db }) {
      requireCommandLine(caller);
      const found = importNamed(db, wanted);
      if (!found)
        throw new Failure('missing', 'not_found', 'There is no such import. The newest hundred jobs are kept.');
      const {
        job_id,
        path,
        status,
        total,
        succeeded: added,
        skipped: known,
        failed,
        passed_over,
        problems,
        error,
      } = found;
      const done = added + known + failed;
      return { job_id, path, status, total: Math.max(total, done), added, known, failed, passed_over, problems, error };
    },
  };
}

function requireCommandLine({ origin }: Caller): void {
  if (origin === 'cli') return;
  throw new Failure(
    'refused',
    'cli_only',
    'Files of this computer are imported from its own command line alone: npx posthorn import PATH.',
  );
}
