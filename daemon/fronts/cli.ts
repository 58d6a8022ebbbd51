/** The entry of `npx posthorn …` after the check of the Node version: a front of the running daemon. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import packageOfProject from '../../package.json' with { type: 'json' };
import { systemClock } from '../base/clock.ts';
import { Failure } from '../base/failure.ts';
import { instances, resolvePaths, type Paths } from '../config/paths.ts';
import { connectTo, type Client, type ConnectOptions } from './client.ts';
import { listBackups, makeBackup, restoreBackup } from './backup-command.ts';
import { importFiles } from './import-command.ts';
import {
  repairState,
  repairStore,
  repairWords,
  restoreDamaged,
  waitForRestart,
  type RepairTarget,
} from './repair-command.ts';
import { toolTiers, type ToolTier } from './mcp/tiers.ts';
import { parseSettingsCommand, repairSettings } from './settings-command.ts';
import { statusText, type Status } from './status-command.ts';
import { printable, printLine } from './terminal.ts';

const usage = `npx posthorn status

Says how the Posthorn is that is running: its page, its accounts, and what is wrong. Ends with 3 where none is.

npx posthorn mcp [--tools core | default | all]

Gives your mail to a program with a language model, over the Model Context Protocol on standard input and output. The
program may do what [agents.profiles.mcp] in config.toml allows. SVC_MCP_TOKEN is the token it was given in the settings.
  --tools        which tools are offered: the 6 most important ones, the usual ones, or one for every request

npx posthorn import PATH [--folder NAME] [--no-wait]

Imports a Maildir, mbox files or message files (.eml), also packed with gzip, into the Posthorn that is running.
  --folder NAME  puts all of it under this folder; otherwise its own folders are kept
  --no-wait      does not wait until it is done

npx posthorn settings [restore | reset] [config | keys | secrets]

Says whether config.toml, keys.toml or secrets.toml is damaged, and repairs it. What was there is kept beside it.
  restore        puts the last good version back
  reset          does without it, so that the defaults are used

npx posthorn backup

Copies all that Posthorn knows but passwords, while it runs, into the folder of [backup] in config.toml.

npx posthorn restore [NAME]

Puts a backup back, and keeps what was there before beside it; without a name lists the backups there are. Works also
while Posthorn is not running or cannot open its mail.

npx posthorn repair [salvage | start-over | retry]

Says whether the mail database is damaged and what you can do. The old files are always kept.
  salvage        copies everything that can be read into a new mail database
  start-over     starts with a new mail database and fetches all mail again from your servers
  retry          opens the mail database again`;

/** An invalid argument on the command line. */
class UsageError extends Error {}

/** The timeout for requests that do not wait for the user. */
const defaultTimeoutSeconds = 120;

const exitCodes = { done: 0, failed: 1, usageError: 2, notRunning: 3 };

async function main(args: readonly string[]): Promise<number> {
  const parsedCommand = parseCommand(args);
  switch (parsedCommand.command) {
    case 'help':
      printLine(usage);
      return exitCodes.done;
    case 'status':
      return showStatus();
    case 'mcp':
      return serveTools(parsedCommand.tools);
    case 'import':
      return withDaemon((connection) => importFiles({ ...connection, ...parsedCommand }));
    case 'settings':
      return withDaemon(({ client }) => repairSettings(client, parsedCommand.repair));
    case 'backup':
      return withDaemon(({ client }) => makeBackup(client, findClient));
    case 'restore':
      return withRepairTarget((target, client) => restore(target, client, parsedCommand.name));
    case 'repair':
      return withRepairTarget((target) => repairStore(target, parsedCommand.word));
  }
}

async function withDaemon(act: (connection: FoundDaemon) => Promise<number>): Promise<number> {
  const connection = await findDaemon();
  if (!connection) throw notRunning();
  return act(connection).finally(connection.client.close);
}

async function restore(target: RepairTarget, client: Client | undefined, name: string | undefined): Promise<number> {
  if (name === undefined) return listBackups(target);
  const isUsable = client && (await repairState(client)).mode === 'normal';
  return isUsable ? restoreBackup(client, findClient, name) : restoreDamaged(target, name);
}

/** Runs `act` on the running daemon, or on the store itself where none runs. */
async function withRepairTarget(
  act: (target: RepairTarget, client: Client | undefined) => Promise<number>,
): Promise<number> {
  const connection = await findDaemon();
  if (connection) {
    const { client } = connection;
    const settled = () => waitForRestart(findClient);
    return act({ ask: client.ask, settled }, client).finally(client.close);
  }
  const { openOfflineRepair } = await import('../offline-repair.ts');
  const target = openOfflineRepair(storedInstance());
  return act(target, undefined).finally(target.close);
}

/** The instance that `SVC_INSTANCE` names, else the first that has stored mail. Throws Failure `no_daemon` without any. */
function storedInstance(): Paths {
  const found = instancePaths().find(
    ({ dataDir }) => existsSync(join(dataDir, 'backups')) || existsSync(storedTrace(dataDir)),
  );
  if (!found) throw notRunning();
  return found;
}

/** A file that every data folder has after its first start. */
function storedTrace(dataDir: string): string {
  return join(dataDir, 'lock.db');
}

function instancePaths(): Paths[] {
  const names = process.env['SVC_INSTANCE'] ? [process.env['SVC_INSTANCE']] : Object.values(instances);
  return names.map((instance) =>
    resolvePaths({ env: process.env, platform: process.platform, home: homedir(), instance }),
  );
}

async function findClient(): Promise<Client | undefined> {
  return (await findDaemon())?.client;
}

/** The modules of the protocol are loaded only here. */
async function serveTools(tools: ToolTier): Promise<number> {
  const { runToolServer } = await import('./mcp/stdio.ts');
  const token = process.env['SVC_MCP_TOKEN'] || undefined;
  const connect = async () => (await findDaemon({ origin: 'mcp', token }))?.client;
  await runToolServer({ connect, tools, version: packageOfProject.version });
  return exitCodes.done;
}

async function showStatus(): Promise<number> {
  const connection = await findDaemon();
  if (!connection) {
    printError(notRunning());
    return exitCodes.notRunning;
  }
  const status = (await connection.client.ask('admin.status', {}).finally(connection.client.close)) as Status;
  printLine(statusText(status, systemClock.now()));
  return exitCodes.done;
}

function parseCommand(args: readonly string[]) {
  const { values, positionals } = parseWords(args);
  const [command = 'help', path, ...rest] = positionals;
  if (values.help || command === 'help') return { command: 'help' as const };
  if (command === 'status' || command === 'backup') {
    if (path !== undefined) throw new UsageError(`"${command}" takes no arguments: remove "${path}".`);
    return { command } as const;
  }
  if (command === 'mcp') {
    const tools = toolTiers.find((tier) => tier === (values.tools ?? 'default'));
    if (path !== undefined || tools === undefined)
      throw new UsageError(`"mcp" takes only --tools with one of the words ${toolTiers.join(', ')}.`);
    return { command, tools } as const;
  }
  if (command === 'settings') {
    const parsed = parseSettingsCommand(positionals.slice(1));
    if (!parsed)
      throw new UsageError('"settings" takes restore or reset, and then config, keys or secrets, or nothing.');
    return { command: 'settings' as const, repair: parsed.command };
  }
  if (command === 'restore') {
    if (rest.length > 0) throw new UsageError(`Name only one backup: remove "${rest[0]}".`);
    return { command: 'restore' as const, name: path };
  }
  if (command === 'repair') {
    if (rest.length > 0 || (path !== undefined && !repairWords.includes(path)))
      throw new UsageError(`"repair" takes one of the words ${repairWords.join(', ')} after it, or nothing.`);
    return { command: 'repair' as const, word: path };
  }
  if (command !== 'import') throw new UsageError(`There is no command named "${command}".`);
  if (!path) throw new UsageError('Say what to import: a Maildir, an mbox file, a message file, or a folder of them.');
  if (rest.length > 0) throw new UsageError(`Name only one path: remove "${rest[0]}".`);
  return { command: 'import' as const, path, folder: values.folder, wait: !values['no-wait'] };
}

function parseWords(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        folder: { type: 'string' },
        tools: { type: 'string' },
        'no-wait': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (thrown) {
    throw new UsageError(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

type FoundDaemon = { client: Client; instance: string };

/** The instance that `SVC_INSTANCE` names, else the first that runs: the owner's own before the demo. */
async function findDaemon(as?: ConnectOptions['as']): Promise<FoundDaemon | undefined> {
  for (const { socketPath, instance } of instancePaths()) {
    const client = await connectTo(socketPath, { timeoutMs: timeoutSeconds() * 1000, as });
    if (client) return { client, instance };
  }
  return undefined;
}

function notRunning(): Failure {
  return new Failure(
    'unavailable',
    'no_daemon',
    'Posthorn isn’t running. Open it, or run `npm run daemon` in another terminal, then try again.',
  );
}

function timeoutSeconds(): number {
  const configured = process.env['SVC_IPC_TIMEOUT_SECS'];
  return configured !== undefined && /^\d{1,6}$/.test(configured) ? Number(configured) : defaultTimeoutSeconds;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (thrown: unknown) => {
    printError(thrown);
    process.exit(thrown instanceof UsageError ? exitCodes.usageError : exitCodes.failed);
  },
);

function printError(thrown: unknown): void {
  process.stderr.write(`${printable(errorText(thrown))}\n`);
}

function errorText(thrown: unknown): string {
  if (thrown instanceof UsageError) return `${thrown.message}\n\n${usage}`;
  return thrown instanceof Failure ? thrown.message : inspect(thrown);
}
