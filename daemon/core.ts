import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { accountLoops, type AccountLoopGroup } from './account-loops.ts';
import { createDeferredAuthorization, profileMistakes } from './authorization.ts';
import { instantOf, systemClock, type Clock } from './base/clock.ts';
import { diskProblemOf } from './base/disk-failure.ts';
import { freeBytesOf } from './base/free-bytes.ts';
import { thisMachine } from './base/machine.ts';
import type { Log } from './base/log.ts';
import type { WorkerHandle } from './base/worker.ts';
import { backupDir } from './config/paths.ts';
import type { Config } from './config/schema/schema.ts';
import { fileFolders } from './config/file-folders.ts';
import { openKeyBindings } from './config/key-bindings/live-key-bindings.ts';
import { lastGoodCopy } from './config/last-good-copy.ts';
import type { LiveConfig } from './config/live-config.ts';
import type { DaemonOptions, StopReason } from './daemon-options.ts';
import type { Call, Dispatch } from './handler-types.ts';
import { accountConfigOf, connectionSettingsOf, saveConfiguredAccounts } from './mail/accounts/configured-accounts.ts';
import { allAccounts, type Account } from './mail/accounts/accounts.ts';
import { hasServer, isSynced } from './mail/accounts/sync-status.ts';
import { createSyncProgress } from './mail/accounts/sync-progress.ts';
import { activityRecorder } from './mail/activity/recorder.ts';
import { openFileCache } from './mail/attachments/file-cache.ts';
import { announceRestore } from './staged-restore.ts';
import { removeUnreferencedDraftBlobs } from './mail/drafts/blobs.ts';
import { forwardedFiles } from './mail/drafts/forwarded-files.ts';
import { mutationAnnouncer, storedChangesAnnouncer, type StoredChanges } from './mail/events/change-announcer.ts';
import { openEvents, raiseEventSeq } from './mail/events/events.ts';
import { hasBackupOf } from './mail/backups/backup-folder.ts';
import { hasIndex, openIndex } from './mail/index/index-file.ts';
import { endAbandonedJobs } from './mail/jobs/jobs.ts';
import { createCallerChanges } from './mail/callers/caller-changes.ts';
import { createLocalPages } from './mail/callers/local-pages.ts';
import type { MutationResult, UserAction } from './mail/mutations/apply.ts';
import { markSendingUnsure } from './mail/mutations/push/sync-passes.ts';
import { isSending } from './mail/outbox/outbox.ts';
import { createSendingService } from './mail/outbox/create-sending-service.ts';
import { markInterruptedSendsUnknown } from './mail/outbox/unknown-sends.ts';
import type { SearchPage, SearchRequest } from './mail/searches/search-request.ts';
import { createSavedCounts } from './mail/searches/saved-counts.ts';
import { createBlobRemover } from './mail/sources/blob-deletion-lock.ts';
import { markInterruptedUnsubscribesUnknown } from './mail/subscriptions/unsubscribes.ts';
import { openWorkers } from './open-workers.ts';
import { guardedFetch } from './outgoing/guarded-fetch.ts';
import type { ReaderCalls } from './reader-calls.ts';
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

export type { StoredChanges };

/** Higher than any number that a log whose content is lost can have reached. */
const unknownEventSeq = 30_000_000_000;

/** Bytes of files that can be fetched again, kept for the next time. */
const maxCacheBytes = 2_000_000_000;

/** What every feature stands on: stores, events, clock, workers, accounts, sending, and the recorder of activity. */
export type Core = Awaited<ReturnType<typeof openCore>>;

/** What the daemon adds once features are open. */
type CoreHooks = {
  dispatch: Dispatch;
  requestStop: (reason: StopReason) => void;
  accountLoops: (account: Account) => AccountLoopGroup;
  afterSync: (account: Account, stored: StoredChanges) => void;
  afterMutation: (result: MutationResult) => void;
  /** The user did something to mail. */
  onUserAction: (action: UserAction) => void;
  /** Notifications were paused or resumed. */
  onPauseChange: () => void;
  /** The user asked to try again what waits. */
  onRetry: () => void;
  /** The computer has slept. */
  onResume: () => void;
  cancelJob: (job_id: string) => boolean;
  /** Stops syncing, sending and all other background work. */
  stopBackground: () => void;
};

/**
 * Opens the core. Throws Failure `already_running`, `database_newer`, `disk_full`, `not_a_demo`, `store_damaged`,
 * `store_missing`, `store_unreadable`; then nothing is left running.
 */
export async function openCore(options: DaemonOptions, hooks: CoreHooks) {
  const cleanup: Cleanup = [];
  try {
    return await composeCore(options, hooks, cleanup);
  } catch (failed) {
    for (const undo of cleanup.toReversed()) await undo();
    throw failed;
  }
}

/** What closes the parts that were opened so far, if a later part cannot be opened. */
type Cleanup = (() => void | Promise<void>)[];

async function composeCore(options: DaemonOptions, hooks: CoreHooks, cleanup: Cleanup) {
  const storage = await openStorage(options, hooks, cleanup);
  const { config, read, mail, clock, zone, log, announce, files, workers } = storage;
  const accounts = openAccounts(storage, options, hooks);
  const { onDraft } = accounts;
  const announceStored = storedChangesAnnouncer({ read, announce });
  const announceMutation = mutationAnnouncer({ read, announce, announceStored });
  const activitySettings = () => config.current.activity;
  const isOff = (options.env ?? process.env)['SVC_ACTIVITY'] === 'off';
  const { activity } = storage;
  const recorder = activityRecorder({ activity, read, clock, log, settings: activitySettings, isOff });
  const notifySender = (account_id: string) => accounts.accountLoops.notify(account_id, 'send');
  return {
    ...hooks,
    ...storage,
    ...accounts,
    instance: storage.paths.instance,
    blobs: files.blobs,
    allAccounts: () => allAccounts(read),
    announceStored,
    activitySettings,
    recorder,
    /** To be called inside the transaction of a mutation: clients, features and servers learn of it afterwards. */
    onMutationResult: (result: MutationResult) =>
      queueMicrotask(() => {
        announceMutation(result);
        if (result.action) hooks.onUserAction(result.action);
        for (const { account_id } of result.queued) accounts.accountLoops.notify(account_id, 'push');
        hooks.afterMutation(result);
      }),
    /** Mail was stored for an account. */
    /** Finds mail on the reader worker, as the request `search.find` does. */
    async searchMail(request: SearchRequest, { caller, accounts: visible }: Pick<Call, 'caller' | 'accounts'>) {
      const page = await storage.runOnReader('search.find', request, { caller, accounts: visible });
      return JSON.parse(page) as SearchPage;
    },
    onStored(account: Account, stored: StoredChanges) {
      announceStored(account, stored);
      workers.notifyIndexer('wake');
      hooks.afterSync(account, stored);
    },
    sending: createSendingService({ read, clock, announce, config, zone, notifySender, onDraft }),
    draftFileFetcher: forwardedFiles({ ...storage, ...accounts, db: mail, blobs: files.blobs }),
    authorizeDeferred: createDeferredAuthorization({ read, policy: storage.policy }),
    removeBlobs: createBlobRemover({ db: mail, blobs: files.blobs, deletionLock: workers.hold }),
    savedCounts: createSavedCounts(clock),
    localPages: createLocalPages({ clock, announce }),
    callerChanges: createCallerChanges(),
    fetch: options.fetch ?? guardedFetch(),
    secrets: options.secrets,
    secretStorage: options.secretStorage,
    maySwitchDemo: options.maySwitchDemo ?? false,
    /** A demo starts anew each time, so there is nothing to back up. */
    automaticBackups: !storage.isDemo && (options.automaticBackups ?? true),
    closedPaths: options.closedPaths ?? [],
    freeBytes: options.freeBytes ?? freeBytesOf,
    bridge: options.bridge ?? (() => ({ url: null, trouble: null })),
    keyBindings: openKeyBindings(join(dirname(config.file), 'keys.toml'), {
      log,
      watch: options.watchKeyBindings,
      copy: lastGoodCopy(storage.paths.dataDir, 'keys.toml', log),
    }),
  };
}

/** The accounts' loops, and the way to their servers. */
function openAccounts(
  { read, clock, log, config, disk }: Awaited<ReturnType<typeof openStorage>>,
  { openProvider, openSender }: DaemonOptions,
  hooks: CoreHooks,
) {
  /** How often an account received another password: loops that run with an earlier one are restarted. */
  const passwordVersions = new Map<string, number>();
  const loops = accountLoops(
    { clock, log, disk },
    {
      make: hooks.accountLoops,
      settingsOf: (account) =>
        `${connectionSettingsOf(config, account)} ${passwordVersions.get(account.account_id) ?? 0}`,
    },
  );
  // Each account's status says why its mail is not synced.
  disk.onChange(() => {
    if (disk.problem()) for (const { account_id } of allAccounts(read)) loops.ofAccount(account_id)?.wake();
  });
  const followAccounts = () => loops.setAccounts(allAccounts(read).filter(hasServer));
  followAccounts();
  const progress = createSyncProgress({ clock, intervalMs: () => config.current.general.sync_interval * 1000 });
  for (const { id } of allAccounts(read).filter(isSynced))
    progress.set(id, { current: 0, total: 0, message: 'Syncing begins in a moment.' });
  return {
    accountLoops: loops,
    progress,
    followAccounts,
    providerOf: ({ account_id }: { account_id: string }) => loops.ofAccount(account_id)?.provider(),
    /** Requests a sync pass of an account. */
    wake: (account_id: string) => loops.ofAccount(account_id)?.wake(),
    /** The account's drafts on its server may be out of date. */
    onDraft: (account_id: string) => loops.notify(account_id, 'drafts'),
    /** An account received another password. */
    restartAccount(account_id: string) {
      passwordVersions.set(account_id, (passwordVersions.get(account_id) ?? 0) + 1);
      followAccounts();
    },
    openProvider: (account: Account) => openProvider(account.key ?? '', accountConfigOf(config, account)),
    openSender: (account: Account) => openSender(account.key ?? '', accountConfigOf(config, account)),
    configOf: (account: Account) => accountConfigOf(config, account),
  };
}

/**
 * Opens the store, its events and the worker threads. Damage of mail.db that is already known leaves it readable. Throws
 * Failure `already_running`, `database_newer`, `disk_full`, `not_a_demo`, `store_damaged`, `store_missing`,
 * `store_unreadable`; then nothing is left running.
 */
async function openStorage(
  options: DaemonOptions,
  { stopBackground, requestStop }: Pick<CoreHooks, 'stopBackground' | 'requestStop'>,
  cleanup: Cleanup,
) {
  const { paths, config, log, version, isDemo = false, clock = systemClock, machine = thisMachine, zone } = options;
  const started = clock.now();
  const reserveBytes = options.reserveBytes ?? defaultReserveBytes;
  const isSpaceShort = releaseReserveIfShort(paths.dataDir, reserveBytes);
  const files = storeFiles(paths.dataDir);
  const disk = createDiskState({
    folder: paths.dataDir,
    clock,
    log,
    reserveBytes,
    initial: isSpaceShort ? 'disk_full' : undefined,
  });
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
  const hadMail = () => lastIdentity?.has_mail === true || hasBackups(paths, config.current);
  const { mail, activity, writeLockBuffer } = await openStores(files, {
    isDemo,
    dataDir: paths.dataDir,
    hadMail,
    log,
    disk,
  });
  cleanup.push(activity.close, mail.close);
  if (!damage) {
    saveAtStart(disk, () => mail.transaction(() => saveConfiguredAccounts(mail, config, log)));
    saveAtStart(disk, () => settleAfterStop({ db: mail, clock }));
  }
  if (!lock.isDescribed) saveAtStart(disk, lock.describe);
  const events = openEvents({ db: activity, clock, log });
  cleanup.push(events.close);
  const { announce } = events;
  disk.onChange(() => void (disk.problem() ?? events.flush()));
  // What was to be announced in the moment of a crash is lost, and clients come back that saw all before it.
  if (lastIdentity) announce({ event: 'EventsLagged', skipped: 1 });
  const isUnclean = lastIdentity !== undefined;
  const workers = openWorkers({
    files,
    isUnclean,
    writeLockBuffer,
    zone,
    logFile: paths.logFile,
    db: mail,
    clock,
    disk,
    announce,
    log,
  });
  const storeGuard = createStoreGuard({
    dataDir: paths.dataDir,
    files,
    known: damage,
    writeLockBuffer,
    clock,
    log,
    announce,
    stopBackground,
    restart: () => void restartAfterSends(() => isSending(read), { clock, requestStop }),
    isIdle: () => !isSending(read) && workers.health().every(({ waiting }) => waiting === 0),
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
  saveAtStart(disk, () => announceRestore(paths.dataDir, { db: mail, clock, events, log }));
  const folders = fileFolders(paths, () => config.current);
  return {
    paths,
    config,
    log,
    version,
    isDemo,
    clock,
    machine,
    zone,
    started,
    isUnclean,
    disk,
    files,
    folders,
    mail,
    activity,
    read,
    events,
    announce,
    workers,
    storeGuard,
    cache: openFileCache({ db: mail, clock, dir: folders.attachments, maxBytes: maxCacheBytes }),
    runOnReader: readerDispatch({ reader: workers.reader, clock, config }),
    policy: () => ({
      general: config.current.general.safety_policy,
      profiles: config.current.agents.profiles,
      mistakes: profileMistakes(config.notes),
    }),
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

type StoreOptions = { isDemo: boolean; dataDir: string; hadMail: () => boolean; log: Log; disk: DiskState };

async function openStores(files: StoreFiles, { isDemo, dataDir, hadMail, log, disk }: StoreOptions) {
  if (isDemo) {
    clearDemo(dataDir);
    storeFiles(dataDir);
  }
  for (const file of removeDamagedDerivedFiles(dataDir)) log.warn({ file }, 'a damaged derived database is made anew');
  requireMailFile(files, hadMail);
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
  { dataDir, log, disk }: Pick<StoreOptions, 'dataDir' | 'log' | 'disk'>,
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
  { clock, requestStop }: { clock: Clock; requestStop: CoreHooks['requestStop'] },
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

/** What the last process had begun and nobody knows the end of. */
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
}: {
  reader: Pick<WorkerHandle<ReaderCalls>, 'ask'>;
  clock: Clock;
  config: LiveConfig;
}): RunOnReader {
  return (name, input, call) =>
    reader.ask('run', { name, input, call, now: clock.now().getTime(), settings: config.current.search });
}
