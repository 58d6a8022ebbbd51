import type { AddCommand, CommandContext } from './context.ts';
import { uses } from './rows-used.ts';

/** `posthorn accounts`: the mail accounts and their health. */
export const addAccounts: AddCommand = (program, run) => {
  const command = program
    .command('accounts')
    .summary('List the accounts')
    .description('Lists the accounts with their health. The key or the address of one is what --account takes.')
    .action(run(listAccounts));
  uses(command, 'accounts.list');
};

async function listAccounts({ ask, out }: CommandContext): Promise<void> {
  const reply = await ask('accounts.list', {});
  out.answer(reply, () =>
    reply.accounts.length === 0
      ? 'No account is set up.'
      : out.table(
          [
            { title: 'KEY' },
            { title: 'ADDRESS', shrinksTo: 12 },
            { title: 'NAME', shrinksTo: 8 },
            { title: '' },
            { title: 'STATE', shrinksTo: 12 },
          ],
          reply.accounts.map(({ key, email, name, is_default, health }) => [
            key ?? '',
            email,
            name,
            is_default ? 'default' : '',
            health.message,
          ]),
        ),
  );
}
