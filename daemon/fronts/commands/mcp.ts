import { Option } from 'commander';
import { toolTiers, type ToolTier } from '../mcp/tiers.ts';
import { dial } from './address.ts';
import type { AddCommand, CommandContext } from './context.ts';
import { ownVersion } from './version.ts';

/** `posthorn mcp`: tools for a program with a language model. */
export const addMcp: AddCommand = (program, run) => {
  program
    .command('mcp')
    .summary('Give your mail to a program with a language model')
    .description(
      'Serves tools over the Model Context Protocol on standard input and output. The program may do what ' +
        '[agents.profiles.mcp] in config.toml allows. SVC_MCP_TOKEN is the token that the settings created for it.',
    )
    .addOption(
      new Option('--tools <tier>', 'the most important tools, the usual ones, or one for every request')
        .choices(toolTiers)
        .default('default'),
    )
    .action(run((context, options: { tools: ToolTier }) => serveTools(context, options)));
};

/** The modules of the protocol are loaded only here. The client of the protocol limits how long a call takes. */
async function serveTools({ io, options }: CommandContext, { tools }: { tools: ToolTier }): Promise<void> {
  const { runToolServer } = await import('../mcp/stdio.ts');
  const token = io.env['SVC_MCP_TOKEN'] || undefined;
  const as = { origin: 'mcp', token } as const;
  const connect = async () => (await dial(io, { address: options.daemon, timeoutMs: 0, as }))?.client;
  await runToolServer({ connect, tools, version: ownVersion() });
}
