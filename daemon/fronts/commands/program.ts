import { Command, CommanderError } from 'commander';
import type { Clock } from '../../base/clock.ts';
import { createContext, type CommandContext, type GlobalOptions, type Run } from './context.ts';
import { addAccounts } from './accounts.ts';
import { addAgents } from './agents.ts';
import { addApi } from './api.ts';
import { addBackup } from './backup.ts';
import { addCommands } from './commands.ts';
import { addCompletion } from './completion.ts';
import { addCompose } from './compose.ts';
import { addDoctor } from './doctor.ts';
import { addDraft } from './draft.ts';
import { addEvents } from './events.ts';
import { exitCodeOf, exitCodes, PendingApproval, UsageError } from './exit-codes.ts';
import { examplesText } from './examples.ts';
import { addExport } from './export.ts';
import { addImport } from './import.ts';
import type { Io } from './io.ts';
import { addJobs } from './jobs.ts';
import { addLabel } from './label.ts';
import { addList } from './list.ts';
import { addManual } from './manual.ts';
import { addMcp } from './mcp.ts';
import { addMutations } from './mutate.ts';
import { createOutput, type Output } from './output.ts';
import { addPipe } from './pipe.ts';
import { addRepair } from './repair.ts';
import { addReply } from './reply.ts';
import { addRules } from './rules.ts';
import { addSearch } from './search.ts';
import { addSend } from './send.ts';
import { addSettings } from './settings.ts';
import { addShow } from './show.ts';
import { addSnooze } from './snooze.ts';
import { addStatus } from './status.ts';
import { addSync } from './sync.ts';
import { addToken } from './token.ts';
import { addUndo } from './undo.ts';
import { addLock } from './lock.ts';
import { addUnlock } from './unlock.ts';
import { ownVersion } from './version.ts';

/** Every command, in the order of the help. */
const groups = {
  'Read:': [addStatus, addAccounts, addSync, addList, addSearch, addShow, addEvents, addJobs],
  'Write:': [addReply, addCompose, addDraft, addSend],
  'Change:': [addMutations, addLabel, addSnooze, addUndo],
  'Files:': [addExport, addImport, addBackup],
  'Look after:': [addRules, addDoctor, addRepair, addSettings, addUnlock, addLock],
  'Scripts:': [addToken, addAgents, addMcp, addApi, addCommands, addCompletion, addManual, addPipe],
};

const footer = `
JSON is written where the output isn’t a terminal, or with --json.
The ids that list and search show are what other commands take.
To learn more about a command: posthorn help COMMAND`;

/**
 * Runs one command line and resolves to its exit code. Nothing is written but to `io`, and no command ends the process.
 */
export async function runCommandLine(args: readonly string[], io: Io, clock?: Clock): Promise<number> {
  let context: CommandContext | undefined;
  let code: number = exitCodes.done;
  let usageText = '';
  const program = buildProgram(
    (act) =>
      async (...given) => {
        context = createContext(io, program.opts<GlobalOptions>(), clock);
        // Commander adds its options and itself after the arguments that the command declares.
        code = (await act(context, ...given)) ?? exitCodes.done;
      },
    io,
    (text) => (usageText += text),
  );
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : [...args], { from: 'user' });
    return code;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return exitCodes.done;
    if (thrown instanceof PendingApproval) {
      context?.out.done(thrown.reply, () => thrown.message);
      return exitCodeOf(thrown);
    }
    const failed = withHint(program, args, thrown instanceof CommanderError ? usageError(thrown, usageText) : thrown);
    (context?.out ?? usageOutput(program, io)).failure(failed);
    return exitCodeOf(failed);
  } finally {
    context?.close();
  }
}

function usageError({ message }: CommanderError, text: string): UsageError {
  return new UsageError(text.replace(/^error: /, '').trim() || message);
}

/** A usage error also says where the command is described. */
function withHint(program: Command, args: readonly string[], thrown: unknown): unknown {
  if (!(thrown instanceof UsageError)) return thrown;
  const isNamed = (word: string) => program.commands.some((each) => [each.name(), ...each.aliases()].includes(word));
  const command = args.find(isNamed);
  return new UsageError(`${thrown.message}\nTo see what is possible: posthorn help${command ? ` ${command}` : ''}`);
}

/** How a command line that could not be understood is answered. */
function usageOutput(program: Command, io: Io): Output {
  return createOutput(io, program.opts<GlobalOptions>());
}

/** The whole tree of commands. */
export function buildProgram(run: Run, io: Pick<Io, 'stdout'>, onUsageError: (text: string) => void): Command {
  const program = new Command('posthorn')
    .description('Mail on the command line, through the Posthorn that is running.')
    .option('--json', 'write JSON, also on a terminal')
    .option('--text', 'write text, also where the output isn’t a terminal')
    .option('-q, --quiet', 'write nothing but what was asked for')
    .option('-a, --account <account>', 'the key, address or name of an account, or all; otherwise default_account')
    .option('--agent', 'ask with the rights of [agents.profiles.agent]')
    .option('--reason <text>', 'why an agent asks, for the person who approves')
    .option(
      '--daemon <address>',
      'unix://PATH, tcp://HOST:PORT or cmd://COMMAND; otherwise SVC_DAEMON_ADDR or the local socket',
    )
    .option('-V, --version', 'write the version of this program')
    .on('option:version', () => {
      io.stdout.write(`${ownVersion()}\n`);
      throw new CommanderError(exitCodes.done, 'commander.version', ownVersion());
    })
    .addHelpText('after', footer)
    .helpCommand('help [command]', 'Show the help of a command')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: onUsageError,
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stdout.columns ?? 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride()
    .showSuggestionAfterError();
  for (const [title, added] of Object.entries(groups)) {
    program.commandsGroup(title);
    for (const add of added) add(program, run);
  }
  for (const command of program.commands) command.addHelpText('after', examplesText(command.name()));
  return program;
}
