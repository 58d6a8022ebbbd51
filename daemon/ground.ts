import { instantOf, systemClock, type Clock } from './base/clock.ts';
import { thisMachine } from './base/machine.ts';
import type { WorkerHandle } from './base/worker.ts';
import { takeAccounts } from './account-settings.ts';
import type { LiveConfig } from './config/live.ts';
import type { DaemonOptions } from './daemon.ts';
import type { DispatchParts } from './dispatch.ts';
import { fileFolders } from './file-folders.ts';
import { openEvents } from './mail/events.ts';
import { openFileCache } from './mail/file-cache.ts';
import { hasIndex } from './mail/index/file.ts';
import { endAbandonedJobs } from './mail/jobs.ts';
import { removeUnnamed } from './mail/kept-files.ts';
import { doubtSending } from './mail/mutations/passes.ts';
import { doubtSends } from './mail/outbox-doubts.ts';
import { doubtUnsubscribes } from './mail/unsubscribes.ts';
import { openWorkers } from './open-workers.ts';
import { tellRestored } from './restored.ts';
import type { WriteDb } from './store/db.ts';
import { clearDemo } from './store/demo-folder.ts';
import { forgetIdentity, readIdentity, takeLock } from './store/lock.ts';
import { openActivity, openMail, openReader, storeFiles, type StoreFiles } from './store/open.ts';
import { frontTurn, makeTurnBuffer } from './store/turn.ts';
import type { ReaderCalls } from './workers/reader.ts';

/** Bytes of files that can be fetched again, kept for the next time. */
const largestCache = 2_000_000_000;

export type Ground = Awaited<ReturnType<typeof openGround>>;

/**
 * Opens what everything else stands on: the store, its events, the worker threads. Throws Failure `already_running`,
 * `database_newer`, `disk_full`, `not_a_demo`; then nothing is left running.
 */
export async function openGround(options: DaemonOptions) {
  const { paths, config, log, version, isDemo = false, clock = systemClock, machine = thisMachine, zone } = options;
  const started = clock.now();
  const files = storeFiles(paths.dataDir);
  const lastHolder = readIdentity(paths.dataDir);
  const lock = takeLock(paths.dataDir, {
    instance: paths.instance,
    pid: process.pid,
    started_at: instantOf(started),
    is_demo: isDemo,
  });
  const opened = await openStores(files, { isDemo, dataDir: paths.dataDir }).catch((failed: unknown) => {
    lock.release();
    throw failed;
  });
  const { mail, activity, turn } = opened;
  mail.transaction(() => takeAccounts(mail, config, log));
  settleLastStop({ db: mail, clock });
  const events = openEvents({ db: activity, clock, log });
  const { announce } = events;
  // What was to be announced in the moment of a crash is lost, and clients come back that saw all before it.
  if (lastHolder) announce({ event: 'EventsLagged', skipped: 1 });
  const isUnclean = lastHolder !== undefined;
  const workers = openWorkers({ files, isUnclean, turn, zone, logFile: paths.logFile, db: mail, clock, announce, log });
  // Readers are opened on an index that stays: where there is none to go on with, the worker makes one first.
  if (!hasIndex(files.index)) await workers.indexer.ask('ready', undefined);
  const read = openReader(files);
  tellRestored(paths.dataDir, { db: mail, clock, events, log });
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
    cache: openFileCache({ db: mail, clock, dir: folders.attachments, limit: largestCache }),
    runOnReader: readerRows({ reader: workers.reader, clock, config }),
    policy: () => ({ general: config.current.general.safety_policy, profiles: config.current.agents.profiles }),
    /** Once nothing asks any more. */
    async close() {
      read.close();
      // Writers close last: only they can fold the write-ahead logs back into their files.
      await workers.stopWriters();
      events.close();
      mail.close();
      activity.close();
      forgetIdentity(paths.dataDir);
      lock.release();
    },
  };
}

async function openStores(files: StoreFiles, { isDemo, dataDir }: { isDemo: boolean; dataDir: string }) {
  if (isDemo) {
    clearDemo(dataDir);
    storeFiles(dataDir);
  }
  const turn = makeTurnBuffer();
  const mail = await openMail(files.mail, frontTurn(turn));
  const activity = await openActivity(files.activity).catch((failed: unknown) => {
    mail.close();
    throw failed;
  });
  return { mail, activity, turn };
}

/** What the last process had begun and nobody knows the end of. */
function settleLastStop({ db, clock }: { db: WriteDb; clock: Clock }): void {
  endAbandonedJobs({ db, clock });
  doubtSending(db);
  doubtSends(db);
  removeUnnamed(db);
  doubtUnsubscribes(db, instantOf(clock.now()));
}

/** Answers rows on the reader worker, as JSON text. */
function readerRows({
  reader,
  clock,
  config,
}: {
  reader: Pick<WorkerHandle<ReaderCalls>, 'ask'>;
  clock: Clock;
  config: LiveConfig;
}): DispatchParts['runOnReader'] {
  return (name, input, call) =>
    reader.ask('run', { name, input, call, now: clock.now().getTime(), settings: config.current.search });
}
