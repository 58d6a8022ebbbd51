import type { Command } from 'commander';
import { commandInfos, optionInfo, type CommandInfo, type OptionInfo } from './command-tree.ts';
import type { AddCommand, CommandContext } from './context.ts';
import { exitCodeMeanings, exitCodes } from './exit-codes.ts';

/** `posthorn man`: the manual, as a page for man(1). */
export const addManual: AddCommand = (program, run) => {
  program
    .command('man')
    .summary('Write the manual page')
    .description('Writes the manual page (troff): posthorn man >~/.local/share/man/man1/posthorn.1')
    .action(
      run(async ({ out }: CommandContext) => {
        out.raw(manualPage(program));
        return exitCodes.done;
      }),
    );
};

const environment: Readonly<Record<string, string>> = {
  SVC_INSTANCE: 'the name of the Posthorn to talk to, such as posthorn-demo',
  SVC_DAEMON_ADDR: 'where to connect, as for --daemon',
  SVC_DAEMON_TOKEN: 'the token for tcp://',
  SVC_DAEMON_TOKEN_PATH: 'the file with that token',
  SVC_IPC_TIMEOUT_SECS: 'seconds to wait for an ordinary reply, 120 by default; 0 waits without a limit',
  VISUAL: 'the editor, where [general].editor is not set; then EDITOR',
  NO_COLOR: 'no colours',
};

/** The manual page of the whole program, made of its tree of commands. */
function manualPage(program: Command): string {
  const infos = commandInfos(program);
  return [
    '.TH POSTHORN 1 "" "Posthorn" "User Commands"',
    '.SH NAME',
    `posthorn \\- ${roff(program.description())}`,
    '.SH SYNOPSIS',
    '.B posthorn',
    '.I command',
    '[arguments] [options]',
    '.SH COMMANDS',
    ...infos.flatMap(commandLines),
    '.SH GLOBAL OPTIONS',
    ...program.options.map(optionInfo).flatMap(optionLines),
    '.SH OUTPUT',
    roff(
      'JSON is written where the output is not a terminal, or with --json: one object with a schema_version, or one a line for streams. Errors are written to standard error, in the same form.',
    ),
    '.SH EXIT STATUS',
    ...Object.entries(exitCodeMeanings).flatMap(([code, meaning]) => ['.TP', `.B ${code}`, roff(meaning)]),
    '.SH ENVIRONMENT',
    ...Object.entries(environment).flatMap(([name, meaning]) => ['.TP', `.B ${name}`, roff(meaning)]),
    '',
  ].join('\n');
}

function commandLines({ name, description, arguments: given, options, examples }: CommandInfo): string[] {
  const words = given.map((each) => {
    const word = each.variadic ? `${each.name}...` : each.name;
    return each.required ? `<${word}>` : `[${word}]`;
  });
  return [
    '.SS ' + roff(['posthorn', name, ...words].join(' ')),
    roff(description),
    ...given.flatMap((each) => ['.TP', `.I ${roff(each.name)}`, roff(withChoices(each.description, each.choices))]),
    ...options.flatMap(optionLines),
    ...(examples.length > 0 ? ['.TP', 'Examples:', ...examples.flatMap((line) => [roff(line), '.br'])] : []),
  ];
}

function optionLines({ flags, description, choices }: OptionInfo): string[] {
  return ['.TP', `.B ${roff(flags)}`, roff(withChoices(description, choices))];
}

function withChoices(description: string, choices: readonly string[] | null): string {
  return choices === null ? description : `${description} (${choices.join(', ')})`;
}

/** Text as troff prints it: hyphens stay hyphens, and no line is taken for a request. */
function roff(text: string): string {
  return text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll('’', String.raw`\(cq`)
    .replaceAll('“', String.raw`\(lq`)
    .replaceAll('”', String.raw`\(rq`)
    .replaceAll('…', '...')
    .replaceAll(/^(?=[.'])/gm, String.raw`\&`);
}
