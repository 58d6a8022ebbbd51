/** What `npx posthorn …` runs once Node is new enough: a front of the daemon that is running. */
import { homedir } from 'node:os';
import { inspect, parseArgs } from 'node:util';
import { systemClock } from '../base/clock.ts';
import { Failure } from '../base/failure.ts';
import { instances, resolvePaths } from '../config/paths.ts';
import { connectTo, type Client } from './client.ts';
import { makeBackup, restoreBackup } from './backup-command.ts';
import { importFiles } from './import-command.ts';
import { statusText, type Status } from './status-command.ts';
import { printable, say } from './terminal.ts';

const usage = `npx posthorn status

Says how the Posthorn is that is running: its page, its accounts, and what is wrong. Ends with 3 where none is.

npx posthorn import PATH [--folder NAME] [--no-wait]

Imports a Maildir, mbox files or message files (.eml), also packed with gzip, into the Posthorn that is running.
  --folder NAME  puts all of it under this folder; otherwise its own folders are kept
  --no-wait      does not wait until it is done

npx posthorn backup

Copies all that Posthorn knows but passwords, while it runs, into the folder of [backup] in config.toml.

npx posthorn restore [NAME]

Puts a backup back, and keeps what was there before beside it; without a name lists the backups there are.`;

/** A wrong word on the command line. */
class Misuse extends Error {}

/** Everything but asking a person takes less. */
const usualSeconds = 120;

const exitCodes = { done: 0, failed: 1, misused: 2, notRunning: 3 };

async function main(words: readonly string[]): Promise<number> {
  const wish = wishIn(words);
  switch (wish.command) {
    case 'help':
      say(usage);
      return exitCodes.done;
    case 'status':
      return showStatus();
    case 'import':
      return withDaemon((found) => importFiles({ ...found, ...wish }));
    case 'backup':
      return withDaemon(({ client }) => makeBackup(client, findClient));
    case 'restore':
      return withDaemon(({ client }) => restoreBackup(client, findClient, wish.name));
  }
}

async function withDaemon(act: (found: Found) => Promise<number>): Promise<number> {
  const found = await findDaemon();
  if (!found) throw notRunning();
  return act(found).finally(found.client.close);
}

async function findClient(): Promise<Client | undefined> {
  return (await findDaemon())?.client;
}

async function showStatus(): Promise<number> {
  const found = await findDaemon();
  if (!found) {
    complain(notRunning());
    return exitCodes.notRunning;
  }
  const status = (await found.client.ask('admin.status', {}).finally(found.client.close)) as Status;
  say(statusText(status, systemClock.now()));
  return exitCodes.done;
}

function wishIn(words: readonly string[]) {
  const { values, positionals } = parsed(words);
  const [command = 'help', path, ...rest] = positionals;
  if (values.help || command === 'help') return { command: 'help' as const };
  if (command === 'status' || command === 'backup') {
    if (path !== undefined) throw new Misuse(`"${command}" takes nothing after it: "${path}" is too much.`);
    return { command } as const;
  }
  if (command === 'restore') {
    if (rest.length > 0) throw new Misuse(`One backup at a time: "${rest[0]}" is too much.`);
    return { command: 'restore' as const, name: path };
  }
  if (command !== 'import') throw new Misuse(`There is no command named "${command}".`);
  if (!path) throw new Misuse('Say what to import: a Maildir, an mbox file, a message file, or a folder of them.');
  if (rest.length > 0) throw new Misuse(`One path at a time: "${rest[0]}" is too much.`);
  return { command: 'import' as const, path, folder: values.folder, wait: !values['no-wait'] };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        folder: { type: 'string' },
        'no-wait': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (thrown) {
    throw new Misuse(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

type Found = { client: Client; instance: string };

/** The instance `SVC_INSTANCE` names, else the first that runs: the owner's own before the demo. */
async function findDaemon(): Promise<Found | undefined> {
  const names = process.env['SVC_INSTANCE'] ? [process.env['SVC_INSTANCE']] : Object.values(instances);
  for (const name of names) {
    const { socketPath, instance } = resolvePaths({
      env: process.env,
      platform: process.platform,
      home: homedir(),
      instance: name,
    });
    const client = await connectTo(socketPath, { timeoutMs: timeoutSeconds() * 1000 });
    if (client) return { client, instance };
  }
  return undefined;
}

function notRunning(): Failure {
  return new Failure(
    'unavailable',
    'no_daemon',
    'Posthorn is not running. Open it, or type `npm run daemon` in another terminal, and try again.',
  );
}

function timeoutSeconds(): number {
  const given = process.env['SVC_IPC_TIMEOUT_SECS'];
  return given !== undefined && /^\d{1,6}$/.test(given) ? Number(given) : usualSeconds;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (thrown: unknown) => {
    complain(thrown);
    process.exit(thrown instanceof Misuse ? exitCodes.misused : exitCodes.failed);
  },
);

function complain(thrown: unknown): void {
  process.stderr.write(`${printable(complaintOf(thrown))}\n`);
}

function complaintOf(thrown: unknown): string {
  if (thrown instanceof Misuse) return `${thrown.message}\n\n${usage}`;
  return thrown instanceof Failure ? thrown.message : inspect(thrown);
}
