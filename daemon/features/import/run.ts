import { formatInteger } from '../../base/numbers.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Log } from '../../base/log.ts';
import { ensureImportAccount, type Account } from '../../mail/accounts/accounts.ts';
import { whyUnreadable } from '../../mail/import/load-item.ts';
import { clearUnpacked, unpackMailbox } from '../../mail/import/unpack.ts';
import { countUnits, walkSource } from '../../mail/import/walk.ts';
import { jobHandle, type JobHandle } from '../../mail/jobs/jobs.ts';
import type { SyncProgress } from '../../mail/accounts/sync-progress.ts';
import type { WriteDb } from '../../store/db.ts';
import { walkBatches, type WalkBatch } from './walk-batches.ts';
import { isUnfinished, savePosition, type Import } from './store.ts';
import { hasFolder, makeFolder, storeItems, type StoreItemsResult, type StoreItemsDeps } from './store-items.ts';
import { createTally, type Tally } from './tally.ts';

export type ImportRunDeps = StoreItemsDeps & {
  write: WriteDb;
  log: Log;
  announce: (announcement: Announcement) => void;
  progress: SyncProgress;
  onStored: (
    account: Account,
    stored: { added: number[]; updated: number[]; removed: string[]; announceNew: boolean },
  ) => void;
  /** Deletes the files that were uploaded for an import of this path, once it has ended. */
  release: (path: string) => void;
  /** The folder in which compressed mailbox files are unpacked. */
  unpackDir: string;
};

/**
 * The interval of saving the position and announcing progress, in milliseconds: after a crash, only the messages of one
 * interval are processed again.
 */
const saveIntervalMs = 500;

/**
 * Runs an import from its position to its end, and ends its job. When the daemon stops, its position is kept and the next
 * start continues; a cancelled import keeps what it has stored. Never throws for errors in the files.
 */
export async function runImport(
  deps: ImportRunDeps,
  { path, folder, ...job }: Import,
  { stopSignal, cancelSignal }: { stopSignal: AbortSignal; cancelSignal: AbortSignal },
): Promise<void> {
  const { write, announce, progress, log } = deps;
  const account = ensureImportAccount(write);
  const handle = jobHandle({ db: write, clock: deps.clock }, job.job_id);
  const operation = { operation_id: job.job_id, operation: 'import', account_id: account.account_id };
  announce({ ...operation, event: 'OperationStarted', message: 'Importing mail files' });
  try {
    const source = { path, folder };
    const tally = createTally(job, await countUnits(source, job.position));
    const report = progressReporter(deps, { account, handle, tally, operation });
    report('now');
    try {
      await storeAll(
        deps,
        { source, job, account, handle, tally, report },
        AbortSignal.any([stopSignal, cancelSignal]),
      );
    } finally {
      report('now');
    }
    // The caller that cancelled it got a confirmation.
    cancelSignal.throwIfAborted();
    progress.delete(account.id);
    const { added } = tally.state();
    handle.finish();
    announce({ ...operation, event: 'OperationCompleted', message: `Imported ${formatInteger(added)} messages` });
  } catch (failed) {
    progress.delete(account.id);
    if (cancelSignal.aborted) return endCancelled(deps, job.job_id);
    if (stopSignal.aborted) return;
    const error = `The import ended early. ${whyUnreadable(failed)}`;
    log.error({ err: failed, job: job.job_id }, 'an import failed');
    handle.finish(error);
    announce({ ...operation, event: 'OperationFailed', error, retryable: true });
  } finally {
    clearUnpacked(deps.unpackDir);
    if (!isUnfinished(write, job.job_id)) deps.release(path);
  }
}

/** Ends a cancelled import, and reports it. */
export function endCancelled({ write, clock, announce }: ImportRunDeps, job_id: string): void {
  const message = 'Cancelled. Messages imported so far are kept.';
  const { account_id } = ensureImportAccount(write);
  jobHandle({ db: write, clock }, job_id).cancel(message);
  announce({ operation_id: job_id, operation: 'import', account_id, event: 'OperationCancelled', message });
}

type ImportRun = {
  source: { path: string; folder: string | null };
  job: Pick<Import, 'position'>;
  account: Account;
  handle: JobHandle;
  tally: Tally;
  report: (when?: 'now') => void;
};

/** Prepares the next batch while one batch is stored; counts them in order. */
async function storeAll(deps: ImportRunDeps, run: ImportRun, signal: AbortSignal): Promise<void> {
  const { source, job, account, tally } = run;
  let countingDone: Promise<void> = Promise.resolve();
  const unpack = async (file: string) => {
    // The previous unpacked file is deleted, so its messages must be stored by now.
    await countingDone;
    return unpackMailbox(file, deps.unpackDir, signal);
  };
  try {
    for await (const batch of walkBatches(walkSource({ source, from: job.position, unpack }))) {
      signal.throwIfAborted();
      const before = countingDone;
      const target = { account, folder: batch.folder };
      if (batch.items.length > 0 && !hasFolder(deps, target)) {
        await before;
        // If this fails, it is repeated together with the mail, which handles the waiting.
        await makeFolder(deps, target).catch(() => undefined);
      }
      const stored = storeBatch(deps, run, batch, signal);
      countingDone = Promise.all([stored, before]).then(([outcome]) => {
        tally.count(batch, { ...outcome, added: outcome.added.length });
        run.report();
      });
      // Awaited here and below; until then a rejection must not count as unhandled.
      countingDone.catch(() => undefined);
      await before;
    }
    await countingDone;
  } finally {
    await Promise.allSettled([countingDone]);
  }
}

async function storeBatch(
  deps: ImportRunDeps,
  { account, handle, tally }: ImportRun,
  { items, folder }: WalkBatch,
  signal: AbortSignal,
): Promise<StoreItemsResult> {
  if (items.length === 0) return { added: [], known: 0, problems: [] };
  const onTrouble = (trouble: string | undefined) => handle.setWaitReason(trouble);
  const owner = { id: account.id, account_id: account.account_id };
  const { added, known, problems } = await storeItems(deps, { account: owner, folder, signal, onTrouble }, items);
  if (added.length > 0) deps.onStored(account, { added, updated: [], removed: [], announceNew: false });
  const { unpackDir } = deps;
  const namedProblems = problems.map(({ file, reason }) => ({
    file: file.startsWith(unpackDir) ? (tally.mailbox() ?? file) : file,
    reason,
  }));
  return { added, known, problems: namedProblems };
}

type ReporterContext = {
  account: Account;
  handle: JobHandle;
  tally: Tally;
  operation: { operation_id: string; operation: string; account_id: string };
};

/** Saves and announces the progress: at once for `now`, else at most once per interval. */
function progressReporter(
  { write, clock, progress, announce }: ImportRunDeps,
  { account, handle, tally, operation }: ReporterContext,
): (when?: 'now') => void {
  let last = Number.NEGATIVE_INFINITY;
  return (when) => {
    const now = clock.now().getTime();
    if (when === undefined && now - last < saveIntervalMs) return;
    last = now;
    const { added, known, failed, passed_over, problems, position, done } = tally.state();
    const total = Math.max(tally.total(), done);
    write.transaction(() => {
      if (position) savePosition(write, handle.job_id, { position, passed_over, problems });
      handle.progress({ total, succeeded: added, skipped: known, failed });
    });
    const message = `Importing: ${formatInteger(done)} of ${formatInteger(total)} messages`;
    progress.set(account.id, { current: done, total, message });
    announce({ ...operation, event: 'OperationProgress', current: done, total, message });
  };
}
