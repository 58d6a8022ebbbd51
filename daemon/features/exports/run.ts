import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, reasonOf } from '../../base/failure.ts';
import { formatInteger } from '../../base/numbers.ts';
import type { Actor } from '../../contract/ownership.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { ExportFormat } from '../../mail/export/export-chunk.ts';
import type { ExportSelection } from '../../mail/export/selection.ts';
import { streamExport, type ExportProgress } from '../../mail/export/stream.ts';
import { accountFieldsOf, jobHandle } from '../../mail/jobs/jobs.ts';
import { messagesWithMissingRanges } from '../../mail/sources/missing-ranges.ts';
import { writeExportFile } from './files.ts';
import type { ExportRunDeps } from './run-deps.ts';

export type ExportTask = {
  job_id: string;
  /** Its name in the folder. */
  file: string;
  format: ExportFormat;
  selection: ExportSelection;
  /** The accounts whose mail may be exported. */
  accounts: readonly Pick<Account, 'id' | 'account_id'>[];
  /** Who asked for it. */
  actor: Actor;
};

/** Runs one export and reports its result; if the daemon stops, the next start reports it. */
export async function runExport(
  deps: ExportRunDeps,
  { job_id, file, format, selection, accounts, actor }: ExportTask,
  { stopSignal, cancelSignal }: { stopSignal: AbortSignal; cancelSignal: AbortSignal },
): Promise<void> {
  const reporter = exportReporter(deps, { job_id, accounts, actor });
  const abortSignal = AbortSignal.any([stopSignal, cancelSignal]);
  let lastProgress: ExportProgress = { done: 0, total: 0, incomplete: 0 };
  try {
    abortSignal.throwIfAborted();
    reporter.started();
    const ids = await deps.selectMessages({ selection, accounts });
    const onProgress = (progress: ExportProgress) => {
      abortSignal.throwIfAborted();
      reporter.progress((lastProgress = progress));
    };
    const missing = {
      findIncomplete: (some: readonly number[]) => messagesWithMissingRanges(deps.write, some),
      fetch: deps.fetchMissing,
    };
    const options = { onProgress, ...(format === 'mbox' && { fetchMissing: missing }) };
    const bytes = streamExport(deps.exportChunk, { ids, format }, options);
    const folder = deps.folder();
    const name = await writeExportFile(folder, { instance: deps.instance, file }, bytes);
    // Deletes a file that was cancelled at the last moment.
    if (cancelSignal.aborted) await rm(join(folder, name), { force: true });
    cancelSignal.throwIfAborted();
    reporter.done(name, lastProgress);
  } catch (failed) {
    if (cancelSignal.aborted) reporter.cancelled();
    else if (!stopSignal.aborted) reporter.failed(failed);
  }
}

/** Reports the export to its job and the clients. */
function exportReporter(
  { write, clock, log, announce, folder }: ExportRunDeps,
  { job_id, accounts, actor }: Pick<ExportTask, 'job_id' | 'accounts' | 'actor'>,
) {
  const job = jobHandle({ db: write, clock }, job_id);
  const operation = { operation_id: job_id, operation: 'export', actor, ...accountFieldsOf(accounts) };
  return {
    started: () => announce({ ...operation, event: 'OperationStarted', message: 'Exporting mail' }),
    progress({ done, total, incomplete }: ExportProgress): void {
      job.progress({ total, succeeded: done - incomplete, failed: incomplete });
      const message = `Exporting mail: ${formatInteger(done)} of ${formatInteger(total)} messages`;
      announce({ ...operation, event: 'OperationProgress', current: done, total, message });
    },
    done(name: string, { total, incomplete }: ExportProgress): void {
      job.finish();
      log.info({ job: job_id, messages: total, incomplete }, 'mail was exported');
      announce({ ...operation, event: 'OperationCompleted', message: completedText(name, total, incomplete) });
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

function completedText(name: string, total: number, incomplete: number): string {
  const messages = `${formatInteger(total)} ${total === 1 ? 'message is' : 'messages are'} in ${name}, in the folder of downloads.`;
  if (incomplete === 0) return messages;
  const incompleteText = `Parts of ${formatInteger(incomplete)} ${incomplete === 1 ? 'message are' : 'messages are'} not in it`;
  return `${messages} ${incompleteText}: they are on the server or damaged here, and the file says which.`;
}
