import { instantOf, type Clock } from './base/clock.ts';
import type { Log } from './base/log.ts';
import type { Loop } from './base/loop.ts';
import { startWorker } from './base/worker.ts';
import type { Announcement } from './contract/events.ts';
import {
  damageDetail,
  isDamage,
  removeDamageRecord,
  saveDamageRecord,
  storeDamagedSentence,
  storeProblemOf,
  type StoreProblem,
} from './store/damage.ts';
import type { StoreFiles } from './store/open.ts';
import { markDerivedFileDamaged } from './store/renew.ts';
import { setWritesStopped, type WriteLockBuffer } from './store/write-lock.ts';
import type { CheckCalls } from './workers/checker.ts';

type StoreGuard = {
  /** What is wrong with mail.db; undefined where nothing is known to be. */
  problem(): StoreProblem | undefined;
  /** To be called with every error of a request or worker. Damage stops all writes at once and is then checked. */
  report(thrown: unknown): void;
  /** Checks mail.db completely, for example after an unclean stop. Reading and writing continue meanwhile. */
  check(): Promise<void>;
  /** Checks mail.db from time to time while the daemon has nothing else to do. */
  idleCheck: Loop;
};

type StoreGuardDeps = {
  dataDir: string;
  files: StoreFiles;
  /** Damage that an earlier run has confirmed. */
  known: StoreProblem | undefined;
  writeLockBuffer: WriteLockBuffer;
  clock: Clock;
  log: Log;
  announce: (announcement: Announcement) => void;
  /** Stops syncing, sending and everything else in the background. */
  stopBackground: () => void;
  /** Restarts the daemon, when no message is being sent. */
  restart: () => void;
  isIdle: () => boolean;
};

/** The time from one idle check to the next, and how long it waits for an idle moment, in milliseconds. */
const idleCheckIntervalMs = 24 * 60 * 60_000;
const firstIdleCheckMs = 30 * 60_000;
const idlePollMs = 5 * 60_000;

/**
 * Knows whether mail.db is damaged. When SQLite reports damage anywhere, writes and background work stop at once, clients
 * are notified, and a worker checks all three databases. If mail.db is damaged, that is recorded, and the daemon continues
 * to read until a repair. If only the index or the activity log is damaged, the daemon restarts and makes that file anew.
 */
export function createStoreGuard(deps: StoreGuardDeps): StoreGuard {
  const { dataDir, files, known, writeLockBuffer, clock, log, announce } = deps;
  let problem = known;
  let checking: Promise<void> | undefined;
  let isRestarting = false;
  if (problem) setWritesStopped(writeLockBuffer, true);

  const announceState = () =>
    announce({ event: 'StoreStateChanged', degraded: problem !== undefined, message: problem?.message ?? null });

  const stop = (found: StoreProblem) => {
    problem = found;
    setWritesStopped(writeLockBuffer, true);
    log.error({ detail: found.detail }, 'the mail database may be damaged: nothing is written until it is checked');
    announceState();
    deps.stopBackground();
  };

  /** Marks the file, and restarts. Once: until the restart every search may report the same damage again. */
  const renew = (name: 'index' | 'activity', detail: string | null) => {
    if (isRestarting) return;
    isRestarting = true;
    log.error({ file: files[name], detail }, 'a derived database is damaged and is made anew at the next start');
    markDerivedFileDamaged(dataDir, name);
    deps.restart();
  };

  const confirm = (detail: string) => {
    const found = { code: 'store_damaged', message: storeDamagedSentence, detail, found_at: instantOf(clock.now()) };
    saveDamageRecord(dataDir, found);
    if (!problem) stop(found);
    problem = found;
    log.error({ detail }, 'the mail database is damaged');
  };

  const checkAll = async () => {
    const [mailProblem] = await problemsOf(files, 'mail', log);
    if (mailProblem !== undefined) return confirm(mailProblem);
    log.info('the mail database is intact');
    if (!problem) return;
    removeDamageRecord(dataDir);
    const [activityProblem] = await problemsOf(files, 'activity', log);
    const { detail } = problem;
    problem = undefined;
    setWritesStopped(writeLockBuffer, false);
    announceState();
    // A check of the index does not find all errors of full-text tables, and making it anew costs only time. The restart
    // also continues the background work, which stopped in the middle.
    renew(activityProblem === undefined ? 'index' : 'activity', activityProblem ?? detail);
  };

  const check = () =>
    (checking ??= checkAll()
      .catch((failed: unknown) => log.error({ err: failed }, 'the mail database could not be checked'))
      .finally(() => (checking = undefined)));

  return {
    problem: () => problem,
    report(thrown) {
      if (!isDamage(thrown) || problem) return;
      const detail = damageDetail(thrown);
      if (thrown.details['file'] === 'index.db' || detail.startsWith('SQLITE_CORRUPT_VTAB'))
        return renew('index', detail);
      const found = storeProblemOf(thrown, instantOf(clock.now()));
      if (!found) return;
      stop(found);
      void check();
    },
    check,
    idleCheck: idleCheckLoop({ clock, isIdle: deps.isIdle }, async () => {
      if (problem) return;
      const [found] = await problemsOf(files, 'mail', log, 'checkPages');
      if (found !== undefined) confirm(found);
    }),
  };
}

/** Checks from time to time, at an idle moment. */
function idleCheckLoop({ clock, isIdle }: Pick<StoreGuardDeps, 'clock' | 'isIdle'>, check: () => Promise<void>): Loop {
  return {
    name: 'store check',
    async run(signal) {
      await clock.wait(firstIdleCheckMs, signal);
      while (!signal.aborted) {
        while (!isIdle() && !signal.aborted) await clock.wait(idlePollMs, signal);
        if (!signal.aborted) await check();
        await clock.wait(idleCheckIntervalMs, signal);
      }
    },
  };
}

/** The problems of one database, found on a thread of its own. A file that cannot be opened at all is a problem, too. */
async function problemsOf(
  files: StoreFiles,
  name: 'mail' | 'index' | 'activity',
  log: Log,
  call: 'check' | 'checkPages' = name === 'mail' ? 'check' : 'checkPages',
): Promise<string[]> {
  const checker = startWorker<CheckCalls>('checker', { data: { file: files[name] }, log });
  try {
    return await checker.ask(call, undefined);
  } catch (failed) {
    if (isDamage(failed)) return [damageDetail(failed)];
    throw failed;
  } finally {
    await checker.stop();
  }
}
