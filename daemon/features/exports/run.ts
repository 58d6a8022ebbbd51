import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../base/failure.ts';
import { failureSentence } from '../../base/system-reason.ts';
import { formatInteger } from '../../base/numbers.ts';
import type { Actor } from '../../contract/ownership.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { spaceFailure } from '../../mail/backups/space.ts';
import type { ExportFormat } from '../../mail/export/export-chunk.ts';
import type { ExportSelection } from '../../mail/export/selection.ts';
import { streamExport, type ExportProgress } from '../../mail/export/stream.ts';
import { accountFieldsOf, jobHandle } from '../../mail/jobs/jobs.ts';
import { writeExportFile, writeExportFolder } from './files.ts';
import type { MailboxFormat } from './formats.ts';
import type { ExportRunDeps } from './run-deps.ts';
import { missingRangeOptions } from './missing-ranges.ts';
import { summaryName, writeMailboxes } from './write-mailboxes.ts';

/** An export of found mail to a file, or of whole accounts to a folder. */
export type ExportTask = {
  job_id: string;
  /** The name of the file or folder in the folder of downloads. */
  name: string;
  /** Who asked for it. */
  actor: Actor;
} & (FoundMail | Mailboxes);

type FoundMail = {
  kind: 'found';
  format: ExportFormat;
  selection: ExportSelection;
  /** The accounts whose mail may be exported. */
  accounts: readonly Pick<Account, 'id' | 'account_id'>[];
};

type Mailboxes = { kind: 'mailboxes'; format: MailboxFormat; accounts: readonly Account[] };

/** The interval between progress reports, in milliseconds. */
const reportIntervalMs = 200;

/** Runs one export and reports its result; if the daemon stops, the next start reports it. */
export async function runExport(
  deps: ExportRunDeps,
  task: ExportTask,
  { stopSignal, cancelSignal }: { stopSignal: AbortSignal; cancelSignal: AbortSignal },
): Promise<void> {
  const folder = deps.folder();
  const reporter = exportReporter(deps, task, folder);
  const abortSignal = AbortSignal.any([stopSignal, cancelSignal]);
  let lastProgress: ExportProgress = { done: 0, total: 0, incomplete: 0 };
  try {
    abortSignal.throwIfAborted();
    reporter.started();
    let lastReportMs = Number.NEGATIVE_INFINITY;
    const onProgress = (progress: ExportProgress) => {
      abortSignal.throwIfAborted();
      lastProgress = progress;
      if (performance.now() - lastReportMs < reportIntervalMs) return;
      lastReportMs = performance.now();
      reporter.progress(progress);
    };
    const name = await writeTask(deps, task, { folder, onProgress });
    // Deletes an export that was cancelled at the last moment.
    if (cancelSignal.aborted) await rm(join(folder, name), { recursive: true, force: true });
    cancelSignal.throwIfAborted();
    reporter.progress(lastProgress);
    reporter.done(name, lastProgress);
  } catch (failed) {
    if (cancelSignal.aborted) reporter.cancelled();
    else if (!stopSignal.aborted) reporter.failed(spaceFailure(failed, folder));
  }
}

type WriteOptions = { folder: string; onProgress: (progress: ExportProgress) => void };

/** Returns the name of the file or folder. */
async function writeTask(deps: ExportRunDeps, task: ExportTask, { folder, onProgress }: WriteOptions): Promise<string> {
  const { instance } = deps;
  const { name, format } = task;
  if (task.kind === 'mailboxes')
    return writeExportFolder(folder, { instance, name }, (root) => writeMailboxes(deps, { ...task, root, onProgress }));
  const { selection, accounts } = task;
  const ids = await deps.selectMessages({ selection, accounts });
  const options = { onProgress, ...(format === 'mbox' && missingRangeOptions(deps)) };
  return writeExportFile(folder, { instance, file: name }, streamExport(deps.exportChunk, { ids, format }, options));
}

/** Reports the export to its job and the clients. */
function exportReporter({ write, clock, log, announce }: ExportRunDeps, task: ExportTask, folder: string) {
  const { job_id, kind, accounts, actor } = task;
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
      const where = kind === 'found' ? 'the file' : summaryName;
      announce({
        ...operation,
        event: 'OperationCompleted',
        message: completedText(name, { total, incomplete, where }),
      });
    },
    cancelled(): void {
      const message = 'Cancelled. The partial export was deleted.';
      job.cancel(message);
      announce({ ...operation, event: 'OperationCancelled', message });
    },
    failed(failed: unknown): void {
      const reason = failureSentence('Couldn’t export your mail', failed);
      const error = failed instanceof Failure ? reason : `${reason} The folder is ${folder}.`;
      const retryable = failed instanceof Failure && failed.retryable;
      log.error({ err: failed, job: job_id }, 'mail could not be exported');
      job.finish(error);
      announce({ ...operation, event: 'OperationFailed', error, retryable });
    },
  };
}

/** `where` names what lists the incomplete messages. */
function completedText(
  name: string,
  { total, incomplete, where }: { total: number; incomplete: number; where: string },
): string {
  const messages = `${formatInteger(total)} ${total === 1 ? 'message is' : 'messages are'} in ${name}, in your downloads folder.`;
  if (incomplete === 0) return messages;
  const incompleteText = `Parts of ${formatInteger(incomplete)} ${incomplete === 1 ? 'message' : 'messages'} aren’t in it`;
  return `${messages} ${incompleteText}: they are on the server or damaged here, and ${where} says which.`;
}
