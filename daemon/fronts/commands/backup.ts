import { formatCount } from '../terminal.ts';
import { instancePaths, notRunning } from './address.ts';
import type { AddCommand, CommandContext, ReplyOf } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { followJob } from './follow-job.ts';
import { repairState, restoreDamaged, withRepairTarget } from './repair.ts';
import { uses } from './rows-used.ts';

type Backup = ReplyOf<'backup.list'>['backups'][number];

/** `posthorn backup` and `posthorn restore`. */
export const addBackup: AddCommand = (program, run) => {
  const backup = program.command('backup').summary('Make, list and check backups');
  uses(
    backup
      .command('create', { isDefault: true })
      .description(
        'Copies all that Posthorn knows but passwords, while it runs, into the folder of [backup] in config.toml.',
      )
      .action(run(makeBackup)),
    'backup.create',
    'backup.list',
    'jobs.get',
  );
  uses(backup.command('list').description('Lists the backups, newest first.').action(run(showBackups)), 'backup.list');
  uses(
    backup
      .command('check')
      .description('Reads every byte of a backup to see whether it is sound.')
      .argument('<name>', 'the name of a backup')
      .action(run(checkBackup)),
    'backup.check',
    'jobs.get',
  );
  const restore = program
    .command('restore')
    .summary('Restore a backup')
    .description(
      'Restores a backup, and keeps what was there before beside it; without a name it lists the backups. Works also while Posthorn isn’t running or can’t open its mail.',
    )
    .argument('[name]', 'the name of a backup')
    .action(run(restoreBackup));
  uses(restore, 'backup.restore', 'backup.list', 'repair.state', 'repair.restore');
};

async function makeBackup(context: CommandContext): Promise<number> {
  const { job_id, note } = await context.ask('backup.create', {});
  context.out.note(note);
  return finish(context, job_id, 'The backup failed.', async () => {
    // The daemon may have restarted since.
    const { folder, backups } = await listOf(context);
    return {
      value: { backup: backups[0] ?? null, folder },
      text: `Made ${backups[0] ? backupLine(backups[0]) : 'a backup'}, in ${folder}.`,
    };
  });
}

async function checkBackup(context: CommandContext, name: string): Promise<number> {
  const { job_id } = await context.ask('backup.check', { name });
  return finish(context, job_id, 'The backup is damaged.', async () => ({
    value: { name },
    text: `${name} is sound.`,
  }));
}

/** Follows a job to its end and says what came of it. */
async function finish(
  context: CommandContext,
  job_id: string,
  failure: string,
  result: () => Promise<{ value: object; text: string }>,
): Promise<number> {
  const job = await followJob(context, job_id);
  if (!job) return exitCodes.done;
  if (job.status === 'failed') {
    context.out.answer({ job }, () => job.error ?? failure);
    return exitCodes.failed;
  }
  const { value, text } = await result();
  context.out.done({ job, ...value }, () => text);
  return exitCodes.done;
}

async function listOf(context: CommandContext): Promise<ReplyOf<'backup.list'>> {
  const daemon = await context.findDaemon();
  if (!daemon) throw notRunning();
  return (await daemon.client.ask('backup.list', {})) as ReplyOf<'backup.list'>;
}

async function showBackups(context: CommandContext): Promise<number> {
  return printBackups(context, await context.ask('backup.list', {}));
}

function printBackups({ out }: CommandContext, reply: ReplyOf<'backup.list'>): number {
  const { folder, backups } = reply;
  out.answer(reply, () => {
    if (backups.length === 0) return `There are no backups in ${folder} yet. To make one, run "posthorn backup".`;
    const lines = backups.map((backup) => `  ${backupLine(backup)}${backup.note === null ? '' : `  ${backup.note}`}`);
    return [`Backups in ${folder}, newest first:`, ...lines, 'To restore one, run "posthorn restore NAME".'].join('\n');
  });
  return exitCodes.done;
}

function backupLine({ name, kind, bytes, messages, checked_at }: Backup): string {
  const size = formatCount(Math.ceil(bytes / 1_000_000), 'megabyte');
  const facts = [formatCount(messages, 'message'), size, ...(kind === 'automatic' ? ['automatic'] : [])];
  return `${name} (${[...facts, ...(checked_at === null ? [] : ['checked'])].join(', ')})`;
}

/** Restores a backup, or lists what there is, with or without a running daemon. */
async function restoreBackup(context: CommandContext, name: string | undefined): Promise<number> {
  return withRepairTarget(context, instancePaths(context.io), async (target, daemon) => {
    if (name === undefined)
      return printBackups(context, (await target.ask('backup.list', {})) as ReplyOf<'backup.list'>);
    const isUsable = daemon && (await repairState(target)).mode === 'normal';
    if (!isUsable) return restoreDamaged(context, target, name);
    const { job_id, note } = await context.ask('backup.restore', { name });
    context.out.note(note);
    return finish(context, job_id, 'The backup wasn’t restored.', async () => ({
      value: { name },
      text: `Restored ${name}.`,
    }));
  });
}
