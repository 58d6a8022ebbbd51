import { Option } from 'commander';
import { chosenAccount, type AddCommand, type CommandContext } from './context.ts';
import { localTime } from './local-time.ts';
import { collect } from './parse-options.ts';
import { uses } from './rows-used.ts';

type Scope = 'read' | 'draft' | 'send' | 'act' | 'admin';
type CreateOptions = { origin: 'script' | 'agent' | 'mcp'; scope?: Scope[]; expires?: string };

/** `posthorn token`: keys for other programs. */
export const addToken: AddCommand = (program, run) => {
  const token = program.command('token').aliases(['tokens']).summary('List, create and revoke tokens');
  uses(
    token
      .command('list', { isDefault: true })
      .description('Lists the tokens with their last use.')
      .action(run(listTokens)),
    'tokens.list',
  );
  uses(
    token
      .command('create')
      .description('Creates a token for a script, an agent or a tool. It is shown this one time. --account limits it.')
      .argument('<name>', 'what it is for')
      .addOption(new Option('--origin <origin>', 'who uses it').choices(['script', 'agent', 'mcp']).default('script'))
      .addOption(
        new Option('--scope <scope>', 'what it may do; may be given several times')
          .choices(['read', 'draft', 'send', 'act', 'admin'])
          .argParser(collect),
      )
      .option('--expires <time>', 'when it ends, such as 2026-12-31T00:00Z')
      .action(run(createToken)),
    'tokens.create',
  );
  uses(
    token
      .command('revoke')
      .description('Takes the rights of a token at once.')
      .argument('<id>', 'the id of a token')
      .action(run(revokeToken)),
    'tokens.remove',
  );
};

async function listTokens({ ask, out }: CommandContext): Promise<void> {
  const reply = await ask('tokens.list', {});
  out.answer(reply, () =>
    reply.tokens.length === 0
      ? 'There are no tokens.'
      : out.table(
          [
            { title: 'ID' },
            { title: 'NAME', shrinksTo: 10 },
            { title: 'FOR' },
            { title: 'MAY' },
            { title: 'LAST USED' },
          ],
          reply.tokens.map(({ token_id, name, origin, scopes, last_used_at }) => [
            token_id,
            name,
            origin,
            scopes?.join(', ') ?? 'everything its kind may',
            last_used_at === null ? 'never' : localTime(last_used_at),
          ]),
        ),
  );
}

async function createToken(
  context: CommandContext,
  name: string,
  { origin, scope, expires }: CreateOptions,
): Promise<void> {
  const account = context.options.account === undefined ? undefined : await chosenAccount(context);
  const reply = await context.ask('tokens.create', {
    name,
    origin,
    ...(scope && { scopes: scope }),
    ...(expires !== undefined && { expires_at: expires }),
    ...(account && { account_ids: [account.account_id] }),
  });
  context.out.answer(reply, () => reply.token);
  context.out.note('Keep it safe: it isn’t shown again.');
}

async function revokeToken({ ask, out }: CommandContext, token_id: string): Promise<void> {
  const reply = await ask('tokens.remove', { token_id });
  out.done({ ...reply, token_id }, () => 'Revoked.');
}
