import { Option } from 'commander';
import { formatInteger } from '../../base/numbers.ts';
import { Failure } from '../../base/failure.ts';
import { chosenAccount, everyAccount, type AddCommand, type CommandContext, type InputOf } from './context.ts';
import { mailTable, rowsOf, withShortIds } from './mail-rows.ts';
import { parseCount } from './parse-options.ts';
import { uses } from './rows-used.ts';

type ListOptions = { limit: number; cursor?: string; messages?: true; unread?: true };

/** Words for mailboxes that every account has, under whatever name its server keeps them. */
const roles = ['inbox', 'sent', 'drafts', 'trash', 'spam', 'archive', 'important', 'starred'] as const;

/** `posthorn list`: what is in a mailbox. */
export const addList: AddCommand = (program, run) => {
  uses(
    program
      .command('list')
      .aliases(['ls'])
      .summary('List a mailbox')
      .description(
        'Lists the conversations of a mailbox, newest first. The ids in the first column are what other commands take.',
      )
      .argument('[mailbox]', `${roles.join(', ')}, all, or the name of a label`, 'inbox')
      .option('-n, --limit <count>', 'how many', parseCount(1_000), 25)
      .addOption(new Option('--cursor <cursor>', 'the next page: the next_cursor of the page before'))
      .option('--messages', 'single messages instead of conversations')
      .action(run(listMailbox)),
    'mailbox.list',
    'labels.list',
    'accounts.list',
    'sync.status',
  );
};

async function listMailbox(context: CommandContext, mailbox: string, options: ListOptions): Promise<void> {
  const account = await chosenAccount(context);
  const view = options.messages ? 'messages' : 'threads';
  const reply = await context.ask('mailbox.list', {
    limit: options.limit,
    view,
    ...(options.cursor !== undefined && { cursor: options.cursor }),
    ...(account && { account_id: account.account_id }),
    ...(await lensOf(context, mailbox, account?.account_id)),
  });
  const { groups, counts, has_more, next_cursor, lensLabel } = reply.mailbox;
  const rows = await withShortIds(context, rowsOf(groups));
  const isFilling = rows.length === 0 && !context.out.isJson && (await isFetching(context, account?.account_id));
  const value = { mailbox: lensLabel, view, account: account?.email ?? null, counts, has_more, next_cursor, rows };
  context.out.answer(value, () => {
    if (rows.length === 0) return `${lensLabel} is empty${isFilling ? ' so far: mail is being fetched' : ''}.`;
    const heading = `${lensLabel} of ${account?.name ?? 'all accounts'}: ${formatInteger(counts.unread)} unread of ${formatInteger(counts.total)}`;
    const more = has_more && next_cursor !== null ? [`More: add --cursor ${next_cursor}`] : [];
    return [heading, mailTable(context, rows), ...more].join('\n');
  });
}

/** Whether a sync runs: a mailbox that is empty now may not stay so. */
async function isFetching({ ask }: CommandContext, account_id: string | undefined): Promise<boolean> {
  const reply = await ask('sync.status', account_id === undefined ? {} : { account_id });
  const statuses = 'sync_statuses' in reply ? reply.sync_statuses : [reply.sync];
  return statuses.some(({ sync_in_progress }) => sync_in_progress);
}

async function lensOf(
  { ask }: CommandContext,
  mailbox: string,
  account_id: string | undefined,
): Promise<Pick<InputOf<'mailbox.list'>, 'lens_kind' | 'label_id'>> {
  const wanted = mailbox.toLowerCase();
  if (wanted === 'inbox') return { lens_kind: 'inbox' };
  if (wanted === 'all') return { lens_kind: 'all_mail' };
  const { labels } = await ask('labels.list', account_id === undefined ? {} : { account_id });
  const byRole = labels.filter(({ role }) => role === wanted);
  const byName = labels.filter(({ full_name, name }) =>
    [full_name, name].some((each) => each.toLowerCase() === wanted),
  );
  const [label, ...others] = byRole.length > 0 ? byRole : byName;
  if (label && others.length === 0) return { lens_kind: 'label', label_id: label.id };
  const sentence = label
    ? `Several mailboxes are named “${mailbox}”. Name the account with --account${account_id === undefined ? ` instead of “${everyAccount}”` : ', or write all levels of the label'}.`
    : `There is no mailbox or label “${mailbox}”. "posthorn label" lists them.`;
  throw new Failure('missing', 'label_not_found', sentence);
}
