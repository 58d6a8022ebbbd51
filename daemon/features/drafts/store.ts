import { isPerson } from '../../safety/policy.ts';
import type { MessageRef } from '../../providers/provider.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { DraftScope } from '../../mail/drafts/drafts.ts';

/** The open session of a draft. */
export function openSessionId(db: ReadDb, draft: number): string | null {
  const row = db.get<{ session_id: string }>(
    sql`SELECT session_id FROM compose_sessions WHERE draft = ${draft} AND ended_at IS NULL`,
  );
  return row?.session_id ?? null;
}

/** Whether a draft with that public id exists, for any caller. */
export function isDraftId(db: ReadDb, draft_id: string): boolean {
  return db.get(sql`SELECT 1 FROM drafts WHERE draft_id = ${draft_id}`) !== undefined;
}

/** Discarded drafts, the latest first. */
export function discardedDrafts(db: ReadDb, { accounts, caller }: DraftScope): number[] {
  const ids = jsonList(accounts.map(({ account_id }) => account_id));
  return db
    .all<{ id: number }>(
      sql`
        SELECT id FROM drafts WHERE discarded_at IS NOT NULL AND purpose = 'mail'
          AND (account_id IN (SELECT value FROM json_each(${ids})) OR account IS NULL AND ${isPerson(caller)})
        ORDER BY discarded_at DESC, id DESC`,
    )
    .map(({ id }) => id);
}

/** Drafts that were discarded before an instant. */
export function discardedBefore(db: ReadDb, before: string): number[] {
  return db.all<{ id: number }>(sql`SELECT id FROM drafts WHERE discarded_at < ${before}`).map(({ id }) => id);
}

/** When the first draft was discarded at or after an instant. */
export function nextDiscarded(db: ReadDb, from: string): string | undefined {
  return (
    db.get<{ at: string | null }>(sql`SELECT min(discarded_at) AS at FROM drafts WHERE discarded_at >= ${from}`)?.at ??
    undefined
  );
}

/** The messages in a folder, the highest UID first. */
export type FolderMessage = Omit<MessageRef, 'folder'> & {
  message: number;
  flags: string;
  header_id: string | null;
  subject: string;
  in_reply_to: string | null;
};

/** The messages in a folder with a higher UID than a reference. */
export function messagesAfter(
  db: ReadDb,
  label: number,
  { uidvalidity, uid }: Omit<MessageRef, 'folder'>,
): FolderMessage[] {
  return db.all<FolderMessage>(sql`
    SELECT p.uidvalidity, p.uid, p.message, p.flags, m.header_id, m.subject, m.in_reply_to
    FROM placements p JOIN messages m ON m.id = p.message
    WHERE p.label = ${label} AND p.uidvalidity = ${uidvalidity} AND p.uid > ${uid} ORDER BY p.uid DESC LIMIT 100`);
}

/** The placement of a Message-ID in a folder with a new UIDVALIDITY. */
export function refAfterRenumbering(
  db: ReadDb,
  label: number,
  { uidvalidity, header_id }: { uidvalidity: number; header_id: string },
): Omit<MessageRef, 'folder'> | undefined {
  return db.get(sql`
    SELECT p.uidvalidity, p.uid FROM messages m JOIN placements p ON p.message = m.id
    WHERE m.header_id = ${header_id} COLLATE NOCASE AND p.label = ${label} AND p.uidvalidity <> ${uidvalidity}
    ORDER BY p.uid DESC`);
}

/** Whether the server has a message at a placement that could not be fetched. */
export function isWithheldByServer(db: ReadDb, account: number, { folder, uidvalidity, uid }: MessageRef): boolean {
  const row = db.get(sql`
    SELECT 1 FROM sync_missing
    WHERE account = ${account} AND folder = ${folder} AND uidvalidity = ${uidvalidity} AND uid = ${uid}`);
  return row !== undefined;
}
