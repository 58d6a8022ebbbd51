import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/failure.ts';
import { randomId } from '../../base/ids.ts';
import { formatInteger } from '../../base/numbers.ts';
import { recountBatch, recountStart, type RecountPosition } from '../../mail/audit/recount.ts';
import { renewChangeHistory } from '../../mail/changes/changes.ts';
import { expectMissingKinds } from '../../mail/classification/pending.ts';
import { recountContacts } from '../../mail/contacts/contacts.ts';
import { queueAllMessages } from '../../mail/index/index-repair.ts';
import { flushFile } from '../../mail/backups/files.ts';
import { requireSpace, spaceFailure } from '../../mail/backups/space.ts';
import { openReadOnly, openWritable, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { pageProblems } from '../../store/integrity.ts';
import { storeUnreadable } from '../../store/damage.ts';
import { migrate } from '../../store/migrate.ts';
import { mailHistory, openMail } from '../../store/open.ts';
import { pruneDanglingRows } from '../../store/prune.ts';
import { markStaged, stagingFolder, unusedBackupFolderName } from '../../store/restore.ts';
import { copyReadableRows, readableSchemaVersion, type CopiedTable } from '../../store/salvage.ts';

export type SalvagePlan = {
  /** `mail` keeps all readable mail; `local` keeps only what no server has: drafts, unsent mail, signatures, searches. */
  scope: 'mail' | 'local';
  job_id: string;
  dataDir: string;
  /** The damaged mail.db; it may be missing. */
  file: string;
  started_at: number;
  now: string;
};

type Progress = { setTotal(total: number): void; advance(units: number): void; commit(): void };

type SalvageResult = { outcome: string };

/** Tables whose rows exist on this computer only and that do not depend on mail. */
const localTables: ReadonlySet<string> = new Set([
  'sqlite_sequence',
  'accounts',
  'account_addresses',
  'drafts',
  'draft_files',
  'draft_blobs',
  'draft_blob_chunks',
  'draft_links',
  'signatures',
  'signature_defaults',
  'snippets',
  'saved_searches',
  'outbox',
  'tokens',
  'webhooks',
  'token_accounts',
  'image_allowances',
  'screener_decisions',
  'kind_corrections',
  'mode_cards',
  'label_ids',
]);

/** Tables that describe the progress of the sync or of the index, or what is cached: they are made anew. */
const renewedTables: ReadonlySet<string> = new Set([
  'sync_cursors',
  'uncommitted_placements',
  'vacated_uids',
  'sync_missing',
  'arrivals',
  'index_queue',
  'coverage',
  'cached_files',
  'contact_words',
  'contacts',
  'contacts_due',
]);

/**
 * Builds a new mail.db from the readable rows of a damaged one and stages it; the next start puts it into place and keeps
 * the damaged file. What servers have and the new file lacks is fetched by the next sync. Throws Failure `store_unreadable`
 * where `scope` is `mail` and nothing can be read, `disk_full`, and what `progress` throws; then nothing is left.
 */
export async function salvageStore(plan: SalvagePlan, progress: Progress): Promise<SalvageResult> {
  const { dataDir, file, job_id, started_at, scope } = plan;
  const staging = stagingFolder(dataDir);
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  requireSpace(dataDir, scope === 'mail' ? size * 1.2 : 0);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true, mode: 0o700 });
  try {
    const target = join(staging, 'mail.db');
    const counts = await copyInto(plan, target, progress);
    flushFile(target);
    const outcome = outcomeText(scope, counts);
    const before = unusedBackupFolderName(dataDir, plan.now.slice(0, 19).replaceAll(':', '-'));
    progress.commit();
    markStaged(dataDir, {
      job_id,
      backup: scope === 'mail' ? 'the repaired mail database' : 'a new mail database',
      outcome,
      started_at,
      bytes: statSync(target).size,
      before,
      replaces: scope === 'mail' ? ['mail.db'] : ['mail.db', 'blobs'],
      config: [],
    });
    return { outcome };
  } catch (failed) {
    rmSync(staging, { recursive: true, force: true });
    throw spaceFailure(failed, dataDir);
  }
}

type Counts = { messages: number; lost: number | undefined; drafts: number; isReadable: boolean };

async function copyInto({ scope, file }: SalvagePlan, target: string, progress: Progress): Promise<Counts> {
  const version = readableVersion(file, scope);
  await createEmpty(target, version ?? mailHistory.length);
  let copied: CopiedTable[] = [];
  if (version !== undefined) {
    const isCopied = (table: string) => (scope === 'mail' ? !renewedTables.has(table) : localTables.has(table));
    progress.setTotal(estimatedRows(file) ?? 0);
    copied = copyReadableRows(file, target, { tables: isCopied, onRows: progress.advance });
  }
  const db = await openMail(target);
  try {
    const known = version === undefined ? undefined : countMessages(file);
    // Until all references are right again, SQLite would refuse to change some of them.
    db.exec('PRAGMA foreign_keys = OFF');
    if (scope === 'mail') repairMail(db, copied);
    pruneDanglingRows(db);
    db.exec('PRAGMA foreign_keys = ON');
    if (scope === 'mail') {
      expectMissingKinds(db);
      recount(db, progress);
    }
    const problems = pageProblems(db);
    if (problems.length > 0) throw storeUnreadable(problems[0] ?? '');
    const messages = count(db, sql`SELECT count(*) AS n FROM messages`);
    db.exec('PRAGMA journal_mode = DELETE');
    return {
      messages,
      lost: known === undefined ? undefined : Math.max(0, known - messages),
      drafts: count(db, sql`SELECT count(*) AS n FROM drafts WHERE discarded_at IS NULL AND is_saved = 1`),
      isReadable: version !== undefined,
    };
  } finally {
    db.close();
    // The migration of an older copy leaves a copy of its own.
    if (version !== undefined && version < mailHistory.length) rmSync(`${target}.before-${version}`, { force: true });
  }
}

/** The schema version of the damaged file; undefined where it cannot be read and only local data is wanted. */
function readableVersion(file: string, scope: SalvagePlan['scope']): number | undefined {
  try {
    const version = readableSchemaVersion(file);
    if (version > 0 && version <= mailHistory.length) return version;
    const why = version === 0 ? 'it is empty' : 'it was written by a newer Posthorn';
    throw storeUnreadable(why, { why });
  } catch (failed) {
    if (scope === 'mail') throw failed;
    return undefined;
  }
}

/** Whether anything can be read from a damaged mail.db. */
export function canSalvage(file: string): boolean {
  try {
    return (readableVersion(file, 'mail') ?? 0) > 0;
  } catch (failed) {
    if (failed instanceof Failure) return false;
    throw failed;
  }
}

async function createEmpty(target: string, version: number): Promise<void> {
  const db = openWritable(target, { durability: 'normal' });
  try {
    await migrate(db, { file: target, history: mailHistory.slice(0, version) });
    // Rows that a migration inserts come from the damaged file instead.
    db.run(sql`DELETE FROM label_ids`);
  } finally {
    db.close();
  }
}

/** Prepares the copied mail for the next sync, which fetches what is missing. */
function repairMail(db: WriteDb, copied: readonly CopiedTable[]): void {
  db.transaction(() => {
    removeIncompleteMessages(db, copied);
    restoreThreads(db);
    renewChangeHistory(db);
    db.run(sql`UPDATE sync_status SET first_pass_done = 0`);
  });
}

/** Tables that hold the parts of a message, by the message's id. */
const messageParts: ReadonlySet<string> = new Set([
  'message_texts',
  'attachments',
  'sources',
  'source_blobs',
  'source_missing_ranges',
]);

/** A message that lost a part is fetched again, unless no server has it. */
function removeIncompleteMessages(db: WriteDb, copied: readonly CopiedTable[]): void {
  const onlyCopies = sql`SELECT message FROM sources WHERE kept = 1`;
  const ranges = copied.filter(({ table }) => messageParts.has(table)).flatMap(({ unreadable }) => unreadable);
  for (const [from, to] of ranges)
    db.run({
      text: `DELETE FROM messages WHERE id BETWEEN ? AND ? AND id NOT IN (${onlyCopies.text})`,
      values: [from, to],
    });
}

/** The rows of threads are derived from their messages, except for their public ids. */
function restoreThreads(db: WriteDb): void {
  const lost = db.all<{ thread: number; account: number }>(sql`
    SELECT DISTINCT thread, account FROM messages WHERE thread NOT IN (SELECT id FROM threads)`);
  for (const { thread, account } of lost)
    db.run(sql`INSERT OR IGNORE INTO threads (id, account, thread_id) VALUES (${thread}, ${account}, ${randomId()})`);
}

/** Computes everything that is derived from the mail: lists, counters, contacts, and the queue of the search index. */
function recount(db: WriteDb, progress: Progress): void {
  if (count(db, sql`SELECT count(*) AS n FROM label_ids`) === 0)
    db.run(sql`INSERT INTO label_ids (last) SELECT coalesce(max(id), 0) FROM labels`);
  const accounts = db.all<{ id: number }>(sql`SELECT id FROM accounts`);
  for (const { id } of accounts) {
    for (let position: RecountPosition | undefined = recountStart; position;) {
      position = recountBatch(db, id, position).next;
      progress.advance(0);
    }
    recountContacts(db, id);
  }
  db.transaction(() => {
    db.run(sql`DELETE FROM coverage`);
    db.run(sql`
      INSERT INTO coverage (account, stored)
      SELECT id, (SELECT count(*) FROM messages WHERE account = accounts.id) FROM accounts`);
  });
  queueAllMessages(db);
}

/** How many rows there are to copy, as far as that can be read; undefined where it cannot. */
function estimatedRows(file: string): number | undefined {
  const messages = countMessages(file);
  return messages === undefined ? undefined : messages * rowsPerMessage;
}

/** Rows of all tables that one message has on average. */
const rowsPerMessage = 9;

/** The number of messages according to an index, which can be intact where the table is not; undefined where unreadable. */
function countMessages(file: string): number | undefined {
  try {
    const db = openReadOnly(file);
    try {
      return count(db, sql`SELECT count(*) AS n FROM messages`);
    } finally {
      db.close();
    }
  } catch {
    // The number is only used for the progress and the report, which then do without it.
    return undefined;
  }
}

function count(db: ReadDb, query: Parameters<ReadDb['get']>[0]): number {
  return db.get<{ n: number }>(query)?.n ?? 0;
}

function outcomeText(scope: SalvagePlan['scope'], { messages, lost, drafts, isReadable }: Counts): string {
  const draftText = `${formatInteger(drafts)} ${drafts === 1 ? 'draft' : 'drafts'}`;
  if (scope === 'local') {
    const start = 'Posthorn starts again with an empty mail database, and fetches your mail from its servers.';
    return isReadable ? `${start} ${draftText} could be kept.` : `${start} Nothing could be read from the old one.`;
  }
  const kept = `Recovered ${formatInteger(messages)} ${messages === 1 ? 'message' : 'messages'} and ${draftText}.`;
  if (lost === 0) return `${kept} Nothing is missing.`;
  const missing = lost === undefined ? 'Messages' : `${formatInteger(lost)} ${lost === 1 ? 'message' : 'messages'}`;
  return `${kept} ${missing} that couldn’t be read ${lost === 1 ? 'is' : 'are'} fetched again from the servers that have them.`;
}
