import type { AddCommand, CommandContext } from './context.ts';
import { commandInfos, optionInfo } from './command-tree.ts';
import { exitCodeMeanings } from './exit-codes.ts';

/** `posthorn commands`: what this program can do, for programs. */
export const addCommands: AddCommand = (program, run) => {
  program
    .command('commands')
    .summary('List commands and requests for programs')
    .description(
      'Lists every command with its arguments, options and requests, every request that "posthorn api" sends, and the exit codes.',
    )
    .action(run(listCommands));

  async function listCommands({ out }: CommandContext): Promise<void> {
    // Only here: the names of all requests are large.
    const { addresses } = await import('../../addresses.ts');
    const rows = addresses
      .filter(({ onlyInDemo }) => !onlyInDemo)
      .map(({ feature, row, http }) => ({ name: `${feature}.${row}`, http }));
    const commands = commandInfos(program);
    const value = {
      global_options: program.options.map(optionInfo),
      commands,
      rows,
      exit_codes: exitCodeMeanings,
    };
    out.answer(value, () => commands.map(({ name, summary }) => `${name.padEnd(18)}${summary}`).join('\n'));
  }
};
