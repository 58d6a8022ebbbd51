import type { Command } from 'commander';
import { formatCount } from '../terminal.ts';
import { changeKey, type AddCommand, type CommandContext, type ReplyOf, type Run } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { mailTarget, type MailTarget } from './mail-targets.ts';
import { askPerson, canAsk } from './prompt.ts';
import { uses } from './rows-used.ts';

export type ChangeOptions = { query?: string; dryRun?: true; yes?: true; key?: string };
type Result = ReplyOf<'mutations.archive'>['result'];
type ChangeRow = 'mutations.archive' | 'mutations.trash' | 'mutations.spam' | 'mutations.star' | 'mutations.read';
type ChangeReply = { ok: boolean; result: Result };

/** Adds the argument and the options of commands that change mail. */
export function addChangeOptions(command: Command): Command {
  return command
    .argument('[ids...]', 'ids of an earlier list, or whole ids')
    .option('--query <query>', 'all mail that a search finds, instead of ids')
    .option('--dry-run', 'only say what would be done')
    .option('-y, --yes', 'don’t ask before a --query is applied')
    .option('--key <key>', 'a name for this change: repeated with the same key, it is made once');
}

/** Commands that need nothing but mail. */
const plainChanges: { verb: string; row: ChangeRow; extra?: object; summary: string; done: string }[] = [
  { verb: 'archive', row: 'mutations.archive', summary: 'Archive mail', done: 'Archived' },
  { verb: 'trash', row: 'mutations.trash', summary: 'Move mail to the trash', done: 'Moved to the trash:' },
  { verb: 'spam', row: 'mutations.spam', summary: 'Move mail to spam', done: 'Moved to spam:' },
  { verb: 'star', row: 'mutations.star', extra: { starred: true }, summary: 'Star mail', done: 'Starred' },
  {
    verb: 'unstar',
    row: 'mutations.star',
    extra: { starred: false },
    summary: 'Remove stars',
    done: 'Removed the star of',
  },
  {
    verb: 'mark-read',
    row: 'mutations.read',
    extra: { read: true },
    summary: 'Mark mail as read',
    done: 'Marked as read:',
  },
  {
    verb: 'mark-unread',
    row: 'mutations.read',
    extra: { read: false },
    summary: 'Mark mail as unread',
    done: 'Marked as unread:',
  },
];

/** `posthorn archive`, `posthorn trash` and the other commands that change mail in one way. */
export const addMutations: AddCommand = (program, run) => {
  for (const { verb, row, extra, summary, done } of plainChanges)
    uses(
      addChangeOptions(program.command(verb))
        .summary(summary)
        .description(`${summary}. "posthorn undo" reverses it.`)
        .action(plainChange(run, row, extra, done)),
      row,
    );
};

function plainChange(run: Run, row: ChangeRow, extra: object = {}, done: string) {
  return run(async (context, ids: string[], options: ChangeOptions) => {
    const target = await mailTarget(context, ids, options.query);
    const change = (more: object, key?: string) =>
      context.ask(row, { ...target, ...extra, ...more }, { idempotencyKey: key });
    return applyChange(context, { target, options, done, change });
  });
}

type Change = {
  target: MailTarget;
  options: ChangeOptions;
  /** What was done, before the number of messages. */
  done: string;
  change: (more: { dry_run?: boolean }, key?: string) => Promise<ChangeReply>;
};

/** Makes a change once the person agreed to what a search found, and says what was done. Resolves to the exit code. */
export async function applyChange(context: CommandContext, { target, options, done, change }: Change): Promise<number> {
  if (options.dryRun) return printChange(context, await change({ dry_run: true }), 'Would be changed:');
  if (target.query !== undefined && !options.yes && canAsk(context)) {
    const { result } = await change({ dry_run: true });
    const question = `The search finds ${formatCount(result.succeeded, 'message')} to change. Go on? [y/n]`;
    if ((await askPerson(context, question, ['yes', 'no'])) === 'no') return exitCodes.done;
  }
  return printChange(context, await change({}, changeKey(options.key)), done);
}

/** Says what a change did, and how it is undone. Exit code 1 means that a part of it failed. */
export function printChange({ out }: CommandContext, reply: ChangeReply, done: string): number {
  const { result } = reply;
  out.done(reply, () => changeText(result, done));
  return result.failed > 0 ? exitCodes.failed : exitCodes.done;
}

function changeText(result: Result, done: string): string {
  const { succeeded, skipped, failed, mutation_id, undoable, job_id, outcomes, accounts } = result;
  const reasons = [...new Set(outcomes.map(({ reason }) => reason))].slice(0, 5);
  const errors = accounts.flatMap(({ account_name, error }) => (error === null ? [] : [`${account_name}: ${error}`]));
  return [
    `${done} ${formatCount(succeeded, 'message')}.`,
    ...(skipped > 0 ? [`${formatCount(skipped, 'message')} left as ${skipped === 1 ? 'it was' : 'they were'}.`] : []),
    ...(failed > 0 ? [`${formatCount(failed, 'message')} couldn’t be changed.`] : []),
    ...reasons,
    ...errors,
    ...(job_id !== null ? [`It goes on in the background: posthorn jobs ${job_id}`] : []),
    ...(undoable && mutation_id !== null ? [`To undo it: posthorn undo ${mutation_id}`] : []),
  ].join('\n');
}
