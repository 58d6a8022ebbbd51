import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Event } from '../../contract/events.ts';
import { readSource } from '../../mail/sources/source.ts';
import { applyStagedRestore } from '../../staged-restore.ts';
import { openReadOnly, sql } from '../../store/db.ts';
import { integrityProblems } from '../../store/integrity.ts';
import { storeFiles } from '../../store/open.ts';
import { mail, testDaemon, type TestDaemon, type TestSettings } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';

type TestCleanup = Parameters<typeof testDaemon>[0];

/** Messages on the server, in addition to those that each test delivers. */
export const totalMessages = 20;
/** The number of these messages with attachments large enough to be stored as files of their own. */
export const attachmentCount = 2;

export const account = { key: 'ada', email: 'ada@example.test', name: 'Ada', count: totalMessages - attachmentCount };

/** A daemon with twenty messages. */
export async function openDaemonWithMail(t: TestCleanup, settings: TestSettings = {}): Promise<TestDaemon> {
  const prepare: TestSettings['prepare'] = (servers) => {
    for (let n = 0; n < attachmentCount; n++) servers.get('ada')?.control.deliver(largeAttachmentMessage(n));
  };
  const daemon = await testDaemon(t, { accounts: [account], prepare, ...settings });
  await daemon.synced();
  return daemon;
}

export function largeAttachmentMessage(number: number): Buffer {
  const text = Buffer.alloc(70_000, `cut out ${number} `).toString('base64').replaceAll(/.{76}/g, '$&\n');
  const headers = { 'Content-Type': 'application/pdf', 'Content-Transfer-Encoding': 'base64' };
  const id = `attached-${number}@people.example`;
  return mail({ from: 'ben@people.example', subject: `Attached ${number}`, text, id, headers });
}

/** Folders that also contain a configuration. */
export function configuredPaths(toml: string) {
  const home = testFolder();
  const configDir = join(home, 'config');
  mkdirSync(configDir);
  const configFile = join(configDir, 'config.toml');
  writeFileSync(configFile, toml);
  return { instance: 'posthorn-test', dataDir: join(home, 'data'), home, configDir, configFile };
}

type JobEndEvent = Extract<Event, { event: 'OperationCompleted' | 'OperationFailed' }>;

/** Waits for the end of this job and returns its event. */
export async function waitForJobEnd({ events }: TestDaemon, job_id: string): Promise<JobEndEvent> {
  for (;;) {
    const [completed, failed] = [events.all('OperationCompleted'), events.all('OperationFailed')];
    const end = [...completed, ...failed].find(({ operation_id }) => operation_id === job_id);
    if (end) return end;
    const next = events.until('OperationCompleted', completed.length + 1);
    await Promise.race<unknown>([next, events.until('OperationFailed', failed.length + 1)]);
  }
}

export async function createBackup(daemon: TestDaemon): Promise<{ name: string; path: string }> {
  const { job_id } = await daemon.ask('backup.create');
  assert.equal((await waitForJobEnd(daemon, job_id)).event, 'OperationCompleted');
  const { folder, backups } = await daemon.ask('backup.list');
  const name = backups[0]?.name ?? '';
  return { name, path: join(folder, name) };
}

/** Restores as the host of the daemon does: closes the daemon, puts the staged files into place, and opens it again. */
export async function restore(t: TestCleanup, daemon: TestDaemon, name: string, settings: TestSettings = {}) {
  const { job_id } = await daemon.ask('backup.restore', { name });
  assert.equal(await daemon.stopRequested, 'restart');
  await daemon.close();
  const { dataDir } = daemon;
  applyStagedRestore({ instance: 'posthorn-test', dataDir });
  const restored = await testDaemon(t, { accounts: [{ ...account, enabled: false }], ...settings, dataDir });
  return { restored, job_id };
}

/** The message ids of a data folder or a backup with the hashes of their sources; also checks the database integrity. */
export function sourceHashes(dataDir: string): Map<string, string> {
  const { mail: file, blobs } = storeFiles(dataDir);
  const db = openReadOnly(file);
  assert.deepEqual(integrityProblems(db), []);
  const rows = db.all<{ id: number; message_id: string }>(sql`SELECT id, message_id FROM messages`);
  const contents = rows.map(({ id, message_id }) => {
    const source = readSource(db, blobs, id) ?? Buffer.alloc(0);
    return [message_id, createHash('sha256').update(source).digest('hex')] as const;
  });
  db.close();
  return new Map(contents);
}

/** Updates the manifest of a backup to match its changed files. */
export function rewriteManifest(backupPath: string): void {
  const file = join(backupPath, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  for (const entry of manifest.files) {
    const content = readFileSync(join(backupPath, entry.path));
    entry.size = content.length;
    entry.sha256 = createHash('sha256').update(content).digest('hex');
  }
  writeFileSync(file, JSON.stringify(manifest));
}
