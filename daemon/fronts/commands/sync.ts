import { namedAccountId, type AddCommand, type CommandContext, type ReplyOf } from './context.ts';
import { eventsAfter, newestEvents } from './events.ts';
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
  uses(command, 'sync.start', 'sync.status', 'accounts.list', 'admin.events');
};

async function syncNow(context: CommandContext, { wait: isWaiting }: { wait: boolean }): Promise<number> {
  const { io, out } = context;
  const account_id = await namedAccountId(context);
  const scope = account_id === undefined ? {} : { account_id };
  const pending = await syncedAccounts(context, account_id);
  const [last] = await newestEvents(context, syncEvents, 1);
  const reply = await context.ask('sync.start', scope);
  if (!isWaiting) {
    out.done(reply, () => 'Syncing.');
    return exitCodes.done;
  }
  const interrupted = io.interrupted();
  for (;;) {
    // An account has been synced once a pass has ended, also one that was under way.
    for (const { event, account_id: ended } of await eventsAfter(context, syncEvents, last?.seq ?? 0))
      if (event === 'SyncFinished' && ended !== null) pending.delete(ended);
    const now = await statuses(context, scope);
    if (pending.size === 0) return printResult(context, now);
    out.progress(
      now
        .filter((each) => pending.has(each.account_id))
        .map(progressText)
        .join('; '),
    );
    if (interrupted.aborted) {
      out.note('The sync continues in the background.');
      return exitCodes.interrupted;
    }
    await context.clock.wait(pollIntervalMs, interrupted);
  }
}

const syncEvents = { category: 'sync' };

/** The ids of the accounts that a sync is about: those that are turned on and have a server. */
async function syncedAccounts({ ask }: CommandContext, account_id: string | undefined): Promise<Set<string>> {
  const { accounts } = await ask('accounts.list', {});
  const chosen = accounts.filter(
    (account) =>
      account.enabled && account.sync_kind !== null && (account_id === undefined || account.account_id === account_id),
  );
  return new Set(chosen.map((account) => account.account_id));
}

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
