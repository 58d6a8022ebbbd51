import { Failure } from '../../base/failure.ts';
import type { FoundDaemon } from './address.ts';
import type { CommandContext, ReplyOf } from './context.ts';

export type Job = ReplyOf<'jobs.get'>['job'];

/** The poll interval for progress, in milliseconds. */
export const pollIntervalMs = 250;
/** How long to wait for a daemon that restarts, in milliseconds. */
const restartTimeoutMs = 60_000;

/**
 * Shows the progress of a job until it has ended; undefined if the user interrupted first, while the job goes on. Connects
 * again to a daemon that restarts. Throws Failure `daemon_gone` where it does not come back.
 */
export async function followJob(context: CommandContext, job_id: string): Promise<Job | undefined> {
  const interrupted = context.io.interrupted();
  let daemon: FoundDaemon | undefined = await context.daemon();
  for (let disconnectedMs: number | undefined; !interrupted.aborted;) {
    const job: Job | undefined = daemon && (await jobOf(daemon, job_id));
    if (job && isOver(job)) return job;
    if (job) context.out.progress(progressText(job));
    else {
      disconnectedMs ??= performance.now();
      if (performance.now() - disconnectedMs > restartTimeoutMs) throw daemonNotBack();
      context.out.progress('Posthorn is restarting…');
      daemon = await context.findDaemon().catch(ignoreAbsence);
    }
    await context.clock.wait(pollIntervalMs, interrupted);
  }
  context.out.note('It continues automatically.');
  return undefined;
}

export function isOver({ status }: Job): boolean {
  return status === 'succeeded' || status === 'failed';
}

function progressText({ kind, progress: { completed, total } }: Job): string {
  return total === 0 ? `${kind}…` : `${kind}: ${Math.floor((100 * completed) / total)}%`;
}

/** Undefined while the daemon is not reachable. */
async function jobOf({ client }: FoundDaemon, job_id: string): Promise<Job | undefined> {
  try {
    return ((await client.ask('jobs.get', { job_id })) as ReplyOf<'jobs.get'>).job;
  } catch (failed) {
    if (failed instanceof Failure && failed.code === 'daemon_gone') return undefined;
    throw failed;
  }
}

/** A daemon that starts again is not at its address for a while. */
function ignoreAbsence(failed: unknown): undefined {
  if (failed instanceof Failure && failed.code === 'no_daemon') return undefined;
  throw failed;
}

function daemonNotBack(): Failure {
  const sentence = 'Posthorn didn’t restart within a minute. Start it again to continue.';
  return new Failure('unavailable', 'daemon_gone', sentence);
}
