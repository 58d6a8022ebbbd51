import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { Failure } from '../base/failure.ts';
import type { Contract } from '../contract.ts';
import type { Client } from './client.ts';
import { clearLine, counted, leaveQuietly, say, showLine } from './terminal.ts';

type Backup = z.output<Contract['backup']['list']['output']>['backups'][number];
type Job = z.output<Contract['jobs']['get']['output']>['job'];

/** How often the daemon is asked how far it is, in milliseconds. */
const pollEvery = 250;
/** How long a daemon that starts anew is waited for, in milliseconds. */
const restartWithin = 60_000;

/** Connects to the daemon; undefined where none runs. */
type Find = () => Promise<Client | undefined>;

/** Makes a backup and shows how far it is. Gives the exit code. */
export async function makeBackup(client: Client, find: Find): Promise<number> {
  const { job_id, note } = (await client.ask('backup.create', {})) as { job_id: string; note: string };
  say(note);
  const ended = await followed(client, find, job_id);
  if (!ended) return 0;
  if (ended.status === 'failed') return said(ended.error ?? 'The backup failed.', 1);
  const { folder, backups } = (await client.ask('backup.list', {})) as { folder: string; backups: Backup[] };
  return said(`Made ${backups[0] ? backupLine(backups[0]) : 'a backup'}, in ${folder}.`, 0);
}

/** Puts a backup back, and waits for the daemon to start anew with it; without a name lists those there are. */
export async function restoreBackup(client: Client, find: Find, name: string | undefined): Promise<number> {
  if (name === undefined) return listBackups(client);
  const { job_id, note } = (await client.ask('backup.restore', { name })) as { job_id: string; note: string };
  say(note);
  const ended = await followed(client, find, job_id);
  if (!ended) return 0;
  if (ended.status === 'failed') return said(ended.error ?? 'The backup was not restored.', 1);
  return said(`Restored ${name}.`, 0);
}

async function listBackups(client: Client): Promise<number> {
  const { folder, backups } = (await client.ask('backup.list', {})) as { folder: string; backups: Backup[] };
  if (backups.length === 0) return said(`There are no backups in ${folder} yet. "npx posthorn backup" makes one.`, 0);
  say(`Backups in ${folder}, newest first:`);
  for (const backup of backups) say(`  ${backupLine(backup)}${backup.note === null ? '' : `  ${backup.note}`}`);
  return said('"npx posthorn restore NAME" puts one back.', 0);
}

export function backupLine({ name, bytes, messages }: Backup): string {
  return `${name} (${counted(messages, 'message')}, ${counted(Math.ceil(bytes / 1_000_000), 'megabyte')})`;
}

/** The job once it has ended; undefined where the person went away before. A daemon that starts anew is found again. */
async function followed(first: Client, find: Find, job_id: string): Promise<Job | undefined> {
  const leaving = leaveQuietly();
  let client: Client | undefined = first;
  for (let goneAt: number | undefined; !leaving.aborted;) {
    const job: Job | undefined = client && (await jobOf(client, job_id));
    if (job?.status === 'succeeded' || job?.status === 'failed') {
      clearLine();
      return job;
    }
    if (job) showLine(`${percentOf(job)}%`);
    else {
      goneAt ??= performance.now();
      if (performance.now() - goneAt > restartWithin) throw notBack();
      showLine('Posthorn is starting anew …');
      client = await find();
    }
    await wait(pollEvery, undefined, { signal: leaving }).catch(() => undefined);
  }
  clearLine();
  say('It goes on by itself.');
  return undefined;
}

/** Undefined while the daemon is not there. */
async function jobOf(client: Client, job_id: string): Promise<Job | undefined> {
  try {
    return ((await client.ask('jobs.get', { job_id })) as { job: Job }).job;
  } catch (failed) {
    if (failed instanceof Failure && failed.code === 'daemon_gone') return undefined;
    throw failed;
  }
}

function percentOf({ progress: { completed, total } }: Job): number {
  return total === 0 ? 0 : Math.floor((100 * completed) / total);
}

function said(text: string, code: number): number {
  say(text);
  return code;
}

function notBack(): Failure {
  const sentence = 'Posthorn has not come back within a minute. Start it again: what was begun is taken up then.';
  return new Failure('unavailable', 'daemon_gone', sentence);
}
