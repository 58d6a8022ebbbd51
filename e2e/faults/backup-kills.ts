import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readSource } from '../../daemon/mail/sources/source.ts';
import { openReadOnly, sql } from '../../daemon/store/db.ts';
import { integrityProblems } from '../../daemon/store/integrity.ts';
import { storeFiles } from '../../daemon/store/open.ts';
import { until } from '../../daemon/test-until.ts';
import type { Reply } from '../../daemon/test-daemon.ts';
import { auditStore } from '../peers/support/store-audit.ts';
import { hashOf, type ServerFolder } from '../peers/support/second-client.ts';
import { makeHome, spawnDaemon, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import { withSocket } from './import-kills.ts';
import { loggedErrors } from './sync-kills.ts';

/**
 * When it is killed: this many milliseconds after a request; or when a restore is ready to be put into place, and again
 * this long after the next start, which puts it into place.
 */
export type BackupKillTime =
  { phase: 'backup' | 'restore'; delayMs: number } | { phase: 'staged'; startDelayMs: number };
/** Mail to import, and the expected result. */
type MailTree = { root: string; expectedFolders: readonly ServerFolder[] };
type BackupKill = { number: number; killTime: BackupKillTime; messages: number };

const noServer = { caFile: '' };

/** It is in the data folder from the end of a restore's preparations until the next start has put it into place. */
const stagedFile = 'restore.pending';

/**
 * Backs up a store that contains the first tree, and again when it also contains the second. Then has backups made and
 * restored, and kills the daemon (`kill -9`) at each of `moments`; after each restart its mail must be that of one of the
 * two, byte for byte. At the end the first backup is restored for good. Returns a sentence for each fault.
 */
export async function runBackupKills({
  trees: [first, second],
  killTimes,
  onKill = () => undefined,
}: {
  trees: [MailTree, MailTree];
  killTimes: readonly BackupKillTime[];
  onKill?: (kill: BackupKill) => void;
}): Promise<string[]> {
  // Only the backups that this run asks for.
  const home = makeHome([], { config: '[backup]\nautomatic = false' });
  let daemon = await startDaemon(home, noServer);
  try {
    const states: BackupState[] = [];
    for (const tree of [first, second]) states.push(await importAndBackUp(daemon, home, tree));
    const faults: string[] = [];
    for (const [index, killTime] of killTimes.entries()) {
      await killDuringBackup(killTime, { daemon, home, backup: stateUnlike(mailHashes(home.dataDir), states).backup });
      daemon = await startDaemon(home, noServer);
      const found = await faultsAfterKill(daemon, home, states);
      faults.push(...found.map((fault) => `After kill ${index + 1} (${describeKillTime(killTime)}): ${fault}`));
      onKill({ number: index + 1, killTime, messages: (await daemon.ask('admin.status', {})).total_messages });
    }
    await restoreForGood(daemon, states[0]?.backup ?? '');
    await daemon.stop();
    return [...faults, ...auditStore(home.dataDir, first.expectedFolders), ...loggedErrors(home)];
  } finally {
    await daemon.kill();
    home.remove();
  }
}

/** A backup, and the hashes of its mail. */
type BackupState = { backup: string; contents: string };

async function importAndBackUp(daemon: DaemonProcess, home: Home, { root }: MailTree): Promise<BackupState> {
  await withSocket(home, async ({ ask }) => {
    const { job_id } = (await ask('import.start', { path: root })) as Reply<'import.start'>;
    await untilEnded(daemon, job_id);
  });
  const { job_id } = await daemon.ask('backup.create', {});
  await untilEnded(daemon, job_id);
  const backup = (await daemon.ask('backup.list', {})).backups[0]?.name ?? '';
  return { backup, contents: mailHashes(home.dataDir) };
}

async function untilEnded({ ask }: DaemonProcess, job_id: string): Promise<void> {
  await until('the job has ended', async () => {
    const { job } = await ask('jobs.get', { job_id });
    if (job.status === 'failed') throw new Error(`The job failed: ${job.error}`);
    return job.status === 'succeeded';
  });
}

async function killDuringBackup(
  killTime: BackupKillTime,
  { daemon, home, backup }: { daemon: DaemonProcess; home: Home; backup: string },
): Promise<void> {
  if (killTime.phase === 'staged') {
    await killOnceStaged({ daemon, home, backup });
  } else {
    await (killTime.phase === 'backup'
      ? daemon.ask('backup.create', {})
      : daemon.ask('backup.restore', { name: backup }));
    await wait(killTime.delayMs);
    return daemon.kill();
  }
  const starting = spawnDaemon(home, noServer);
  await wait(killTime.startDelayMs);
  await starting.kill();
}

/**
 * Restores a backup and kills the daemon when the restore is ready to be put into place. The daemon puts it into place a
 * moment later, so the folder is watched and not polled.
 */
async function killOnceStaged({
  daemon,
  home: { dataDir },
  backup,
}: {
  daemon: DaemonProcess;
  home: Home;
  backup: string;
}): Promise<void> {
  let isReady = false;
  const watcher = watch(dataDir, (_change, name) => (isReady ||= name === stagedFile));
  try {
    await daemon.ask('backup.restore', { name: backup });
    await until('the restore is ready to be put into place', () => isReady);
  } finally {
    watcher.close();
  }
  await daemon.kill();
}

export function describeKillTime(killTime: BackupKillTime): string {
  if (killTime.phase !== 'staged') return `${killTime.delayMs} ms after a ${killTime.phase} was asked for`;
  return `when a restore was ready, and ${killTime.startDelayMs} ms after the start that puts it into place`;
}

function stateUnlike(contents: string, states: readonly BackupState[]): BackupState {
  const other = states.find((state) => state.contents !== contents);
  if (!other) throw new Error('Both backups hold the same mail.');
  return other;
}

/** The sources of all messages, byte for byte, as one text. Throws if an attachment is missing. */
function mailHashes(dataDir: string): string {
  const { mail, blobs } = storeFiles(dataDir);
  const db = openReadOnly(mail);
  try {
    const ids = db.all<{ id: number }>(sql`SELECT id FROM messages`);
    const hashes = ids.map(({ id }) => hashOf(readSource(db, blobs, id) ?? Buffer.alloc(0)));
    return hashes.toSorted().join();
  } finally {
    db.close();
  }
}

async function faultsAfterKill(
  daemon: DaemonProcess,
  { dataDir }: Home,
  states: readonly BackupState[],
): Promise<string[]> {
  const contents = mailHashes(dataDir);
  const db = openReadOnly(storeFiles(dataDir).mail);
  const damage = integrityProblems(db);
  db.close();
  const { backups } = await daemon.ask('backup.list', {});
  const unsound = backups.filter(({ is_sound }) => !is_sound);
  const { jobs } = await daemon.ask('jobs.list', {});
  const ours = jobs.filter(({ kind }) => kind === 'backup' || kind === 'restore');
  const running = ours.filter(({ status }) => status === 'running');
  const leftovers = [...readdirSync(dataDir), ...readdirSync(join(dataDir, 'backups'))];
  return [
    ...(states.some((state) => state.contents === contents) ? [] : ['the mail is that of neither backup.']),
    ...damage.map((line) => `mail.db is damaged: ${line}.`),
    ...unsound.map(({ name, note }) => `the backup ${name} is listed and not sound: ${note}.`),
    ...running.map(({ kind }) => `a ${kind} is reported as running.`),
    ...leftovers.filter((name) => name === stagedFile).map((name) => `${name} is left.`),
  ];
}

/** Restores, and waits until the daemon has restarted with the backup and search covers it. */
async function restoreForGood(daemon: DaemonProcess, name: string): Promise<void> {
  const { job_id } = await daemon.ask('backup.restore', { name });
  await until('the backup is restored and indexed', async () => {
    try {
      const { job } = await daemon.ask('jobs.get', { job_id });
      const { search_coverage } = await daemon.ask('admin.status', {});
      return job.status === 'succeeded' && search_coverage.indexed === search_coverage.stored;
    } catch {
      // During the restart there are no answers.
      return false;
    }
  });
}
