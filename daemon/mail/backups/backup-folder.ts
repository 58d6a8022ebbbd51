import { existsSync, lstatSync, readdirSync, type Dirent } from 'node:fs';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../base/failure.ts';
import { failureSentence, systemReason } from '../../base/system-reason.ts';
import { isMissing } from '../../config/private-file.ts';
import { readCheckRecord } from './check-record.ts';
import { damagedBackup, fileWords, leavesOutNote, manifestName, readManifest, type Manifest } from './manifest.ts';

/** A backup as its manifest and its last check describe it. */
export type Backup = {
  name: string;
  /** Whether this instance made it, and not another one that uses the same folder. */
  is_own: boolean;
  kind: Manifest['kind'];
  made_at: string;
  bytes: number;
  messages: number;
  /** Null if the backup does not say. */
  drafts: number | null;
  is_sound: boolean;
  /** When it was opened and compared with its manifest; null if it never was. */
  checked_at: string | null;
  note: string | null;
};

const namePattern = /^posthorn-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z(-\d{1,3})?$/;

/** An unused name in `folder` for a backup made at this instant. */
export function unusedName(folder: string, made_at: string): string {
  const plain = `posthorn-${made_at.slice(0, 19).replaceAll(':', '-')}Z`;
  const names = [plain, ...Array.from({ length: 99 }, (_, n) => `${plain}-${n + 2}`)];
  const unused = names.find((name) => !lstatSync(join(folder, name), { throwIfNoEntry: false }));
  if (unused === undefined) throw new Error('a hundred backups were made in one second');
  return unused;
}

/** The path of a backup until it is complete. */
export function unfinishedPath(folder: string, instance: string, name: string): string {
  return join(folder, `.making-${instance}-${name}`);
}

/** Removes partial backups and partial removals of a killed process. Other instances may use the folder too. */
export async function removeUnfinished(folder: string, instance: string): Promise<void> {
  const prefixes = ['making', 'removing'].map((state) => `.${state}-${instance}-posthorn-`);
  for (const { name } of await entriesOf(folder)) {
    if (prefixes.some((start) => name.startsWith(start)))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    throw folderUnusable(folder, thrown);
  }
}

/** Whether a folder contains a readable backup of this instance. */
export function hasBackupOf(folder: string, instance: string): boolean {
  if (!existsSync(folder)) return false;
  return readdirSync(folder).some((name) => {
    if (!namePattern.test(name)) return false;
    try {
      return readManifest(join(folder, name)).instance === instance;
    } catch {
      // Not a backup that could be restored.
      return false;
    }
  });
}

/** The path of a backup. Throws Failure `not_found` if no backup has this name. */
export function requireBackupPath(folder: string, name: string): string {
  const path = join(folder, name);
  if (namePattern.test(name) && lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new Failure('missing', 'not_found', 'There is no such backup.');
}

/**
 * Deletes a backup: it disappears from the list atomically, and then its files are deleted. Throws what `requireBackupPath`
 * throws.
 */
export async function removeBackup(folder: string, instance: string, name: string): Promise<void> {
  const path = requireBackupPath(folder, name);
  const removing = join(folder, `.removing-${instance}-${name}`);
  await rm(removing, { recursive: true, force: true });
  await rename(path, removing);
  await rm(removing, { recursive: true, force: true });
}

/**
 * Lists the backups of a folder, newest first. Each manifest is read once, because a finished backup never changes. Throws
 * Failure `backup_folder_unusable`.
 */
export function createBackupLister(ownInstance: string) {
  const cache = new Map<string, { fileVersion: string; manifest: Manifest }>();

  async function manifestOf(path: string): Promise<Manifest> {
    const { mtimeMs, size } = await lstat(join(path, manifestName)).catch(() => ({ mtimeMs: 0, size: 0 }));
    const fileVersion = `${mtimeMs} ${size}`;
    const cached = cache.get(path);
    if (cached?.fileVersion === fileVersion) return cached.manifest;
    const manifest = readManifest(path);
    cache.set(path, { fileVersion, manifest });
    return manifest;
  }

  async function summaryOf(folder: string, name: string): Promise<Backup> {
    const path = join(folder, name);
    try {
      const manifest = await manifestOf(path);
      const { kind, made_at, bytes, counts, instance } = manifest;
      const { messages, drafts } = counts;
      const check = readCheckRecord(path);
      const problem = (await visibleDamage(path, manifest)) ?? check?.problem ?? undefined;
      const note = problem ?? (notesOn(manifest, ownInstance).join(' ') || null);
      const facts = { name, is_own: instance === ownInstance, kind, made_at, bytes, messages, drafts };
      return { ...facts, is_sound: problem === undefined, checked_at: check?.checked_at ?? null, note };
    } catch (thrown) {
      const made_at = name.replace(namePattern, '$1T$2:$3:$4.000Z');
      const unknown = { is_own: false, kind: 'manual', bytes: 0, messages: 0, drafts: null, checked_at: null } as const;
      return { ...unknown, name, made_at, is_sound: false, note: failureSentence('This backup can’t be read', thrown) };
    }
  }

  return async (folder: string): Promise<Backup[]> => {
    const entries = await entriesOf(folder);
    const names = entries
      .filter((entry) => entry.isDirectory() && namePattern.test(entry.name))
      .map(({ name }) => name);
    const backups = [];
    for (const name of names) backups.push(await summaryOf(folder, name));
    return backups.toSorted((a, b) => b.made_at.localeCompare(a.made_at) || b.name.localeCompare(a.name));
  };
}

/** Damage that is visible without reading the files. The many attachment files are checked before a restore. */
async function visibleDamage(backupPath: string, { files }: Manifest): Promise<string | undefined> {
  for (const { path, size } of files) {
    if (path.startsWith('blobs/')) continue;
    const found = await lstat(join(backupPath, path)).catch(() => undefined);
    if (!found?.isFile()) return damagedBackup(`${fileWords(path)} is missing`).message;
    if (found.size !== size) return damagedBackup(`${fileWords(path)} has changed since it was made`).message;
  }
  return undefined;
}

function notesOn({ instance, lost, leaves_out }: Manifest, ownInstance: string): string[] {
  return [
    ...(instance === ownInstance ? [] : [`It was made by ${instance}.`]),
    ...(lost.length === 0 ? [] : [lostSentence(lost.length)]),
    ...(leaves_out === leavesOutNote ? [] : [leaves_out]),
  ];
}

export function lostSentence(count: number): string {
  return count === 1
    ? 'One attachment was already missing or damaged, so it isn’t in the backup.'
    : `${count} attachments were already missing or damaged, so they aren’t in the backup.`;
}

export function folderUnusable(folder: string, cause: unknown): Failure {
  const sentence = `Backups can’t be kept in ${folder}: ${systemReason(cause)}. Name another one as [backup] folder in config.toml.`;
  return new Failure('unavailable', 'backup_folder_unusable', sentence, { cause });
}
