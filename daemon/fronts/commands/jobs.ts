import { changeKey, type AddCommand, type CommandContext } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { localTime } from './local-time.ts';
import { followJob, isOver, type Job } from './follow-job.ts';
import { uses } from './rows-used.ts';

/** `posthorn jobs`: long tasks and how far they are. */
export const addJobs: AddCommand = (program, run) => {
  const command = program
    .command('jobs')
    .summary('List, follow and cancel jobs')
    .description('Lists the newest long tasks, such as imports, exports and backups. With an id it shows one of them.')
    .argument('[id]', 'the id of a job')
    .option('--wait', 'wait until it is done')
    .option('--cancel', 'cancel it')
    .action(run(showJobs));
  uses(command, 'jobs.list', 'jobs.get', 'jobs.cancel');
};

async function showJobs(
  context: CommandContext,
  job_id: string | undefined,
  { wait, cancel }: { wait?: true; cancel?: true },
): Promise<number | void> {
  if (job_id === undefined) return listJobs(context);
  if (cancel) {
    const reply = await context.ask('jobs.cancel', { job_id }, { idempotencyKey: changeKey(undefined) });
    context.out.done(reply, () => `Cancelled. ${jobText(reply.job)}`);
    return exitCodes.done;
  }
  const job = wait ? await followJob(context, job_id) : (await context.ask('jobs.get', { job_id })).job;
  if (!job) return exitCodes.interrupted;
  context.out.answer({ job }, () => jobText(job));
  return job.status === 'failed' && wait ? exitCodes.failed : exitCodes.done;
}

async function listJobs(context: CommandContext): Promise<void> {
  const reply = await context.ask('jobs.list', {});
  context.out.answer(reply, () =>
    reply.jobs.length === 0
      ? 'There are no jobs.'
      : context.out.table(
          [
            { title: 'ID' },
            { title: 'KIND' },
            { title: 'STATE' },
            { title: 'DONE', alignsRight: true },
            { title: 'STARTED' },
          ],
          reply.jobs.map((job) => [job.job_id, job.kind, stateOf(job), percentOf(job), localTime(job.started_at)]),
        ),
  );
}

function jobText(job: Job): string {
  return `${job.kind}: ${stateOf(job)}${isOver(job) ? '' : `, ${percentOf(job)}`}${job.error ? `. ${job.error}` : ''}`;
}

function stateOf({ status, cancelled }: Job): string {
  return cancelled ? 'cancelled' : status;
}

function percentOf({ progress: { completed, total } }: Job): string {
  return total === 0 ? '' : `${Math.floor((100 * completed) / total)}%`;
}
