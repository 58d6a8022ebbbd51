import type { Argument, Command, Option } from 'commander';
import { examplesOf } from './examples.ts';
import { rowsUsedBy } from './rows-used.ts';

/** One command of the tree, as data. */
export type CommandInfo = {
  /** The words after `posthorn`. */
  name: string;
  aliases: string[];
  summary: string;
  description: string;
  arguments: {
    name: string;
    description: string;
    required: boolean;
    variadic: boolean;
    choices: string[] | null;
    default: unknown;
  }[];
  options: OptionInfo[];
  examples: string[];
  /** The requests that it sends. */
  rows: string[];
};
export type OptionInfo = {
  flags: string;
  long: string | null;
  short: string | null;
  description: string;
  takes_value: boolean;
  choices: string[] | null;
  default: unknown;
};

/** The commands of a program, subcommands included, in the order of the help. */
export function commandInfos(program: Command): CommandInfo[] {
  return program.commands.flatMap((command) => infosOf(command, ''));
}

function infosOf(command: Command, prefix: string): CommandInfo[] {
  const name = `${prefix}${command.name()}`;
  const info = {
    name,
    aliases: command.aliases(),
    summary: command.summary() || command.description(),
    description: command.description() || command.summary(),
    arguments: command.registeredArguments.map(argumentInfo),
    options: command.options.map(optionInfo),
    examples: [...examplesOf(name)],
    rows: [...rowsUsedBy(command)],
  };
  return [info, ...command.commands.flatMap((each) => infosOf(each, `${name} `))];
}

function argumentInfo(argument: Argument): CommandInfo['arguments'][number] {
  const { description, required, variadic, argChoices, defaultValue } = argument;
  return {
    name: argument.name(),
    description,
    required,
    variadic,
    choices: argChoices ? [...argChoices] : null,
    default: (defaultValue as unknown) ?? null,
  };
}

/** An option as data; those of the program hold for every command. */
export function optionInfo({
  flags,
  long,
  short,
  description,
  required,
  optional,
  argChoices,
  defaultValue,
}: Option): OptionInfo {
  return {
    flags,
    long: long ?? null,
    short: short ?? null,
    description,
    takes_value: required || optional,
    choices: argChoices ? [...argChoices] : null,
    default: (defaultValue as unknown) ?? null,
  };
}
