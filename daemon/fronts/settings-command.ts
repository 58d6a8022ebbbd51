import type { z } from 'zod';
import { settingsFileNames, type SettingsFileName } from '../config/settings-files.ts';
import type { FileRepair } from '../config/damaged-file.ts';
import type { Contract } from '../contract.ts';
import type { Client } from './client.ts';
import { printLine } from './terminal.ts';

type Report = z.output<Contract['diagnostics']['report']['output']>['report'];
type Repair = z.output<Contract['diagnostics']['repair']['output']>;

/** What to do with which of the files; absent to say only whether they are damaged. */
type SettingsCommand = { repair: FileRepair; file: SettingsFileName } | undefined;

/** The command that these words form; undefined where they form none. */
export function parseSettingsCommand(words: readonly string[]): { command: SettingsCommand } | undefined {
  const [repair, file, ...rest] = words;
  if (repair === undefined) return { command: undefined };
  const name = settingsFileNames.find((each) => each === file);
  if ((repair !== 'restore' && repair !== 'reset') || name === undefined || rest.length > 0) return undefined;
  return { command: { repair, file: name } };
}

/** Prints which files of settings are damaged and what can be done, or repairs one. Resolves to the exit code. */
export async function repairSettings({ ask }: Pick<Client, 'ask'>, command: SettingsCommand): Promise<number> {
  if (command) {
    const action = `${command.repair}_${command.file}`;
    printLine(((await ask('diagnostics.repair', { action })) as Repair).message);
    return 0;
  }
  const { findings } = ((await ask('diagnostics.report', {})) as { report: Report }).report;
  const damaged = settingsFileNames.flatMap((name) => findings.filter(({ code }) => code === `${name}_unreadable`));
  if (damaged.length === 0) printLine('config.toml, keys.toml and secrets.toml are in order.');
  for (const { message, action, other_action } of damaged) {
    printLine(message);
    for (const offer of [action, other_action])
      if (offer) printLine(`  npx posthorn settings ${offer.id.replace('_', ' ')}\n      ${offer.label}`);
  }
  return damaged.length === 0 ? 0 : 1;
}
