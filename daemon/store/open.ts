import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openReadOnly, openWritable, type Durability, type ReadDb, type WriteDb, type WriteLock } from './db.ts';
import { migrate } from './migrate.ts';
import { events } from './migrations/activity-0001-events.ts';
import { activity } from './migrations/activity-0002-activity.ts';
import { accounts } from './migrations/0001-accounts.ts';
import { mail } from './migrations/0002-mail.ts';
import { sync } from './migrations/0003-sync.ts';
import { jobs } from './migrations/0004-jobs.ts';
import { imports } from './migrations/0005-imports.ts';
import { missingRanges } from './migrations/0006-missing-ranges.ts';
import { tokens } from './migrations/0007-tokens.ts';
import { mutations } from './migrations/0008-mutations.ts';
import { contactsAndInvites } from './migrations/0009-contacts-and-invites.ts';
import { draftsAndOutbox } from './migrations/0010-drafts-and-outbox.ts';
import { notificationState } from './migrations/0011-notifications.ts';
import { cancelledJobs } from './migrations/0012-cancelled-jobs.ts';

/** The history of `mail.db`, in order. */
export const mailHistory = [
  accounts,
  mail,
  sync,
  jobs,
  imports,
  missingRanges,
  tokens,
  mutations,
  contactsAndInvites,
  draftsAndOutbox,
  notificationState,
  cancelledJobs,
];
/** The history of `activity.db`. */
export const activityHistory = [events, activity];

export type StoreFiles = { mail: string; index: string; activity: string; blobs: string };

/** Where the three databases and the cut-out attachments of `dataDir` lie. Makes the folders, for their owner alone. */
export function storeFiles(dataDir: string): StoreFiles {
  const blobs = join(dataDir, 'blobs');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  mkdirSync(blobs, { recursive: true, mode: 0o700 });
  return {
    mail: join(dataDir, 'mail.db'),
    index: join(dataDir, 'index.db'),
    activity: join(dataDir, 'activity.db'),
    blobs,
  };
}

/** Opens `mail.db` for writing and brings it to the newest schema. Throws what `migrate` throws. */
export async function openMail(file: string, writeLock?: WriteLock): Promise<WriteDb> {
  return openMigrated(file, mailHistory, 'full', writeLock);
}

/**
 * Opens `activity.db`: what it loses in a power cut is a moment of log, so commits are not flushed one by one. What is
 * deleted from it is overwritten.
 */
export async function openActivity(file: string): Promise<WriteDb> {
  const db = await openMigrated(file, activityHistory, 'normal');
  db.exec('PRAGMA secure_delete = ON');
  return db;
}

async function openMigrated(
  file: string,
  history: typeof mailHistory,
  durability: Durability,
  writeLock?: WriteLock,
): Promise<WriteDb> {
  const db = openWritable(file, { durability, writeLock });
  try {
    await migrate(db, { file, history });
    return db;
  } catch (failed) {
    db.close();
    throw failed;
  }
}

/** Opens `mail.db` for reading, with the full-text index attached as `idx`, and its words as `temp.vocabulary`. */
export function openReader({ mail: mailFile, index }: Pick<StoreFiles, 'mail' | 'index'>): ReadDb {
  const tables = 'CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(idx, fts, row)';
  return openReadOnly(mailFile, { attach: { file: index, as: 'idx', tables } });
}
