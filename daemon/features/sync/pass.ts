import { formatInteger } from '../../base/numbers.ts';
import { instantOf } from '../../base/clock.ts';
import { timeId } from '../../base/ids.ts';
import type { Announcement } from '../../contract/events.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { forgetServerState } from '../../mail/accounts/server-state.ts';
import type { IngestBatch, PassEnd } from '../../mail/ingest/ingest.ts';
import type { IngestResult } from '../../mail/ingest/ingest-pass.ts';
import { startJob } from '../../mail/jobs/jobs.ts';
import { folderLabel, labelName } from '../../mail/labels/labels.ts';
import {
  cursorsOf,
  recordSyncAttempt,
  recordSyncStall,
  recordSyncSuccess,
  syncRecord,
} from '../../mail/accounts/sync-status.ts';
import type { SyncProgress } from '../../mail/accounts/sync-progress.ts';
import {
  ProviderError,
  type ChangeBatch,
  type Provider,
  type RemoteFolder,
  type Withheld,
} from '../../providers/provider.ts';
import { recordFailure, type FailureDeps, type PassFailure } from './failure.ts';
import { fetchMessages } from './fetch-messages.ts';
import { createIngestPipeline, type IngestPipelineDeps } from './ingest-pipeline.ts';
import { newMailFilter } from './new-mail.ts';
import { countMissing, missingMessages } from './store.ts';

export type PassDeps = Omit<IngestPipelineDeps, 'onStored'> &
  FailureDeps & {
    progress: SyncProgress;
    announce: (announcement: Announcement) => void;
    saveFolders: (list: { account: IngestBatch['account']; folders: RemoteFolder[] }) => Promise<IngestResult>;
    finishPass: (ended: PassEnd) => Promise<IngestResult>;
    onStored: (
      account: Account,
      stored: { added: number[]; updated: number[]; removed: string[]; announceNew: boolean },
    ) => void;
  };

/** The result of a pass: success, or a failure that states when to retry. */
type PassResult = { ok: true } | PassFailure;

/** The account of a pass; `wasPasswordAccepted`: the server accepted the password before. */
type PassTask = { account: Account; open: () => Promise<Provider>; wasPasswordAccepted: boolean };

/** The interval in which the job of a first sync stores its progress, in milliseconds. */
const jobNoteIntervalMs = 1_000;

/**
 * One sync pass of one account, from the folder list to the last batch. Announces its start, its progress and, on success
 * and failure, its end. Never throws for server or network failures; only for bugs. A signal that aborts with a
 * ProviderError fails the pass with it.
 */
export async function syncPass(
  deps: PassDeps,
  { account, open, wasPasswordAccepted }: PassTask,
  signal: AbortSignal,
): Promise<PassResult> {
  const { clock, write, read, announce, progress } = deps;
  const isFirst = !syncRecord(read, account.id)?.first_pass_done;
  const operation = { operation_id: timeId(clock.now()), operation: 'sync', account_id: account.account_id };
  const job = isFirst ? startJob({ db: write, clock }, { kind: 'sync.first', accounts: [account] }) : undefined;
  const number = recordSyncAttempt(write, account.id, instantOf(clock.now()));
  announce({ event: 'SyncStarted', account_id: account.account_id, account_name: account.name });
  const opening = `Checking ${account.name} for new mail`;
  announce({ ...operation, event: 'OperationStarted', message: opening });
  progress.set(account.id, { current: 0, total: 0, message: opening });

  let jobNoted = performance.now();
  let notedState = '';
  const noteJob = ({ total, current }: { total: number; current: number }) => {
    jobNoted = performance.now();
    const state = `${current} of ${total}`;
    if (state !== notedState) job?.progress({ total, succeeded: current });
    notedState = state;
  };
  const meter = progressMeter(account, (state) => {
    progress.set(account.id, state);
    announce({ ...operation, event: 'OperationProgress', ...state });
    // Each update waits for the disk.
    if (state.current === state.total || performance.now() - jobNoted > jobNoteIntervalMs) noteJob(state);
  });
  const onStall = (error: string) => {
    progress.markStalled(account.id);
    recordSyncStall(write, account.id, error);
    announce({ event: 'SyncError', account_id: account.account_id, error });
  };
  let hasStoredMail = false;
  const onStored: PassDeps['onStored'] = (owner, stored) => {
    hasStoredMail ||= stored.added.length > 0;
    deps.onStored(owner, stored);
  };
  try {
    const provider = observe(await open(), { onStall, onAdvance: () => progress.advance(account.id) });
    const {
      count,
      trouble: error,
      notice,
    } = await runPass({ ...deps, onStored }, { account, provider, signal, number }, meter);
    progress.delete(account.id);
    progress.setNotice(account.id, notice);
    recordSyncSuccess(write, account.id, { at: instantOf(clock.now()), count, trouble: error });
    job?.finish();
    announce({ event: 'SyncCompleted', account_id: account.account_id, messages_synced: count });
    announce({ ...operation, event: 'OperationCompleted', message: `${account.name} is synced` });
    const outcome = error === undefined ? { ok: true } : { ok: false, error };
    announce({ event: 'SyncFinished', account_id: account.account_id, messages_synced: count, ...outcome });
    return { ok: true };
  } catch (failed) {
    progress.delete(account.id);
    // Aborted because Posthorn stops: the next start continues from the cursors, and nothing has failed.
    if (signal.aborted && !(signal.reason instanceof ProviderError)) return { ok: true };
    const reason = signal.aborted ? signal.reason : failed;
    const result = recordFailure(deps, { account, wasPasswordAccepted, hasStoredMail }, reason);
    const { error } = result;
    job?.finish(error);
    announce({ event: 'SyncError', account_id: account.account_id, error });
    announce({ ...operation, event: 'OperationFailed', error, retryable: result.reason !== 'auth' });
    announce({ event: 'SyncFinished', account_id: account.account_id, ok: false, messages_synced: 0, error });
    return result;
  }
}

/** The methods of a provider that a pass uses. */
type PassProvider = Pick<Provider, 'folders' | 'changes' | 'sources'> & Required<Pick<Provider, 'isVoid'>>;

/** Reports what a provider receives, and when its server stops answering. */
function observe(
  provider: Provider,
  { onStall, onAdvance }: { onStall: (message: string) => void; onAdvance: () => void },
): PassProvider {
  async function* observed<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const item of items) {
      onAdvance();
      yield item;
    }
  }
  return {
    isVoid: (cursors) => provider.isVoid?.(cursors) ?? false,
    folders: (signal) => provider.folders(signal),
    changes: (cursors, signal) => observed(provider.changes(cursors, signal, onStall)),
    sources: (requests, signal, onKnownStall = onStall) => observed(provider.sources(requests, signal, onKnownStall)),
  };
}

type RunPassTask = { account: Account; provider: PassProvider; signal: AbortSignal; number: number };

/**
 * `trouble` reports failures of single folders, while the others are in sync; `notice` what the server withheld of the
 * folders that are.
 */
type PassOutcome = { count: number; trouble?: string; notice?: string };

async function runPass(deps: PassDeps, task: RunPassTask, meter: (batch: ChangeBatch) => void): Promise<PassOutcome> {
  const { account, provider, signal } = task;
  const before = syncRecord(deps.read, account.id);
  const pipelineDeps: IngestPipelineDeps = {
    ...deps,
    onStored: (outcome, live) => deps.onStored(account, { ...outcome, announceNew: live }),
  };
  await refreshFolders(deps, task);
  if (provider.isVoid(cursorsOf(deps.read, account.id))) forgetServerState(deps.write, account.id);
  const retriedArrivals = missingMessages(deps.read, account.id, instantOf(deps.clock.now()));
  const pass = timeId(deps.clock.now());
  const pipeline = createIngestPipeline(pipelineDeps, task, pass);
  const troubleByStream = new Map<string, string>();
  const notices: string[] = [];
  let isFolderGone = false;
  try {
    for await (const batch of provider.changes(cursorsOf(deps.read, account.id), signal)) {
      if (batch.error)
        troubleByStream.set(
          batch.stream,
          `Couldn’t sync the folder ${folderNameOf(deps, task, batch)}: ${batch.error}`,
        );
      if (batch.withheld) notices.push(...withheldNotices(folderNameOf(deps, task, batch), batch.withheld));
      isFolderGone ||= batch.reset?.uidvalidity === 0;
      await ensureFoldersKnown(deps, task, batch);
      await pipeline.add(batch, { isNewMail: newMailFilter(batch, before), onSettled: () => meter(batch) });
    }
  } finally {
    // Messages fetched before the connection was lost are stored before the next pass reads the cursors.
    await pipeline.settled();
  }
  const fetched = await pipeline.finish();
  // After everything else, because the server may stop answering again. It is known already that it does.
  const quietly = { ...task, provider: { ...provider, sources: quietSources(provider) } };
  const retried = await fetchMessages(pipelineDeps, quietly, retriedArrivals, { live: false });
  await retried.stored;
  const count = retried.fetched + fetched;
  signal.throwIfAborted();
  const owner = { id: account.id, account_id: account.account_id };
  const outcome = await deps.finishPass({
    account: owner,
    pass,
    number: task.number,
    except: [...troubleByStream.keys()],
  });
  pipelineDeps.onStored(outcome, false);
  // A folder that contained mail was kept until now.
  if (isFolderGone) await refreshFolders(deps, task);
  const missing = countMissing(deps.read, account.id);
  if (missing > 0)
    deps.log.warn(
      { account: account.account_id, missing },
      'the server did not hand out some messages; they are asked for again',
    );
  const [first, ...others] = troubleByStream.values();
  const notice = notices.join(' ');
  if (first === undefined) return { count, ...(notice && { notice }) };
  return {
    count,
    ...(notice && { notice }),
    trouble: others.length === 0 ? first : `${first} (${others.length} more couldn’t be synced either.)`,
  };
}

function quietSources(provider: PassProvider): PassProvider['sources'] {
  return (requests, signal) => provider.sources(requests, signal, () => undefined);
}

function withheldNotices(folder: string, { messages, flags }: Withheld): string[] {
  const count = (number: number) => `${formatInteger(number)} message${number === 1 ? '' : 's'} in ${folder}`;
  return [
    ...(messages > 0
      ? [`${count(messages)} can’t be downloaded, because the server counts more messages than it lists.`]
      : []),
    ...(flags > 0
      ? [`${count(flags)} may be shown as unread: the server doesn’t report the state in a readable way.`]
      : []),
  ];
}

/** The display name of a batch's folder. */
function folderNameOf({ read }: PassDeps, { account }: RunPassTask, { stream }: ChangeBatch): string {
  const label = folderLabel(read, account.id, stream);
  return labelName(read, label) ?? stream;
}

async function refreshFolders(deps: PassDeps, { account, provider, signal }: RunPassTask): Promise<void> {
  const folders = await provider.folders(signal);
  const owner = { id: account.id, account_id: account.account_id };
  const outcome = await deps.saveFolders({ account: owner, folders });
  deps.onStored(account, { ...outcome, announceNew: false });
}

/**
 * A folder created after the folder list was read has mail without a known folder: reads the list again. Throws
 * ProviderError `protocol` if the server still does not list it, so that the cursor stays before that mail.
 */
async function ensureFoldersKnown(deps: PassDeps, task: RunPassTask, { arrivals }: ChangeBatch): Promise<void> {
  const unknown = () =>
    arrivals.find(({ folder }) => folderLabel(deps.read, task.account.id, folder) === undefined)?.folder;
  if (unknown() === undefined) return;
  await refreshFolders(deps, task);
  const folder = unknown();
  if (folder === undefined) return;
  throw new ProviderError(
    'protocol',
    `The server has mail in the folder ${folder} that it doesn’t list. Posthorn asks for it again.`,
  );
}

/** Sums the progress of the folders. */
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
      message: `Syncing ${account.name}: ${formatInteger(current)} of ${formatInteger(total)} messages`,
    });
  };
}
