import { instantOf, systemClock, type Clock } from './base/clock.ts';
import { thisMachine } from './base/machine.ts';
import type { WorkerHandle } from './base/worker.ts';
import { saveConfiguredAccounts } from './configured-accounts.ts';
import type { LiveConfig } from './config/live-config.ts';
import type { DaemonOptions } from './daemon.ts';
import type { DispatchDeps } from './dispatch.ts';
import { fileFolders } from './file-folders.ts';
import { openEvents } from './mail/events/events.ts';
import { openFileCache } from './mail/attachments/file-cache.ts';
import { hasIndex } from './mail/index/index-file.ts';
import { endAbandonedJobs } from './mail/jobs/jobs.ts';
import { removeUnreferencedDraftBlobs } from './mail/drafts/blobs.ts';
import { markSendingUnsure } from './mail/mutations/push/sync-passes.ts';
import { markInterruptedSendsUnknown } from './mail/outbox/unknown-sends.ts';
import { markInterruptedUnsubscribesUnknown } from './mail/subscriptions/unsubscribes.ts';
import { openWorkers } from './open-workers.ts';
import { announceRestore } from './staged-restore.ts';
import type { WriteDb } from './store/db.ts';
import { clearDemo } from './store/demo-folder.ts';
import { removeIdentity, readIdentity, acquireInstanceLock } from './store/instance-lock.ts';
import { openActivity, openMail, openReader, storeFiles, type StoreFiles } from './store/open.ts';
import { priorityWriteLock, createWriteLockBuffer } from './store/write-lock.ts';
import type { ReaderCalls } from './workers/reader.ts';

/** Bytes of files that can be fetched again, kept for the next time. */
const maxCacheBytes = 2_000_000_000;

export type Core = Awaited<ReturnType<typeof openCore>>;

/**
 * Opens what everything else stands on: the store, its events, the worker threads. Throws Failure `already_running`,
 * `database_newer`, `disk_full`, `not_a_demo`; then nothing is left running.
 */
export async function openCore(options: DaemonOptions) {
  const { paths, config, log, version, isDemo = false, clock = systemClock, machine = thisMachine, zone } = options;
  const started = clock.now();
  const files = storeFiles(paths.dataDir);
  const lastIdentity = readIdentity(paths.dataDir);
  const lock = acquireInstanceLock(paths.dataDir, {
    instance: paths.instance,
    pid: process.pid,
    started_at: instantOf(started),
    is_demo: isDemo,
  });
  const stores = await openStores(files, { isDemo, dataDir: paths.dataDir }).catch((failed: unknown) => {
    lock.release();
    throw failed;
  });
  const { mail, activity, writeLockBuffer } = stores;
  mail.transaction(() => saveConfiguredAccounts(mail, config, log));
  settleAfterStop({ db: mail, clock });
  const events = openEvents({ db: activity, clock, log });
  const { announce } = events;
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
    announce,
    log,
  });
  // Readers are opened on an index that stays: where there is none to go on with, the worker makes one first.
  if (!hasIndex(files.index)) await workers.indexer.ask('ready', undefined);
  const read = openReader(files);
  announceRestore(paths.dataDir, { db: mail, clock, events, log });
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
    files,
    folders,
    mail,
    activity,
    read,
    events,
    announce,
    workers,
    cache: openFileCache({ db: mail, clock, dir: folders.attachments, maxBytes: maxCacheBytes }),
    runOnReader: readerDispatch({ reader: workers.reader, clock, config }),
    policy: () => ({ general: config.current.general.safety_policy, profiles: config.current.agents.profiles }),
    /** Once nothing asks any more. */
    async close() {
      read.close();
      // Writers close last: only they can fold the write-ahead logs back into their files.
      await workers.stopWriters();
      events.close();
      mail.close();
      activity.close();
      removeIdentity(paths.dataDir);
      lock.release();
    },
  };
}

async function openStores(files: StoreFiles, { isDemo, dataDir }: { isDemo: boolean; dataDir: string }) {
  if (isDemo) {
    clearDemo(dataDir);
    storeFiles(dataDir);
  }
  const writeLockBuffer = createWriteLockBuffer();
  const mail = await openMail(files.mail, priorityWriteLock(writeLockBuffer));
  const activity = await openActivity(files.activity).catch((failed: unknown) => {
    mail.close();
    throw failed;
  });
  return { mail, activity, writeLockBuffer };
}

/** What the last process had begun and nobody knows the end of. */
function settleAfterStop({ db, clock }: { db: WriteDb; clock: Clock }): void {
  endAbandonedJobs({ db, clock });
  markSendingUnsure(db);
  markInterruptedSendsUnknown(db);
  removeUnreferencedDraftBlobs(db);
  markInterruptedUnsubscribesUnknown(db, instantOf(clock.now()));
}

/** Answers rows on the reader worker, as JSON text. */
function readerDispatch({
  reader,
  clock,
  config,
}: {
  reader: Pick<WorkerHandle<ReaderCalls>, 'ask'>;
  clock: Clock;
  config: LiveConfig;
}): DispatchDeps['runOnReader'] {
  return (name, input, call) =>
    reader.ask('run', { name, input, call, now: clock.now().getTime(), settings: config.current.search });
}
