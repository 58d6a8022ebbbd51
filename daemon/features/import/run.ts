import { grouped } from '../../base/numbers.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Log } from '../../base/log.ts';
import { importedAccount, type Account } from '../../mail/accounts.ts';
import { whyUnreadable } from '../../mail/import/load.ts';
import { clearUnpacked, unpackMailbox } from '../../mail/import/unpack.ts';
import { survey, walk } from '../../mail/import/walk.ts';
import { jobHandle, type JobHandle } from '../../mail/jobs.ts';
import type { SyncProgress } from '../../mail/sync-state.ts';
import type { WriteDb } from '../../store/db.ts';
import { piecesOf, type Piece } from './pieces.ts';
import { isOpenImport, savePosition, type Import } from './store.ts';
import { hasFolder, makeFolder, store, type Stored, type StoringParts } from './storing.ts';
import { tallyOf, type Tally } from './tally.ts';

export type RunParts = StoringParts & {
  write: WriteDb;
  log: Log;
  announce: (announcement: Announcement) => void;
  progress: SyncProgress;
  onStored: (
    account: Account,
    stored: { added: number[]; updated: number[]; removed: string[]; announceNew: boolean },
  ) => void;
  /** What was given for an import of this path goes once that has ended. */
  release: (path: string) => void;
  /** Where packed mailbox files are unpacked. */
  unpackDir: string;
};

/** How often the position is saved and progress announced, in milliseconds: what lies between is stored twice at most. */
const saveEvery = 500;

/**
 * Carries an import out from where it is to its end, and ends its job. When the daemon stops its position is kept, and the
 * next start goes on from there; cancelled, it ends with what was stored by then. Never throws for what lies on the disk.
 */
export async function runImport(
  parts: RunParts,
  { path, folder, ...job }: Import,
  { stopping, cancelling }: { stopping: AbortSignal; cancelling: AbortSignal },
): Promise<void> {
  const { write, announce, progress, log } = parts;
  const account = importedAccount(write);
  const handle = jobHandle({ db: write, clock: parts.clock }, job.job_id);
  const operation = { operation_id: job.job_id, operation: 'import', account_id: account.account_id };
  announce({ ...operation, event: 'OperationStarted', message: 'Importing mail files' });
  try {
    const source = { path, folder };
    const tally = tallyOf(job, await survey(source, job.position));
    const report = reporter(parts, { account, handle, tally, operation });
    report('now');
    try {
      await storeAll(parts, { source, job, account, handle, tally, report }, AbortSignal.any([stopping, cancelling]));
    } finally {
      report('now');
    }
    // Whoever cancelled it was told that it is.
    cancelling.throwIfAborted();
    progress.delete(account.id);
    const { added } = tally.state();
    handle.finish();
    announce({ ...operation, event: 'OperationCompleted', message: `Imported ${grouped(added)} messages` });
  } catch (failed) {
    progress.delete(account.id);
    if (cancelling.aborted) return endCancelled(parts, job.job_id);
    if (stopping.aborted) return;
    const error = `The import ended early. ${whyUnreadable(failed)}`;
    log.error({ err: failed, job: job.job_id }, 'an import failed');
    handle.finish(error);
    announce({ ...operation, event: 'OperationFailed', error, retryable: true });
  } finally {
    clearUnpacked(parts.unpackDir);
    if (!isOpenImport(write, job.job_id)) parts.release(path);
  }
}

/** Ends an import that somebody cancelled, and says so. */
export function endCancelled({ write, clock, announce }: RunParts, job_id: string): void {
  const message = 'Cancelled. What had been imported by then stays.';
  const { account_id } = importedAccount(write);
  jobHandle({ db: write, clock }, job_id).cancel(message);
  announce({ operation_id: job_id, operation: 'import', account_id, event: 'OperationCancelled', message });
}

type Run = {
  source: { path: string; folder: string | null };
  job: Pick<Import, 'position'>;
  account: Account;
  handle: JobHandle;
  tally: Tally;
  report: (when?: 'now') => void;
};

/** While one piece is being stored the next is put together; they are counted in order. */
async function storeAll(parts: RunParts, run: Run, signal: AbortSignal): Promise<void> {
  const { source, job, account, tally } = run;
  let counted: Promise<void> = Promise.resolve();
  const unpack = async (file: string) => {
    // What was unpacked before goes, so it must be stored by now.
    await counted;
    return unpackMailbox(file, parts.unpackDir, signal);
  };
  try {
    for await (const piece of piecesOf(walk({ source, from: job.position, unpack }))) {
      signal.throwIfAborted();
      const before = counted;
      const place = { account, folder: piece.folder };
      if (piece.items.length > 0 && !hasFolder(parts, place)) {
        await before;
        // Where this fails it is done again together with the mail, which knows what to wait for.
        await makeFolder(parts, place).catch(() => undefined);
      }
      const stored = storePiece(parts, run, piece, signal);
      counted = Promise.all([stored, before]).then(([outcome]) => {
        tally.count(piece, { ...outcome, added: outcome.added.length });
        run.report();
      });
      // Awaited here and below; until then a rejection must not count as unhandled.
      counted.catch(() => undefined);
      await before;
    }
    await counted;
  } finally {
    await Promise.allSettled([counted]);
  }
}

async function storePiece(
  parts: RunParts,
  { account, handle, tally }: Run,
  { items, folder }: Piece,
  signal: AbortSignal,
): Promise<Stored> {
  if (items.length === 0) return { added: [], known: 0, problems: [] };
  const onTrouble = (trouble: string | undefined) => handle.waitsFor(trouble);
  const owner = { id: account.id, account_id: account.account_id };
  const { added, known, problems } = await store(parts, { account: owner, folder, signal, onTrouble }, items);
  if (added.length > 0) parts.onStored(account, { added, updated: [], removed: [], announceNew: false });
  const { unpackDir } = parts;
  const named = problems.map(({ file, reason }) => ({
    file: file.startsWith(unpackDir) ? (tally.mailbox() ?? file) : file,
    reason,
  }));
  return { added, known, problems: named };
}

type Reporting = {
  account: Account;
  handle: JobHandle;
  tally: Tally;
  operation: { operation_id: string; operation: string; account_id: string };
};

/** Saves how far the import is and tells it, now or when it was last done a while ago. */
function reporter(
  { write, clock, progress, announce }: RunParts,
  { account, handle, tally, operation }: Reporting,
): (when?: 'now') => void {
  let last = Number.NEGATIVE_INFINITY;
  return (when) => {
    const now = clock.now().getTime();
    if (when === undefined && now - last < saveEvery) return;
    last = now;
    const { added, known, failed, passed_over, problems, position, done } = tally.state();
    const total = Math.max(tally.total(), done);
    write.transaction(() => {
      if (position) savePosition(write, handle.job_id, { position, passed_over, problems });
      handle.progress({ total, succeeded: added, skipped: known, failed });
    });
    const message = `Importing: ${grouped(done)} of ${grouped(total)} messages`;
    progress.set(account.id, { current: done, total, message });
    announce({ ...operation, event: 'OperationProgress', current: done, total, message });
  };
}
