import type { Command } from 'commander';
import type { RequestName } from '../../contract.ts';

const rowsByCommand = new WeakMap<Command, readonly string[]>();

/** Notes which rows of the contract a command asks, for `posthorn commands`. */
export function uses(command: Command, ...rows: readonly RequestName[]): Command {
  rowsByCommand.set(command, rows);
  return command;
}

export function rowsUsedBy(command: Command): readonly string[] {
  return rowsByCommand.get(command) ?? [];
}
