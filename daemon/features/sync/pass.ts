import { grouped } from '../../base/numbers.ts';
import { instantOf } from '../../base/clock.ts';
import { timeId } from '../../base/ids.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Account } from '../../mail/accounts.ts';
import type { IngestBatch, PassEnd } from '../../mail/ingest.ts';
import type { IngestOutcome } from '../../mail/ingest-pass.ts';
import { startJob } from '../../mail/jobs.ts';
import { folderLabel, labelName } from '../../mail/labels.ts';
import { cursorsOf, noteAttempt, noteSuccess, syncRecord, type SyncProgress } from '../../mail/sync-state.ts';
import { ProviderError, type ChangeBatch, type Provider, type RemoteFolder } from '../../providers/provider.ts';
import { failedWith, type FailureParts, type PassFailure } from './failure.ts';
import { fetchMessages } from './fetching.ts';
import { intakeOf, type IntakeParts } from './intake.ts';
import { newsIn } from './news.ts';
import { countMissing, missingMessages } from './store.ts';

export type PassParts = Omit<IntakeParts, 'onStored'> &
  FailureParts & {
    progress: SyncProgress;
    announce: (announcement: Announcement) => void;
    saveFolders: (list: { account: IngestBatch['account']; folders: RemoteFolder[] }) => Promise<IngestOutcome>;
    finishPass: (ended: PassEnd) => Promise<IngestOutcome>;
    onStored: (
      account: Account,
      stored: { added: number[]; updated: number[]; removed: string[]; announceNew: boolean },
    ) => void;
  };

/** How a pass ended: well, or with a reason that says when to try again. */
export type PassResult = { ok: true } | PassFailure;

/** What a pass is of; `tookPassword` tells that the server took the password before. */
export type PassTask = { account: Account; open: () => Promise<Provider>; tookPassword: boolean };

/** How often the job of a first sync notes how far it is, in milliseconds. */
const jobNoteEvery = 1_000;

/**
 * One sync of one account, from the folder list to the last batch. Announces its start, its progress and, however it
 * went, its end. Never throws for what a server or network does; only for bugs. A signal that aborts with a ProviderError
 * fails the pass with it.
 */
export async function syncPass(
  parts: PassParts,
  { account, open, tookPassword }: PassTask,
  signal: AbortSignal,
): Promise<PassResult> {
  const { clock, write, read, announce, progress } = parts;
  const isFirst = !syncRecord(read, account.id)?.first_pass_done;
  const operation = { operation_id: timeId(clock.now()), operation: 'sync', account_id: account.account_id };
  const job = isFirst ? startJob({ db: write, clock }, { kind: 'sync.first', account: account.id }) : undefined;
  const number = noteAttempt(write, account.id, instantOf(clock.now()));
  announce({ event: 'SyncStarted', account_id: account.account_id, account_name: account.name });
  const opening = `Checking ${account.name} for new mail`;
  announce({ ...operation, event: 'OperationStarted', message: opening });
  progress.set(account.id, { current: 0, total: 0, message: opening });

  let jobNoted = performance.now();
  const noteJob = ({ total, current }: { total: number; current: number }) => {
    jobNoted = performance.now();
    job?.progress({ total, succeeded: current });
  };
  const meter = progressMeter(account, (state) => {
    progress.set(account.id, state);
    announce({ ...operation, event: 'OperationProgress', ...state });
    // Each note waits for the disk.
    if (state.current === state.total || performance.now() - jobNoted > jobNoteEvery) noteJob(state);
  });
  try {
    const { count, trouble } = await carryOut(parts, { account, provider: await open(), signal, number }, meter);
    progress.delete(account.id);
    noteSuccess(write, account.id, { at: instantOf(clock.now()), count, trouble });
    job?.finish();
    announce({ event: 'SyncCompleted', account_id: account.account_id, messages_synced: count });
    announce({ ...operation, event: 'OperationCompleted', message: `${account.name} is synced` });
    const outcome = trouble === undefined ? { ok: true } : { ok: false, error: trouble };
    announce({ event: 'SyncFinished', account_id: account.account_id, messages_synced: count, ...outcome });
    return { ok: true };
  } catch (failed) {
    progress.delete(account.id);
    // Broken off because Posthorn stops: the next start goes on from the cursors, and nothing has failed.
    if (signal.aborted && !(signal.reason instanceof ProviderError)) return { ok: true };
    const result = failedWith(parts, { account, tookPassword }, signal.aborted ? signal.reason : failed);
    const { error } = result;
    job?.finish(error);
    announce({ event: 'SyncError', account_id: account.account_id, error });
    announce({ ...operation, event: 'OperationFailed', error, retryable: result.reason !== 'auth' });
    announce({ event: 'SyncFinished', account_id: account.account_id, ok: false, messages_synced: 0, error });
    return result;
  }
}

type Task = { account: Account; provider: Provider; signal: AbortSignal; number: number };

/** `trouble` is what is wrong with single folders, while the others are in sync. */
type Carried = { count: number; trouble?: string };

async function carryOut(parts: PassParts, task: Task, meter: (batch: ChangeBatch) => void): Promise<Carried> {
  const { account, provider, signal } = task;
  const before = syncRecord(parts.read, account.id);
  const intakeParts: IntakeParts = {
    ...parts,
    onStored: (outcome, live) => parts.onStored(account, { ...outcome, announceNew: live }),
  };
  await takeFolders(parts, task);
  const missed = missingMessages(parts.read, account.id, instantOf(parts.clock.now()));
  const late = await fetchMessages(intakeParts, task, missed, { live: false });
  await late.stored;
  const pass = timeId(parts.clock.now());
  const intake = intakeOf(intakeParts, task, pass);
  const troubled = new Map<string, string>();
  let isFolderGone = false;
  try {
    for await (const batch of provider.changes(cursorsOf(parts.read, account.id), signal)) {
      if (batch.trouble)
        troubled.set(batch.stream, `The folder ${nameOf(parts, task, batch)} could not be synced: ${batch.trouble}`);
      isFolderGone ||= batch.reset?.uidvalidity === 0;
      await knowFolders(parts, task, batch);
      await intake.take(batch, { isNews: newsIn(batch, before), onSettled: () => meter(batch) });
    }
  } finally {
    // What was fetched before the line broke is stored before the next pass reads where to go on.
    await intake.settled();
  }
  const count = late.fetched + (await intake.finish());
  signal.throwIfAborted();
  const owner = { id: account.id, account_id: account.account_id };
  const outcome = await parts.finishPass({ account: owner, pass, number: task.number, except: [...troubled.keys()] });
  intakeParts.onStored(outcome, false);
  // A folder in which mail lay was kept until now.
  if (isFolderGone) await takeFolders(parts, task);
  const missing = countMissing(parts.read, account.id);
  if (missing > 0)
    parts.log.warn(
      { account: account.account_id, missing },
      'the server did not hand out some messages; they are asked for again',
    );
  const [first, ...others] = troubled.values();
  if (first === undefined) return { count };
  return {
    count,
    trouble: others.length === 0 ? first : `${first} (${others.length} more could not be synced either.)`,
  };
}

/** What people call the folder a batch is of. */
function nameOf({ read }: PassParts, { account }: Task, { stream }: ChangeBatch): string {
  const label = folderLabel(read, account.id, stream);
  return labelName(read, label) ?? stream;
}

async function takeFolders(parts: PassParts, { account, provider, signal }: Task): Promise<void> {
  const folders = await provider.folders(signal);
  const owner = { id: account.id, account_id: account.account_id };
  const outcome = await parts.saveFolders({ account: owner, folders });
  parts.onStored(account, { ...outcome, announceNew: false });
}

/**
 * A folder made since the list was taken brings mail nobody has a place for: the list is taken again. Throws
 * ProviderError `protocol` where the server does not list it then either, so that the cursor stays before that mail.
 */
async function knowFolders(parts: PassParts, task: Task, { arrivals }: ChangeBatch): Promise<void> {
  const unknown = () =>
    arrivals.find(({ folder }) => folderLabel(parts.read, task.account.id, folder) === undefined)?.folder;
  if (unknown() === undefined) return;
  await takeFolders(parts, task);
  const folder = unknown();
  if (folder === undefined) return;
  throw new ProviderError(
    'protocol',
    `The server has mail in the folder ${folder}, which it does not list. It is asked for again.`,
  );
}

/** Adds up how far the folders are. */
function progressMeter(account: Account, report: (state: { current: number; total: number; message: string }) => void) {
  const streams = new Map<string, { current: number; total: number }>();
  return ({ stream, progress }: ChangeBatch) => {
    if (!progress) return;
    streams.set(stream, progress);
    const sum = (of: 'current' | 'total') => [...streams.values()].reduce((total, each) => total + each[of], 0);
    const [current, total] = [sum('current'), sum('total')];
    report({
      current,
      total,
      message: `Syncing ${account.name}: ${grouped(current)} of ${grouped(total)} messages`,
    });
  };
}
