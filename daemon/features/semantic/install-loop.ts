import { instantOf, type Clock } from '../../base/clock.ts';
import { diskProblemOf } from '../../base/disk-failure.ts';
import { Failure } from '../../base/failure.ts';
import { failureSentence } from '../../base/system-reason.ts';
import type { Log } from '../../base/log.ts';
import { backoff, type Loop } from '../../base/loop.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import { giveProfileUp, markInstalled, wantedProfiles, type ProfileRow } from '../../mail/semantic/profile-store.ts';
import { downloadBytes, semanticProfiles } from '../../models/semantic-profiles.ts';
import { installFromWeb, removeIncoming, type InstallDeps } from './install-files.ts';
import { startOperation, type ReporterDeps } from './operation-reporter.ts';

type InstallLoopDeps = InstallDeps &
  ReporterDeps & {
    clock: Clock;
    log: Log;
    /** A model has been installed. */
    onInstalled: () => void;
  };

type InstallLoop = Loop & {
  /** An installation has been asked for. */
  notify(): void;
  cancel(job_id: string): boolean;
  /** Bytes that are there of a profile that is being downloaded. */
  progressOf(profile: string): number | undefined;
};

type Running = { profile: string; job_id: string; bytes: number; cancellation: AbortController };

/** Downloads models that someone has asked for, one after the other. After a crash it continues with what there is. */
export function installLoop(deps: InstallLoopDeps): InstallLoop {
  const { db, clock } = deps;
  const wakeSignal = createWakeSignal(clock);
  let running: Running | undefined;
  return {
    name: 'semantic-models',
    notify: () => wakeSignal.notify(),
    cancel(job_id) {
      if (running?.job_id !== job_id) return false;
      running.cancellation.abort(new Failure('conflict', 'install_cancelled', 'The download was cancelled.'));
      return true;
    },
    progressOf: (profile) => (running?.profile === profile ? running.bytes : undefined),
    async run(signal) {
      while (!signal.aborted) {
        const [next] = wantedProfiles(db);
        if (next) await install(deps, next, { signal, setRunning: (now) => (running = now) });
        else await wakeSignal.wait(undefined, signal);
      }
    },
  };
}

type InstallContext = { signal: AbortSignal; setRunning: (running: Running | undefined) => void };

async function install(deps: InstallLoopDeps, row: ProfileRow, { signal, setRunning }: InstallContext): Promise<void> {
  const { db, clock, log, onInstalled } = deps;
  const profile = semanticProfiles[row.profile];
  const actor = row.origin === null ? undefined : { origin: row.origin, token_id: row.token_id };
  const message = `Downloading ${row.profile}`;
  const operation = startOperation(deps, { kind: 'semantic.install', operation: 'semantic-install', message, actor });
  const cancellation = new AbortController();
  const current: Running = { profile: row.profile, job_id: operation.job_id, bytes: 0, cancellation };
  setRunning(current);
  try {
    const files = await withRetries(deps, operation, {
      signal: AbortSignal.any([signal, cancellation.signal]),
      attempt: (until) =>
        installFromWeb(deps, profile, {
          signal: until,
          onProgress(bytes) {
            current.bytes = bytes;
            operation.progress(bytes, Math.max(bytes, downloadBytes(profile)));
          },
          record: (installed) => markInstalled(db, row.profile, { files: installed, now: instantOf(clock.now()) }),
        }),
    });
    operation.finish(`${row.profile} is installed.`);
    log.info({ profile: row.profile, files }, 'a model is installed; hashes that were not pinned are recorded');
    onInstalled();
  } catch (failed) {
    if (signal.aborted) return;
    const reason = failureSentence('Couldn’t install the model', failed);
    giveProfileUp(db, row.profile, reason);
    if (!cancellation.signal.aborted) {
      log.error({ err: failed, profile: row.profile }, 'a model could not be installed');
      return operation.fail(reason);
    }
    await removeIncoming(deps, profile);
    operation.cancel(reason);
  } finally {
    setRunning(undefined);
  }
}

/** Repeats an attempt that fails for a reason that passes: no network, a full disk. */
async function withRetries<T>(
  { clock, log }: InstallLoopDeps,
  { setWaitReason }: ReturnType<typeof startOperation>,
  { signal, attempt }: { signal: AbortSignal; attempt: (signal: AbortSignal) => Promise<T> },
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      const result = await attempt(signal);
      setWaitReason(undefined);
      return result;
    } catch (failed) {
      signal.throwIfAborted();
      const passes = diskProblemOf(failed) !== undefined || (failed instanceof Failure && failed.retryable);
      if (!passes) throw failed;
      log.warn({ err: failed }, 'a model could not be downloaded yet');
      setWaitReason(`${failureSentence('Couldn’t download the model', failed)} Posthorn tries again.`);
      await clock.wait(backoff(failures), signal);
      signal.throwIfAborted();
    }
  }
}
