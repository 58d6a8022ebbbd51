import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { Failure } from '../base/failure.ts';
import type { Contract } from '../contract.ts';
import type { Client } from './client.ts';
import { clearProgressLine, formatCount, abortOnInterrupt, printLine, showProgressLine } from './terminal.ts';

type Backup = z.output<Contract['backup']['list']['output']>['backups'][number];
type Job = z.output<Contract['jobs']['get']['output']>['job'];

/** The poll interval for progress, in milliseconds. */
const pollIntervalMs = 250;
/** How long to wait for a daemon that restarts, in milliseconds. */
const restartTimeoutMs = 60_000;

/** Connects to the daemon; undefined if none runs. */
type FindClient = () => Promise<Client | undefined>;

/** Makes a backup and shows its progress. Resolves to the exit code. */
export async function makeBackup(client: Client, find: FindClient): Promise<number> {
  const { job_id, note } = (await client.ask('backup.create', {})) as { job_id: string; note: string };
  printLine(note);
  const job = await followJob(client, find, job_id);
  if (!job) return 0;
  if (job.status === 'failed') return printAndReturn(job.error ?? 'The backup failed.', 1);
  const { folder, backups } = (await client.ask('backup.list', {})) as { folder: string; backups: Backup[] };
  return printAndReturn(`Made ${backups[0] ? backupLine(backups[0]) : 'a backup'}, in ${folder}.`, 0);
}

/** Restores a backup and waits until the daemon has restarted with it. */
export async function restoreBackup(client: Client, find: FindClient, name: string): Promise<number> {
  const { job_id, note } = (await client.ask('backup.restore', { name })) as { job_id: string; note: string };
  printLine(note);
  const job = await followJob(client, find, job_id);
  if (!job) return 0;
  if (job.status === 'failed') return printAndReturn(job.error ?? 'The backup was not restored.', 1);
  return printAndReturn(`Restored ${name}.`, 0);
}

/** Prints the available backups. */
export async function listBackups(client: Pick<Client, 'ask'>): Promise<number> {
  const { folder, backups } = (await client.ask('backup.list', {})) as { folder: string; backups: Backup[] };
  if (backups.length === 0)
    return printAndReturn(`There are no backups in ${folder} yet. To make one, run "npx posthorn backup".`, 0);
  printLine(`Backups in ${folder}, newest first:`);
  for (const backup of backups) printLine(`  ${backupLine(backup)}${backup.note === null ? '' : `  ${backup.note}`}`);
  return printAndReturn('To restore one, run "npx posthorn restore NAME".', 0);
}

function backupLine({ name, kind, bytes, messages, checked_at }: Backup): string {
  const size = formatCount(Math.ceil(bytes / 1_000_000), 'megabyte');
  const facts = [formatCount(messages, 'message'), size, ...(kind === 'automatic' ? ['automatic'] : [])];
  return `${name} (${[...facts, ...(checked_at === null ? [] : ['checked'])].join(', ')})`;
}

/** The job once it has ended; undefined if the user interrupted first. Reconnects to a daemon that restarts. */
async function followJob(first: Client, find: FindClient, job_id: string): Promise<Job | undefined> {
  const interrupted = abortOnInterrupt();
  let client: Client | undefined = first;
  for (let disconnectedMs: number | undefined; !interrupted.aborted;) {
    const job: Job | undefined = client && (await jobOf(client, job_id));
    if (job?.status === 'succeeded' || job?.status === 'failed') {
      clearProgressLine();
      return job;
    }
    if (job) showProgressLine(`${percentOf(job)}%`);
    else {
      disconnectedMs ??= performance.now();
      if (performance.now() - disconnectedMs > restartTimeoutMs) throw daemonNotBack();
      showProgressLine('Posthorn is restarting…');
      client = await find();
    }
    await wait(pollIntervalMs, undefined, { signal: interrupted }).catch(() => undefined);
  }
  clearProgressLine();
  printLine('It continues automatically.');
  return undefined;
}

/** Undefined while the daemon is not reachable. */
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

function printAndReturn(text: string, code: number): number {
  printLine(text);
  return code;
}

function daemonNotBack(): Failure {
  const sentence = 'Posthorn did not restart within a minute. Start it again to continue.';
  return new Failure('unavailable', 'daemon_gone', sentence);
}
