/** What `npx posthorn …` runs once Node is new enough: a front of the daemon that is running. */
import { homedir } from 'node:os';
import { inspect, parseArgs } from 'node:util';
import { Failure } from '../base/failure.ts';
import { instances, resolvePaths } from '../config/paths.ts';
import { connectTo, type Client } from './client.ts';
import { importFiles, printable, say } from './import-command.ts';

const usage = `npx posthorn import PATH [--folder NAME] [--no-wait]

Imports a Maildir, mbox files or message files (.eml), also packed with gzip, into the Posthorn that is running.
  --folder NAME  puts all of it under this folder; otherwise its own folders are kept
  --no-wait      does not wait until it is done`;

/** A wrong word on the command line. */
class Misuse extends Error {}

/** Everything but asking a person takes less. */
const usualSeconds = 120;

async function main(words: readonly string[]): Promise<number> {
  const { command, path, folder, wait } = wishIn(words);
  if (command === 'help') {
    say(usage);
    return 0;
  }
  const { client, instance } = await findDaemon();
  try {
    return await importFiles({ client, instance, path, folder, wait });
  } finally {
    client.close();
  }
}

function wishIn(words: readonly string[]) {
  const { values, positionals } = parsed(words);
  const [command = 'help', path, ...rest] = positionals;
  if (values.help || command === 'help') return { command: 'help' as const, path: '', wait: true };
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

/** The instance `SVC_INSTANCE` names, else the first that runs: the owner's own before the demo. */
async function findDaemon(): Promise<{ client: Client; instance: string }> {
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
  throw new Failure(
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
    process.stderr.write(`${printable(complaintOf(thrown))}\n`);
    process.exit(thrown instanceof Misuse ? 2 : 1);
  },
);

function complaintOf(thrown: unknown): string {
  if (thrown instanceof Misuse) return `${thrown.message}\n\n${usage}`;
  return thrown instanceof Failure ? thrown.message : inspect(thrown);
}
