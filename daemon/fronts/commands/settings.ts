import { Argument } from 'commander';
import { settingsFileNames, type SettingsFileName } from '../../config/settings-files.ts';
import type { FileRepair } from '../../config/damaged-file.ts';
import type { AddCommand, CommandContext } from './context.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { uses } from './rows-used.ts';

/** `posthorn settings`: damaged settings files, and their repair. */
export const addSettings: AddCommand = (program, run) => {
  const command = program
    .command('settings')
    .summary('Check and repair the settings files')
    .description(
      'Says whether config.toml, keys.toml or secrets.toml is damaged, and repairs it. "restore" puts the last good version back, "reset" does without the file, so that the defaults are used. What was there is kept beside it.',
    )
    .addArgument(new Argument('[repair]', 'how').choices(['restore', 'reset']))
    .addArgument(new Argument('[file]', 'which file').choices(settingsFileNames))
    .action(run(repairSettings));
  uses(command, 'diagnostics.report', 'diagnostics.repair');
};

/** Prints which files of settings are damaged and what can be done, or repairs one. Resolves to the exit code. */
async function repairSettings(
  { ask, out }: CommandContext,
  repair: FileRepair | undefined,
  file: SettingsFileName | undefined,
): Promise<number> {
  if (repair) {
    if (!file) throw new UsageError('"settings" takes restore or reset, and then config, keys or secrets, or nothing.');
    const reply = await ask('diagnostics.repair', { action: `${repair}_${file}` });
    out.done(reply, () => reply.message);
    return exitCodes.done;
  }
  const { findings } = (await ask('diagnostics.report', {})).report;
  const damaged = settingsFileNames.flatMap((name) => findings.filter(({ code }) => code === `${name}_unreadable`));
  out.answer({ findings: damaged }, () => {
    if (damaged.length === 0) return 'config.toml, keys.toml and secrets.toml are in order.';
    return damaged
      .flatMap(({ message, action, other_action }) => [
        message,
        ...[action, other_action].flatMap((offer) =>
          offer ? [`  posthorn settings ${offer.id.replace('_', ' ')}\n      ${offer.label}`] : [],
        ),
      ])
      .join('\n');
  });
  return damaged.length === 0 ? exitCodes.done : exitCodes.failed;
}
