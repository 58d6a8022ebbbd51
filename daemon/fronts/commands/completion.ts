import { Argument, type Command } from 'commander';
import type { AddCommand, CommandContext } from './context.ts';
import { commandInfos, optionInfo, type CommandInfo, type OptionInfo } from './command-tree.ts';
import { exitCodes } from './exit-codes.ts';

const shells = { bash, zsh, fish, powershell };
type Shell = keyof typeof shells;

/** `posthorn completion`: a script that completes commands and options in a shell. */
export const addCompletion: AddCommand = (program, run) => {
  program
    .command('completion')
    .summary('Write a completion script for a shell')
    .description(
      'Writes a script with which a shell completes commands and options: eval "$(posthorn completion bash)" in ~/.bashrc, the same with zsh in ~/.zshrc, posthorn completion fish | source in config.fish, posthorn completion powershell | Out-String | Invoke-Expression in $PROFILE.',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(shells)))
    .action(
      run(async ({ out }: CommandContext, shell: Shell) => {
        out.raw(completionScript(program, shell));
        return exitCodes.done;
      }),
    );
};

/** What can follow a command: words, and the values of its options. */
type Place = { path: string; words: string[]; values: { flag: string; choices: string[] }[]; options: OptionInfo[] };

/** The completion script of a shell, from the tree of commands. */
export function completionScript(program: Command, shell: Shell): string {
  const infos = commandInfos(program);
  const globals = program.options.map(optionInfo);
  const root: Place = placeOf('', infos, globals, []);
  const places = infos.flatMap((info) =>
    [info.name, ...info.aliases.map((alias) => info.name.replace(/[^ ]+$/, alias))].map((path) =>
      placeOf(path, infos, [...info.options, ...globals], info.arguments, info.name),
    ),
  );
  return shells[shell]([root, ...places], infos);
}

function placeOf(
  path: string,
  infos: readonly CommandInfo[],
  options: readonly OptionInfo[],
  given: CommandInfo['arguments'],
  name = path,
): Place {
  const prefix = name === '' ? '' : `${name} `;
  const subcommands = infos
    .filter((info) => info.name.startsWith(prefix) && !info.name.slice(prefix.length).includes(' '))
    .flatMap((info) => [info.name.slice(prefix.length), ...info.aliases]);
  const flags = options.flatMap(({ long, short }) => [long, short].filter((each) => each !== null));
  const values = options.flatMap(({ long, short, choices }) =>
    choices === null ? [] : [long, short].flatMap((flag) => (flag === null ? [] : [{ flag, choices }])),
  );
  const choices = given.flatMap((argument) => argument.choices ?? []);
  return { path, words: [...subcommands, ...choices, ...flags, '--help'], values, options: [...options] };
}

/** Subcommands of commands, so that a shell knows which words name one. */
function pathsOf(places: readonly Place[]): string[] {
  return places.map(({ path }) => path).filter((path) => path !== '');
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The body that bash and zsh share: which words can follow `$place`, after the word `$previous`. */
function shellCases(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, words, values }) => [
    `    ${quoted(path)})`,
    ...(values.length === 0
      ? []
      : [
          '      case "$previous" in',
          ...values.map(({ flag, choices }) => `        ${flag}) words=${quoted(choices.join(' '))}; return ;;`),
          '      esac',
        ]),
    `      words=${quoted(words.join(' '))} ;;`,
  ]);
  return ['  case "$place" in', ...lines, '  esac'].join('\n');
}

function shellPaths(places: readonly Place[]): string {
  return pathsOf(places)
    .map((path) => quoted(path))
    .join('|');
}

function bash(places: readonly Place[]): string {
  return `# Completion of posthorn for bash.
_posthorn_words() {
${shellCases(places)}
}
_posthorn() {
  local place='' words='' previous="\${COMP_WORDS[COMP_CWORD-1]}" current="\${COMP_WORDS[COMP_CWORD]}" at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "\${place:+$place }\${COMP_WORDS[at]}" in
      ${shellPaths(places)}) place="\${place:+$place }\${COMP_WORDS[at]}" ;;
    esac
  done
  _posthorn_words
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _posthorn posthorn
`;
}

function zsh(places: readonly Place[]): string {
  return `#compdef posthorn
# Completion of posthorn for zsh.
_posthorn_words() {
${shellCases(places)}
}
_posthorn() {
  # \`words\` holds the command line in zsh.
  local -a line=("\${words[@]}")
  local place='' words='' previous="\${line[CURRENT-1]}" at
  for ((at = 2; at < CURRENT; at++)); do
    case "\${place:+$place }\${line[at]}" in
      ${shellPaths(places)}) place="\${place:+$place }\${line[at]}" ;;
    esac
  done
  _posthorn_words
  compadd -- \${=words}
}
compdef _posthorn posthorn
`;
}

function fish(places: readonly Place[], infos: readonly CommandInfo[]): string {
  const summaryOf = (path: string) => infos.find(({ name }) => name === path)?.summary ?? '';
  const lines = places.flatMap(({ path, words, values, options }) => {
    const condition = `-n ${quoted(`__posthorn_at ${quoted(path)}`)}`;
    const flags = new Set(options.flatMap(({ long, short }) => [long, short]));
    const plain = words.filter((word) => !flags.has(word) && word !== '--help');
    return [
      ...plain.map(
        (word) =>
          `complete -c posthorn -f ${condition} -a ${quoted(word)} -d ${quoted(summaryOf(path === '' ? word : `${path} ${word}`))}`,
      ),
      ...options.map(({ long, short, description, takes_value }) => {
        const choices = values.find(({ flag }) => flag === long)?.choices;
        const names = [...(long ? [`-l ${long.slice(2)}`] : []), ...(short ? [`-s ${short.slice(1)}`] : [])].join(' ');
        const value = choices ? ` -x -a ${quoted(choices.join(' '))}` : takes_value ? ' -r' : '';
        return `complete -c posthorn ${condition} ${names}${value} -d ${quoted(description)}`;
      }),
    ];
  });
  return `# Completion of posthorn for fish.
function __posthorn_at
  set -l found
  for word in (commandline -opc)[2..-1]
    set -l candidate (string join ' ' $found $word)
    if contains -- $candidate ${pathsOf(places).map(quoted).join(' ')}
      set -a found $word
    end
  end
  test "$argv[1]" = (string join ' ' $found)
end
${lines.join('\n')}
`;
}

function powershell(places: readonly Place[]): string {
  const doubled = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const table = places.map(({ path, words }) => `  ${doubled(path)} = @(${words.map(doubled).join(', ')})`);
  const values = places.flatMap(({ path, values }) =>
    values.map(({ flag, choices }) => `  ${doubled(`${path} ${flag}`)} = @(${choices.map(doubled).join(', ')})`),
  );
  return `# Completion of posthorn for PowerShell.
$PosthornWords = @{
${table.join('\n')}
}
$PosthornValues = @{
${values.join('\n')}
}
Register-ArgumentCompleter -Native -CommandName posthorn -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $path = ''
  $previous = ''
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.EndOffset -ge $cursorPosition -and $wordToComplete -ne '') { break }
    $word = $element.ToString()
    $candidate = "$path $word".Trim()
    if ($PosthornWords.ContainsKey($candidate)) { $path = $candidate }
    $previous = $word
  }
  $words = $PosthornValues["$path $previous"]
  if ($null -eq $words) { $words = $PosthornWords[$path] }
  $words | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}
