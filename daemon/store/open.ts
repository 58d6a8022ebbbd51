import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openReadOnly, openWritable, type Disk, type ReadDb, type WriteDb, type WriteLock } from './db.ts';
import { migrate } from './migrate.ts';
import { accounts } from './migrations/0001-accounts.ts';
import { labelsAndThreads } from './migrations/0002-labels-and-threads.ts';
import { messages } from './migrations/0003-messages.ts';
import { search } from './migrations/0004-search.ts';
import { sync } from './migrations/0005-sync.ts';
import { mutations } from './migrations/0006-mutations.ts';
import { remindersAndNotifications } from './migrations/0007-reminders-and-notifications.ts';
import { contactsAndInvites } from './migrations/0008-contacts-and-invites.ts';
import { drafts } from './migrations/0009-drafts.ts';
import { outbox } from './migrations/0010-outbox.ts';
import { tokensAndJobs } from './migrations/0011-tokens-and-jobs.ts';
import { jobOwners } from './migrations/0012-job-owners.ts';
import { identity } from './migrations/0013-identity.ts';
import { series } from './migrations/0014-series.ts';
import { senderChecks } from './migrations/0015-sender-checks.ts';
import { arrivalRules } from './migrations/0016-arrival-rules.ts';
import { messageKinds } from './migrations/0017-message-kinds.ts';
import { runtimeAccounts } from './migrations/0018-runtime-accounts.ts';
import { serverUids } from './migrations/0019-server-uids.ts';
import { modeState } from './migrations/0020-modes.ts';
import { screener } from './migrations/0021-screener.ts';
import { labelColors } from './migrations/0022-label-colors.ts';
import { deliveries } from './migrations/0023-deliveries.ts';
import { senderVerdicts } from './migrations/0024-sender-verdicts.ts';
import { rules } from './migrations/0025-rules.ts';
import { relationships } from './migrations/0026-relationships.ts';
import { suspiciousMessages } from './migrations/0027-suspicious-messages.ts';
import { modelTexts } from './migrations/0028-model-texts.ts';
import { semantic } from './migrations/0029-semantic.ts';
import { reportIndexes } from './migrations/0030-report-indexes.ts';
import { tokenLimits } from './migrations/0031-token-limits.ts';
import { scriptClients } from './migrations/0032-script-clients.ts';
import { approvals } from './migrations/0033-approvals.ts';
import { draftOwnerVersions } from './migrations/0034-draft-owner-versions.ts';
import { semanticModels } from './migrations/0035-semantic-models.ts';
import { events } from './migrations/activity-0001-events.ts';
import { activity } from './migrations/activity-0002-activity.ts';
import { eventActors } from './migrations/activity-0003-event-actors.ts';

/** The migrations of `mail.db`, in order. */
export const mailHistory = [
  accounts,
  labelsAndThreads,
  messages,
  search,
  sync,
  mutations,
  remindersAndNotifications,
  contactsAndInvites,
  drafts,
  outbox,
  tokensAndJobs,
  jobOwners,
  identity,
  series,
  senderChecks,
  arrivalRules,
  messageKinds,
  runtimeAccounts,
  serverUids,
  modeState,
  screener,
  labelColors,
  deliveries,
  senderVerdicts,
  rules,
  relationships,
  suspiciousMessages,
  modelTexts,
  semantic,
  reportIndexes,
  tokenLimits,
  scriptClients,
  approvals,
  draftOwnerVersions,
  semanticModels,
];
/** The migrations of `activity.db`, in order. */
export const activityHistory = [events, activity, eventActors];

export type StoreFiles = { mail: string; index: string; activity: string; blobs: string };

/** The files of the three databases in `dataDir`, and the folder of attachment blobs. Makes the folders, readable by the owner only. */
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
export async function openMail(file: string, writeLock?: WriteLock, disk?: Disk): Promise<WriteDb> {
  return openMigrated(file, mailHistory, { durability: 'full', writeLock, disk });
}

/**
 * Opens `activity.db`. Commits are not flushed one by one, because a power cut may lose the last entries of this log.
 * Deleted content is overwritten.
 */
export async function openActivity(file: string, disk?: Disk): Promise<WriteDb> {
  const db = await openMigrated(file, activityHistory, { durability: 'normal', disk });
  db.exec('PRAGMA secure_delete = ON');
  return db;
}

async function openMigrated(
  file: string,
  history: typeof mailHistory,
  options: Parameters<typeof openWritable>[1],
): Promise<WriteDb> {
  const db = openWritable(file, options);
  try {
    await migrate(db, { file, history });
    return db;
  } catch (failed) {
    db.close();
    throw failed;
  }
}

/** Opens `mail.db` read-only, with the full-text index attached as `idx` and its words as `temp.vocabulary`. */
export function openReader({ mail: mailFile, index }: Pick<StoreFiles, 'mail' | 'index'>): ReadDb {
  const tables = 'CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(idx, fts, row)';
  return openReadOnly(mailFile, { attach: { file: index, as: 'idx', tables } });
}
