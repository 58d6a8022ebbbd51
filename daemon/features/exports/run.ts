import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { Failure, reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import { grouped } from '../../base/numbers.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Account } from '../../mail/accounts.ts';
import type { ExportFormat } from '../../mail/export/piece.ts';
import type { ExportWish } from '../../mail/export/selection.ts';
import { exportedBytes, type ExportProgress } from '../../mail/export/stream.ts';
import { jobHandle } from '../../mail/jobs.ts';
import type { WriteDb } from '../../store/db.ts';
import { leftOnServer } from '../../mail/gaps.ts';
import { writeWhole } from './files.ts';
import type { ExportReading } from './handlers.ts';

export type ExportTask = {
  job_id: string;
  /** Its name in the folder. */
  file: string;
  format: ExportFormat;
  wish: ExportWish;
  /** Whose mail may be in it. */
  accounts: readonly Pick<Account, 'id'>[];
};

export type ExportRunParts = ExportReading & {
  write: WriteDb;
  clock: Clock;
  log: Log;
  announce: (announcement: Announcement) => void;
  /** Fetches what of a message (internal id) was left on its server, as far as that can be had. */
  fetchLeft: (message: number) => Promise<void>;
  /** The folder of downloads. */
  folder: () => string;
  instance: string;
};

/** Carries out one export and says how it ended; where the daemon stops, the next start says so. */
export async function runExport(
  parts: ExportRunParts,
  { job_id, file, format, wish, accounts }: ExportTask,
  { stopping, cancelling }: { stopping: AbortSignal; cancelling: AbortSignal },
): Promise<void> {
  const telling = tellingOf(parts, job_id);
  const ending = AbortSignal.any([stopping, cancelling]);
  let last: ExportProgress = { done: 0, total: 0, incomplete: 0 };
  try {
    ending.throwIfAborted();
    telling.started();
    const ids = await parts.exportSelection({ wish, accounts });
    const onProgress = (progress: ExportProgress) => {
      ending.throwIfAborted();
      telling.progress((last = progress));
    };
    const fetchLeft = { among: (some: readonly number[]) => leftOnServer(parts.write, some), fetch: parts.fetchLeft };
    const steps = { onProgress, ...(format === 'mbox' && { fetchLeft }) };
    const bytes = exportedBytes(parts.exportPiece, { ids, format }, steps);
    const folder = parts.folder();
    const name = await writeWhole(folder, { instance: parts.instance, file }, bytes);
    // Cancelled at the last moment, it is not kept either.
    if (cancelling.aborted) await rm(join(folder, name), { force: true });
    cancelling.throwIfAborted();
    telling.done(name, last);
  } catch (failed) {
    if (cancelling.aborted) telling.cancelled();
    else if (!stopping.aborted) telling.failed(failed);
  }
}

/** What the job and the clients are told of it. */
function tellingOf({ write, clock, log, announce, folder }: ExportRunParts, job_id: string) {
  const job = jobHandle({ db: write, clock }, job_id);
  const operation = { operation_id: job_id, operation: 'export', account_id: null };
  return {
    started: () => announce({ ...operation, event: 'OperationStarted', message: 'Exporting mail' }),
    progress({ done, total, incomplete }: ExportProgress): void {
      job.progress({ total, succeeded: done - incomplete, failed: incomplete });
      const message = `Exporting mail: ${grouped(done)} of ${grouped(total)} messages`;
      announce({ ...operation, event: 'OperationProgress', current: done, total, message });
    },
    done(name: string, { total, incomplete }: ExportProgress): void {
      job.finish();
      log.info({ job: job_id, messages: total, incomplete }, 'mail was exported');
      announce({ ...operation, event: 'OperationCompleted', message: doneSentence(name, total, incomplete) });
    },
    cancelled(): void {
      const message = 'Cancelled. Nothing of the export was kept.';
      job.cancel(message);
      announce({ ...operation, event: 'OperationCancelled', message });
    },
    failed(failed: unknown): void {
      const reason = failed instanceof Failure ? failed.message : `Mail could not be exported: ${reasonOf(failed)}.`;
      const error = failed instanceof Failure ? reason : `${reason} The folder is ${folder()}.`;
      const retryable = failed instanceof Failure && failed.retryable;
      log.error({ err: failed, job: job_id }, 'mail could not be exported');
      job.finish(error);
      announce({ ...operation, event: 'OperationFailed', error, retryable });
    },
  };
}

function doneSentence(name: string, total: number, incomplete: number): string {
  const messages = `${grouped(total)} ${total === 1 ? 'message is' : 'messages are'} in ${name}, in the folder of downloads.`;
  if (incomplete === 0) return messages;
  const parts = `Parts of ${grouped(incomplete)} ${incomplete === 1 ? 'message are' : 'messages are'} not in it`;
  return `${messages} ${parts}: they are on the server or damaged here, and the file says which.`;
}
