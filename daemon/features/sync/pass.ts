import { instantOf, type Clock } from '../../base/clock.ts';
import { reasonOf } from '../../base/failure.ts';
import { timeId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { backoff } from '../../base/loop.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Account } from '../../mail/accounts.ts';
import { startJob } from '../../mail/jobs.ts';
import { folderLabel } from '../../mail/labels.ts';
import {
  cursorsOf,
  noteAttempt,
  noteFailure,
  noteSuccess,
  syncRecord,
  type SyncProgress,
} from '../../mail/sync-state.ts';
import {
  ProviderError,
  type ChangeBatch,
  type Provider,
  type RemoteFolder,
  type TroubleReason,
} from '../../providers/provider.ts';
import { fetchAndStore, takeIn, type IntakeParts } from './intake.ts';
import { countMissing, missingMessages } from './store.ts';

export type PassParts = Omit<IntakeParts, 'onStored'> & {
  clock: Clock;
  log: Log;
  progress: SyncProgress;
  announce: (announcement: Announcement) => void;
  saveFolders: (input: { account: Pick<Account, 'id' | 'account_id'>; folders: RemoteFolder[] }) => Promise<void>;
  onStored: (
    account: Account,
    stored: { added: number[]; updated: number[]; removed: string[]; announceNew: boolean },
  ) => void;
};

/** How a pass ended: well, or with a reason that says when to try again. */
export type PassResult = { ok: true } | { ok: false; reason: TroubleReason; retryInMs: number };

/**
 * One sync of one account, from the folder list to the last batch. Announces its start, its progress and, however it
 * went, its end. Never throws for what a server or network does; only for bugs.
 */
export async function syncPass(
  parts: PassParts,
  account: Account,
  open: () => Promise<Provider>,
  signal: AbortSignal,
): Promise<PassResult> {
  const { clock, write, read, announce, progress } = parts;
  const isFirst = !syncRecord(read, account.id)?.first_pass_done;
  const operation = { operation_id: timeId(clock.now()), operation: 'sync', account_id: account.account_id };
  const job = isFirst ? startJob({ db: write, clock }, { kind: 'sync.first', account: account.id }) : undefined;
  noteAttempt(write, account.id, instantOf(clock.now()));
  announce({ event: 'SyncStarted', account_id: account.account_id, account_name: account.name });
  const opening = `Checking ${account.name} for new mail`;
  announce({ ...operation, event: 'OperationStarted', message: opening });
  progress.set(account.id, { current: 0, total: null, message: opening });

  const meter = progressMeter(account, (state) => {
    progress.set(account.id, state);
    announce({ ...operation, event: 'OperationProgress', ...state });
    job?.progress({ total: state.total ?? 0, succeeded: state.current });
  });
  try {
    const count = await carryOut(parts, { account, provider: await open(), signal }, meter);
    progress.delete(account.id);
    noteSuccess(write, account.id, { at: instantOf(clock.now()), count });
    job?.finish();
    announce({ event: 'SyncCompleted', account_id: account.account_id, messages_synced: count });
    announce({ ...operation, event: 'OperationCompleted', message: `${account.name} is synced` });
    announce({ event: 'SyncFinished', account_id: account.account_id, ok: true, messages_synced: count });
    return { ok: true };
  } catch (failed) {
    progress.delete(account.id);
    // Broken off because Posthorn stops: the next start goes on from the cursors, and nothing has failed.
    if (signal.aborted) return { ok: true };
    const result = failedWith(parts, account, failed);
    const error = sentenceFor(failed);
    job?.finish(error);
    announce({ event: 'SyncError', account_id: account.account_id, error });
    announce({ ...operation, event: 'OperationFailed', error, retryable: result.reason !== 'auth' });
    announce({ event: 'SyncFinished', account_id: account.account_id, ok: false, messages_synced: 0, error });
    return result;
  }
}

type Task = { account: Account; provider: Provider; signal: AbortSignal };

async function carryOut(parts: PassParts, task: Task, meter: (batch: ChangeBatch) => void): Promise<number> {
  const { account, provider, signal } = task;
  const intake: IntakeParts = {
    ...parts,
    onStored: (outcome, live) => parts.onStored(account, { ...outcome, announceNew: live }),
  };
  await takeFolders(parts, task);
  let count = await fetchAndStore(intake, task, missingMessages(parts.read, account.id), { live: false, signal });
  const troubled: string[] = [];
  for await (const batch of provider.changes(cursorsOf(parts.read, account.id), signal)) {
    if (batch.trouble) troubled.push(batch.trouble);
    await knowFolders(parts, task, batch);
    count += await takeIn(intake, task, batch, signal);
    meter(batch);
  }
  signal.throwIfAborted();
  const missing = countMissing(parts.read, account.id);
  if (missing > 0)
    parts.log.warn(
      { account: account.account_id, missing },
      'the server did not hand out some messages; they are asked for again',
    );
  if (troubled.length > 0)
    throw new ProviderError(
      'protocol',
      troubled.length === 1 ? `${troubled[0]}` : `${troubled.length} folders could not be synced: ${troubled[0]}`,
    );
  return count;
}

async function takeFolders({ saveFolders }: PassParts, { account, provider, signal }: Task): Promise<void> {
  const folders = await provider.folders(signal);
  await saveFolders({ account: { id: account.id, account_id: account.account_id }, folders });
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
function progressMeter(
  account: Account,
  report: (state: { current: number; total: number | null; message: string }) => void,
) {
  const streams = new Map<string, { current: number; total: number }>();
  return ({ stream, progress }: ChangeBatch) => {
    if (!progress) return;
    streams.set(stream, progress);
    const sum = (of: 'current' | 'total') => [...streams.values()].reduce((total, each) => total + each[of], 0);
    const [current, total] = [sum('current'), sum('total')];
    const number = new Intl.NumberFormat('en');
    report({
      current,
      total,
      message: `Syncing ${account.name}: ${number.format(current)} of ${number.format(total)} messages`,
    });
  };
}

/** Signing in again without being asked would only lock the account; everything else is tried again by itself. */
const waitAfterAuth = 60 * 60_000;

function failedWith(
  { write, read, clock, log }: PassParts,
  account: Account,
  failed: unknown,
): Extract<PassResult, { ok: false }> {
  const reason = failed instanceof ProviderError ? failed.reason : 'protocol';
  const failures = syncRecord(read, account.id)?.consecutive_failures ?? 0;
  const retryInMs = reason === 'auth' ? waitAfterAuth : backoff(failures + 1);
  const until = instantOf(new Date(clock.now().getTime() + retryInMs));
  noteFailure(write, account.id, { error: sentenceFor(failed), reason, until });
  log.warn(
    { account: account.account_id, reason, err: failed instanceof ProviderError ? undefined : failed },
    'a sync pass failed',
  );
  return { ok: false, reason, retryInMs };
}

function sentenceFor(failed: unknown): string {
  return failed instanceof ProviderError ? failed.message : `Syncing failed: ${reasonOf(failed)}`;
}
