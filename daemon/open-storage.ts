import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { policyOf } from './authorization.ts';
import { instantOf, systemClock, type Clock } from './base/clock.ts';
import { diskProblemOf } from './base/disk-failure.ts';
import { thisMachine } from './base/machine.ts';
import type { Log } from './base/log.ts';
import type { WorkerHandle } from './base/worker.ts';
import { backupDir } from './config/paths.ts';
import type { Config } from './config/schema/schema.ts';
import { fileFolders } from './config/file-folders.ts';
import type { LiveConfig } from './config/live-config.ts';
import type { DaemonOptions, StopReason } from './daemon-options.ts';
import type { Call } from './handler-types.ts';
import { saveConfiguredAccounts } from './mail/accounts/configured-accounts.ts';
import { openFileCache } from './mail/attachments/file-cache.ts';
import { announceRestore } from './staged-restore.ts';
import { removeUnreferencedDraftBlobs } from './mail/drafts/blobs.ts';
import { openEvents, raiseEventSeq, type Events } from './mail/events/events.ts';
import { hasBackupOf } from './mail/backups/backup-folder.ts';
import { hasIndex, openIndex } from './mail/index/index-file.ts';
import { endAbandonedJobs } from './mail/jobs/jobs.ts';
import { markSendingUnsure } from './mail/mutations/push/sync-passes.ts';
import { isSending } from './mail/outbox/outbox.ts';
import { markInterruptedSendsUnknown } from './mail/outbox/unknown-sends.ts';
import { markInterruptedUnsubscribesUnknown } from './mail/subscriptions/unsubscribes.ts';
import { openWorkers } from './open-workers.ts';
import type { ReaderCalls, ReaderSettings } from './reader-calls.ts';
import { createDenseSearch, type DenseSearch } from './mail/semantic/dense-search.ts';
import { createEmbeddingState } from './mail/semantic/embedding-state.ts';
import { createStoreGuard } from './store-guard.ts';
import { asStoreFailure, isDamage, readDamageRecord, requireMailFile } from './store/damage.ts';
import { clearDemo } from './store/demo-folder.ts';
import type { WriteDb } from './store/db.ts';
import { defaultReserveBytes, releaseReserveIfShort } from './store/disk-reserve.ts';
import { createDiskState, type DiskState } from './store/disk-state.ts';
import { acquireInstanceLock, readIdentity, removeIdentity } from './store/instance-lock.ts';
import { openActivity, openMail, openReader, storeFiles, type StoreFiles } from './store/open.ts';
import { removeDamagedDerivedFiles, setAside } from './store/renew.ts';
import { createWriteLockBuffer, priorityWriteLock } from './store/write-lock.ts';

/** Higher than any number that a log whose content is lost can have reached. */
const unknownEventSeq = 30_000_000_000;

/** Bytes of files that can be fetched again, kept for the next time. */
const maxCacheBytes = 2_000_000_000;

/** What closes the parts that were opened so far, if a later part cannot be opened. */
export type Cleanup = (() => void | Promise<void>)[];

type StorageHooks = {
  /** Stops syncing, sending and all other background work. */
  stopBackground: () => void;
  requestStop: (reason: StopReason) => void;
};

/** The stores, their events, the disk under them and the worker threads. */
export type Storage = Awaited<ReturnType<typeof openStorage>>;

/**
 * Opens the store, its events and the worker threads. Damage of mail.db that is already known leaves it readable. Throws
 * Failure `already_running`, `database_newer`, `disk_full`, `not_a_demo`, `store_damaged`, `store_missing`,
 * `store_unreadable`; then nothing is left running.
 */
export async function openStorage(options: DaemonOptions, hooks: StorageHooks, cleanup: Cleanup) {
  const { paths, config, log, version, machine = thisMachine, zone } = options;
  const folder = lockFolder(options, cleanup);
  const { clock, disk, lastIdentity, lock, damage } = folder;
  const stores = await openStores(folder, options);
  const { mail, activity } = stores;
  cleanup.push(activity.close, mail.close);
  if (!damage) {
    saveAtStart(disk, () => mail.transaction(() => saveConfiguredAccounts(mail, config, log)));
    saveAtStart(disk, () => settleAfterStop({ db: mail, clock }));
  }
  if (!lock.isDescribed) saveAtStart(disk, lock.describe);
  const events = openEvents({ db: activity, clock, log });
  cleanup.push(events.close);
  disk.onChange(() => void (disk.problem() ?? events.flush()));
  // What was to be announced in the moment of a crash is lost, and clients come back that saw all before it.
  if (lastIdentity) events.announce({ event: 'EventsLagged', skipped: 1 });
  const { announce } = events;
  const { workers, read, storeGuard } = await openThreads({ ...folder, ...stores, announce }, options, {
    hooks,
    cleanup,
  });
  saveAtStart(disk, () => announceRestore(paths.dataDir, { db: mail, clock, events, log }));
  const folders = fileFolders(paths, () => config.current);
  const embedding = createEmbeddingState();
  const { embedder, vectors } = workers;
  const denseSearch = createDenseSearch({
    read,
    clock: folder.clock,
    settings: () => config.current.search.semantic,
    progress: () => embedding.progress,
    embedQuery: (query) => embedder.ask('embedQuery', query),
    closest: (request) => vectors.ask('closest', request),
    similar: (request) => vectors.ask('similar', request),
  });
  return {
    ...folder,
    ...stores,
    paths,
    config,
    log,
    version,
    machine,
    zone,
    folders,
    read,
    events,
    announce,
    workers,
    storeGuard,
    isUnclean: lastIdentity !== undefined,
    cache: openFileCache({ db: mail, clock, dir: folders.attachments, maxBytes: maxCacheBytes }),
    modelsDir: modelsDirOf(folder.files),
    embedding,
    runOnReader: readerDispatch({ reader: workers.reader, clock, config, denseSearch }),
    policy: () => policyOf(config),
    /** Once nothing asks any more. */
    async close() {
      read.close();
      // Writers close last: only they can fold the write-ahead logs back into their files.
      await workers.stopWriters();
      events.close();
      mail.close();
      activity.close();
      try {
        removeIdentity(paths.dataDir);
      } catch (failed) {
        log.warn({ err: failed }, 'the file that describes this process could not be removed');
      }
      lock.release();
    },
  };
}

type LockedFolder = ReturnType<typeof lockFolder>;

/** Takes the folder of the data for this process, and finds out what its disk and its last use say. */
function lockFolder(options: DaemonOptions, cleanup: Cleanup) {
  const { paths, log, isDemo = false, clock = systemClock } = options;
  const started = clock.now();
  const reserveBytes = options.reserveBytes ?? defaultReserveBytes;
  const isSpaceShort = releaseReserveIfShort(paths.dataDir, reserveBytes);
  const files = storeFiles(paths.dataDir);
  const initial = isSpaceShort ? 'disk_full' : undefined;
  const disk = createDiskState({ folder: paths.dataDir, clock, log, reserveBytes, initial });
  const lastIdentity = readIdentity(paths.dataDir);
  const lock = acquireInstanceLock(paths.dataDir, {
    instance: paths.instance,
    pid: process.pid,
    started_at: instantOf(started),
    is_demo: isDemo,
    has_mail: existsSync(files.mail),
  });
  cleanup.push(lock.release);
  const damage = isDemo ? undefined : readDamageRecord(paths.dataDir);
  return { isDemo, clock, started, files, disk, lastIdentity, lock, damage };
}

type ThreadsOptions = LockedFolder & Stores & Pick<Events, 'announce'>;

/** Starts the worker threads and the guard of the store, and opens the connection that reads. */
async function openThreads(
  { files, clock, disk, damage, lastIdentity, mail, writeLockBuffer, announce }: ThreadsOptions,
  { paths: { dataDir, logFile }, zone, openWorkerProcess: openProcess, maxEmbedderSilenceMs, log }: DaemonOptions,
  { hooks: { stopBackground, requestStop }, cleanup }: { hooks: StorageHooks; cleanup: Cleanup },
) {
  const isUnclean = lastIdentity !== undefined;
  const common = { files, writeLockBuffer, clock, log, announce };
  const modelsDir = modelsDirOf(files);
  const process = { openProcess, maxEmbedderSilenceMs };
  const workers = openWorkers({ ...common, ...process, modelsDir, isUnclean, zone, logFile, db: mail, disk });
  const storeGuard = createStoreGuard({
    ...common,
    dataDir,
    known: damage,
    stopBackground,
    restart: () => void restartAfterSends(() => isSending(read), { clock, requestStop }),
    // An embedder works for hours, and what it has not stored is computed again.
    isIdle: () =>
      !isSending(read) && workers.health().every(({ name, waiting }) => waiting === 0 || name === 'embedder'),
  });
  cleanup.push(workers.stopAll);
  workers.onFailure(storeGuard.report);
  // Readers are opened on an index that stays: where there is none to go on with, the worker makes one first.
  if (!hasIndex(files.index)) {
    if (damage) openIndex(files.index).db.close();
    else await workers.indexer.ask('ready', undefined);
  }
  const read = openReader(files);
  cleanup.push(read.close);
  return { workers, storeGuard, read };
}

type Stores = Awaited<ReturnType<typeof openStores>>;

async function openStores(
  { isDemo, files, disk, lastIdentity }: LockedFolder,
  { paths, config, log }: Pick<DaemonOptions, 'paths' | 'config' | 'log'>,
) {
  const { dataDir } = paths;
  if (isDemo) {
    clearDemo(dataDir);
    storeFiles(dataDir);
  }
  for (const file of removeDamagedDerivedFiles(dataDir)) log.warn({ file }, 'a damaged derived database is made anew');
  // A demo starts anew, whatever an earlier one has left.
  if (!isDemo) requireMailFile(files, () => lastIdentity?.has_mail === true || hasBackups(paths, config.current));
  const writeLockBuffer = createWriteLockBuffer();
  const mail = await openMail(files.mail, priorityWriteLock(writeLockBuffer), disk).catch((failed: unknown) => {
    throw asStoreFailure(failed);
  });
  const activity = await openActivityOrNew(files, { dataDir, log, disk }).catch((failed: unknown) => {
    mail.close();
    throw failed;
  });
  return { mail, activity, writeLockBuffer };
}

/** A damaged activity log must not prevent the start: it is set aside, and a new one continues with higher numbers. */
async function openActivityOrNew(
  { activity }: StoreFiles,
  { dataDir, log, disk }: { dataDir: string; log: Log; disk: DiskState },
) {
  const isNew = !existsSync(activity) && existsSync(`${activity}.damaged`);
  try {
    const db = await openActivity(activity, disk);
    if (isNew) raiseEventSeq(db, unknownEventSeq);
    return db;
  } catch (failed) {
    if (!isDamage(failed)) throw failed;
    log.error({ err: failed }, 'the activity log is damaged; it is set aside, and a new one is made');
    setAside(dataDir, 'activity');
    const db = await openActivity(activity, disk);
    raiseEventSeq(db, unknownEventSeq);
    return db;
  }
}

function hasBackups(paths: DaemonOptions['paths'], config: Config): boolean {
  const { instance, dataDir, configDir = dataDir, home = dataDir } = paths;
  return hasBackupOf(backupDir({ home, configDir, dataDir }, config), instance);
}

/** A restart in the middle of a send would leave its outcome unknown. */
async function restartAfterSends(
  isBusy: () => boolean,
  { clock, requestStop }: { clock: Clock; requestStop: StorageHooks['requestStop'] },
): Promise<void> {
  for (let polls = 0; polls < maxSendPolls && isBusy(); polls++) await clock.wait(sendPollMs);
  requestStop('restart');
}

const sendPollMs = 500;
const maxSendPolls = 120;

/** Writes something that a start writes. Where the disk cannot store it, that follows before any background work begins. */
function saveAtStart(disk: DiskState, save: () => void): void {
  try {
    save();
  } catch (failed) {
    if (diskProblemOf(failed) === undefined) throw failed;
    disk.onWriteFailure(failed);
    disk.beforeResume(save);
  }
}

/** Settles what the last process began and did not finish. */
function settleAfterStop({ db, clock }: { db: WriteDb; clock: Clock }): void {
  endAbandonedJobs({ db, clock });
  markSendingUnsure(db);
  markInterruptedSendsUnknown(db);
  removeUnreferencedDraftBlobs(db);
  markInterruptedUnsubscribesUnknown(db, instantOf(clock.now()));
}

/** Runs a request on the reader worker, which gives its reply as JSON. */
type RunOnReader = (name: string, input: unknown, call: Pick<Call, 'caller' | 'accounts'>) => Promise<string>;

function readerDispatch({
  reader,
  clock,
  config,
  denseSearch,
}: {
  reader: Pick<WorkerHandle<ReaderCalls>, 'ask'>;
  clock: Clock;
  config: LiveConfig;
  denseSearch: DenseSearch;
}): RunOnReader {
  const request = (name: string, input: unknown, call: Pick<Call, 'caller' | 'accounts'>) => ({
    name,
    input,
    call,
    now: clock.now().getTime(),
    settings: settingsOf(config.current),
  });
  return async (name, input, call) => {
    if (name === 'search.similar') {
      const dense = await denseSearch.similar((input as { message_id: string }).message_id, call.accounts);
      return reader.ask('run', { ...request(name, input, call), dense });
    }
    if (name !== 'search.find' || modeOf(input as FindInput, config) === 'lexical')
      return reader.ask('run', request(name, input, call));
    const dense = await denseSearch.find((input as FindInput).q, accountsOf(input as FindInput, call.accounts));
    return reader.ask('run', { ...request(name, input, call), dense });
  };
}

type FindInput = { q: string; mode?: Config['search']['default_mode']; account_id?: string };

function modeOf({ mode }: FindInput, config: LiveConfig) {
  return mode ?? config.current.search.default_mode;
}

function accountsOf({ account_id }: FindInput, accounts: Call['accounts']): Call['accounts'] {
  return account_id === undefined ? accounts : accounts.filter((each) => each.account_id === account_id.toLowerCase());
}

function modelsDirOf({ mail }: Pick<StoreFiles, 'mail'>): string {
  return join(dirname(mail), 'models');
}

function settingsOf({ search, authentication, screener }: Config): ReaderSettings {
  return { ...search, forwarders: authentication.forwarders, isScreening: screener.enabled };
}
