import { untilAborted } from '../../base/abort.ts';
import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { failureSentence } from '../../base/system-reason.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import type { Config } from '../../config/schema/schema.ts';
import type { Backup } from '../../mail/backups/backup-folder.ts';
import { localDay } from '../../mail/backups/retention.ts';
import type { TaskOutcome } from './run-task.ts';

export type AutomaticBackups = Loop & {
  /** Whether backups are made without being asked for. */
  isOn(): boolean;
  /** Why the last automatic backup was not made, as text for the user; null if it was made. */
  problem(): string | null;
};

type AutomaticBackupDeps = {
  clock: Clock;
  log: Log;
  zone: string | undefined;
  settings: () => Config['backup'];
  /** Whether the daemon syncs nothing, sends nothing and has no job running. */
  isIdle: () => boolean;
  /** Whether there is anything to back up. */
  hasContent: () => boolean;
  /** The folder of the backups. */
  folder: () => string;
  list: () => Promise<Backup[]>;
  /** Makes the backup, which may share attachments with the backup of the name `earlier`. */
  make: (earlier: string | undefined) => Promise<TaskOutcome>;
  /** Free space on the disk of a folder, in bytes; null if the system does not report it. */
  freeBytes: (folder: string) => Promise<number | null>;
};

const checkIntervalMs = 60_000;
const retryIntervalMs = 6 * 3_600_000;

/** The last failure: its text for the user, and what the next attempt waits for. */
type Problem = { message: string; folder: string; retryAt: number; neededBytes: number | undefined };

/**
 * Makes one backup each day, at the first time the daemon was idle for a minute. A day on which it never was, or on which
 * the computer was off, is made up for by the next one.
 */
export function automaticBackupLoop(deps: AutomaticBackupDeps): AutomaticBackups {
  const { clock, log, zone, settings } = deps;
  let problem: Problem | undefined;
  /** The day and folder for which nothing is left to do. */
  let settled = '';

  const today = () => localDay(instantOf(clock.now()), zone);
  const settle = () => {
    settled = `${today()} ${deps.folder()}`;
    problem = undefined;
  };

  /** Reports a problem once, however often it is found again. */
  function fail(failure: unknown): void {
    const message = failureSentence('Couldn’t make the backup', failure);
    if (message !== problem?.message) log.warn({ err: failure }, 'no automatic backup was made');
    const needed = failure instanceof Failure ? failure.details['needed_bytes'] : undefined;
    problem = {
      message,
      folder: deps.folder(),
      retryAt: clock.now().getTime() + retryIntervalMs,
      neededBytes: typeof needed === 'number' ? needed : undefined,
    };
  }

  /** After a failure for want of space the next attempt waits for that space, so that it does not fail again and again. */
  async function mayTry(): Promise<boolean> {
    const folder = deps.folder();
    if (!problem || problem.folder !== folder) return true;
    const free = problem.neededBytes === undefined ? null : await deps.freeBytes(folder);
    return free === null ? clock.now().getTime() >= problem.retryAt : free >= (problem.neededBytes ?? 0);
  }

  async function makeIfDue(signal: AbortSignal): Promise<void> {
    if (settled === `${today()} ${deps.folder()}` || !deps.hasContent() || !(await mayTry())) return;
    const own = (await deps.list()).filter(({ is_own, is_sound }) => is_own && is_sound);
    const isMade = own.some(({ kind, made_at }) => kind === 'automatic' && localDay(made_at, zone) === today());
    if (isMade) return settle();
    // The list was read in the meantime.
    if (signal.aborted || !deps.isIdle()) return;
    const outcome = await Promise.race([deps.make(own[0]?.name), untilAborted(signal)]);
    if (!outcome || outcome.end === 'stopped') return;
    if (outcome.end === 'failed') fail(outcome.failure);
    // The user cancelled it, so it is not made again before tomorrow.
    else settle();
  }

  return {
    name: 'automatic backups',
    isOn: () => settings().automatic,
    problem: () => (settings().automatic ? (problem?.message ?? null) : null),
    async run(signal) {
      let wasIdle = false;
      while (!signal.aborted) {
        await clock.wait(checkIntervalMs, signal);
        if (signal.aborted) return;
        const isIdle = settings().automatic && deps.isIdle();
        if (isIdle && wasIdle) await makeIfDue(signal).catch(fail);
        wasIdle = isIdle;
      }
    },
  };
}
