import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure } from '../../base/failure.ts';
import { isMissing } from '../../config/private-file.ts';

/** The format version of a backup folder. A format that older versions of Posthorn cannot read gets a higher number. */
export const formatVersion = 1;

/** What a backup leaves out, as text for the user. */
export const leavesOutNote =
  'Passwords and tokens aren’t part of a backup. Neither is the search index, which is rebuilt from the mail.';

/**
 * Restrict paths to those that Posthorn writes, so that a manifest cannot name a file outside its backup or the data folder.
 */
const filePath = z
  .string()
  .regex(/^(mail\.db|activity\.db|config\.toml|keys\.toml|blobs\/([0-9a-f]{2})\/\2[0-9a-f]{62})$/);
const size = z.int().nonnegative();

const manifestSchema = z.object({
  format: z.int().positive(),
  /** Whether the daemon made it by itself. Such backups are removed by age; others only by the user. */
  kind: z.enum(['automatic', 'manual']).default('manual'),
  instance: z.string(),
  version: z.string(),
  made_at: z.iso.datetime({ precision: 3 }),
  schemas: z.object({ mail: z.int().positive(), activity: z.int().positive() }),
  counts: z.object({ accounts: size, messages: size, drafts: size.nullable().default(null) }),
  bytes: size,
  /** Attachment blobs (SHA-256) that were missing or damaged in the store when the backup was made. */
  lost: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
  leaves_out: z.string(),
  files: z.array(z.object({ path: filePath, size, sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});
export type Manifest = z.output<typeof manifestSchema>;
export type BackupFile = Manifest['files'][number];

export const manifestName = 'manifest.json';

/**
 * The manifest of the backup in `folder`. Throws Failure `backup_newer` if a later Posthorn version made it, and
 * `backup_damaged` if it is missing or unreadable.
 */
export function readManifest(folder: string): Manifest {
  const content = parseManifestFile(folder);
  const madeFormat = z.object({ format: z.int() }).safeParse(content).data?.format;
  if (madeFormat !== undefined && madeFormat > formatVersion) throw newerBackup();
  const { data } = manifestSchema.safeParse(content);
  if (!data) throw damagedBackup('its list of files is damaged', { detail: manifestName });
  for (const path of ['mail.db', 'activity.db']) {
    if (!data.files.some((file) => file.path === path))
      throw damagedBackup('its list of files is incomplete', { detail: path });
  }
  return data;
}

function parseManifestFile(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, manifestName), 'utf8'));
  } catch (thrown) {
    if (isMissing(thrown)) throw damagedBackup('its list of files is missing', { detail: manifestName });
    throw damagedBackup('its list of files can’t be read', { detail: manifestName, cause: thrown });
  }
}

/** `detail` is for support: a path in the backup, or what SQLite says. */
export function damagedBackup(why: string, { detail, cause }: { detail?: string; cause?: unknown } = {}): Failure {
  const sentence = `This backup is damaged and can’t be restored: ${why}. Nothing was changed. Choose another backup.`;
  return new Failure('conflict', 'backup_damaged', sentence, { cause, why, ...(detail !== undefined && { detail }) });
}

const wordsByPath: Readonly<Record<string, string | undefined>> = {
  'mail.db': 'its mail',
  'activity.db': 'its activity log',
  'config.toml': 'its settings file',
  'keys.toml': 'its file of keyboard shortcuts',
};

/** What the file at a path in a backup is to the user. */
export function fileWords(path: string): string {
  return wordsByPath[path] ?? 'one of its attachments';
}

export function newerBackup(): Failure {
  const sentence = 'This backup was made by a newer Posthorn. Install that version or a later one to restore it.';
  return new Failure('conflict', 'backup_newer', sentence);
}
