import { Option } from 'commander';
import { formatInteger } from '../../base/numbers.ts';
import { chosenAccount, type AddCommand, type CommandContext } from './context.ts';
import { UsageError } from './exit-codes.ts';
import { mailTable, rowsOf, withShortIds } from './mail-rows.ts';
import { parseCount } from './parse-options.ts';
import { uses } from './rows-used.ts';

type SearchOptions = {
  limit: number;
  cursor?: string;
  messages?: true;
  mode?: 'lexical' | 'hybrid' | 'semantic';
  sort?: string;
  count?: true;
};

/** `posthorn search`: mail that matches a query. */
export const addSearch: AddCommand = (program, run) => {
  uses(
    program
      .command('search')
      .summary('Search mail')
      .description('Searches mail with the words of the page, such as from:ada has:attachment newer:2w.')
      .argument('<query...>', 'the query; its words are joined with spaces')
      .option('-n, --limit <count>', 'how many', parseCount(1_000), 25)
      .addOption(new Option('--cursor <cursor>', 'the next page: the next_cursor of the page before'))
      .option('--messages', 'single messages instead of conversations')
      .addOption(new Option('--mode <mode>', 'how to search').choices(['lexical', 'hybrid', 'semantic']))
      .addOption(new Option('--sort <order>', 'the order').choices(['recent', 'oldest', 'relevant']))
      .option('--count', 'only how many messages match')
      .action(run(searchMail)),
    'search.find',
    'search.count',
    'accounts.list',
  );
};

async function searchMail(context: CommandContext, words: string[], options: SearchOptions): Promise<void> {
  const q = words.join(' ').trim();
  if (q === '') throw new UsageError('Write what to search for, such as: posthorn search from:ada invoice');
  const account = await chosenAccount(context);
  const scope = {
    ...(account && { account_id: account.account_id }),
    ...(options.mode && { mode: options.mode }),
  };
  if (options.count) {
    const { count } = await context.ask('search.count', { q, ...scope });
    return context.out.answer({ query: q, count }, () => formatInteger(count));
  }
  const reply = await context.ask('search.find', {
    q,
    ...scope,
    limit: options.limit,
    scope: options.messages ? 'messages' : 'threads',
    ...(options.cursor !== undefined && { cursor: options.cursor }),
    ...(options.sort !== undefined && { sort: options.sort }),
  });
  const { groups, total, total_is_exact, has_more, next_cursor, coverage, did_you_mean } = reply;
  const rows = await withShortIds(context, rowsOf(groups));
  const value = {
    query: q,
    account: account?.email ?? null,
    total,
    total_is_exact,
    has_more,
    next_cursor,
    coverage,
    rows,
  };
  context.out.answer(value, () => {
    const hint = did_you_mean ? [`Did you mean: ${did_you_mean.query}`] : [];
    const partial = coverage.indexed < coverage.stored ? ['Search doesn’t cover all mail yet.'] : [];
    if (rows.length === 0) return ['Nothing was found.', ...hint, ...partial].join('\n');
    const heading = `${total_is_exact ? '' : 'About '}${formatInteger(total)} found in ${account?.name ?? 'all accounts'}`;
    const more = has_more && next_cursor !== null ? [`More: add --cursor ${next_cursor}`] : [];
    return [heading, mailTable(context, rows), ...hint, ...partial, ...more].join('\n');
  });
}
