import { setTimeout as wait } from 'node:timers/promises';
import { namedAccountId, type AddCommand, type CommandContext, type ReplyOf } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { pollIntervalMs } from './follow-job.ts';
import { uses } from './rows-used.ts';

type Status = ReplyOf<'admin.status'>['sync_statuses'][number];

/** `posthorn sync`: fetches new mail now. */
export const addSync: AddCommand = (program, run) => {
  const command = program
    .command('sync')
    .summary('Sync with the mail servers')
    .description('Syncs every account, or the one of --account, and waits until it is done, however long that takes.')
    .option('--no-wait', 'don’t wait until it is done')
    .action(run(syncNow));
  uses(command, 'sync.start', 'sync.status');
};

async function syncNow(context: CommandContext, { wait: isWaiting }: { wait: boolean }): Promise<number> {
  const { io, out } = context;
  const account_id = await namedAccountId(context);
  const scope = account_id === undefined ? {} : { account_id };
  const before = new Map((await statuses(context, scope)).map((each) => [each.account_id, each.last_attempt_at]));
  const reply = await context.ask('sync.start', scope);
  if (!isWaiting) {
    out.done(reply, () => 'Syncing.');
    return exitCodes.done;
  }
  const interrupted = io.interrupted();
  for (;;) {
    const now = await statuses(context, scope);
    const pending = now.filter((each) => each.sync_in_progress || each.last_attempt_at === before.get(each.account_id));
    if (pending.length === 0) return printResult(context, now);
    out.progress(pending.map(progressText).join('; '));
    if (interrupted.aborted) {
      out.note('The sync continues in the background.');
      return exitCodes.interrupted;
    }
    await wait(pollIntervalMs, undefined, { signal: interrupted }).catch(() => undefined);
  }
}

/** The accounts that are synced: those that are turned off have no state. */
async function statuses({ ask }: CommandContext, scope: { account_id?: string }): Promise<Status[]> {
  const reply = await ask('sync.status', scope);
  return 'sync_statuses' in reply ? reply.sync_statuses : [reply.sync];
}

function progressText({ account_name, progress }: Status): string {
  return `${account_name}: ${progress?.message ?? 'syncing…'}`;
}

function printResult({ out }: CommandContext, sync_statuses: readonly Status[]): number {
  out.done({ sync_statuses }, () =>
    sync_statuses
      .map(({ account_name, healthy, last_error, last_synced_count }) =>
        healthy
          ? `${account_name}: up to date, ${last_synced_count} fetched.`
          : `${account_name}: ${last_error ?? 'not synced.'}`,
      )
      .join('\n'),
  );
  return sync_statuses.every(({ healthy }) => healthy) ? exitCodes.done : exitCodes.failed;
}
