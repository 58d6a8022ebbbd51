import type { MessageRef } from '../../providers/provider.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Draft } from './drafts.ts';
import { latestSyncPass } from '../mutations/push/sync-passes.ts';

/** The version of a draft in the Drafts folder of its server. */
export type DraftLink = {
  draft: number;
  account: number;
  /** The folder of the version; null if there is no version on the server yet. */
  folder: string | null;
  uidvalidity: number | null;
  uid: number | null;
  /** Its Message-ID without brackets, and its subject. */
  header_id: string | null;
  subject: string | null;
  /** The draft revision that the version contains; 0 for none. */
  pushed: number;
  /** The newest sync pass when the version was appended: only a later pass can report it. */
  pass: number;
  /** The Message-ID of a version that is being appended and may have arrived. */
  pushing_header_id: string | null;
  pushing_folder: string | null;
  pushing: number | null;
  /** The reason why the server rejects the draft. */
  trouble: string | null;
};

/** A version of a draft in a folder. */
export type DraftVersion = MessageRef & { header_id: string | null; subject: string };

/**
 * Mirrors a draft in the Drafts folder of its server if there is such a folder: the account's draft loop appends its
 * newest revision. A version on the server of another account is removed there. Returns whether the folder exists.
 */
export function linkDraft(db: WriteDb, draft: Pick<Draft, 'id' | 'account'>): boolean {
  const { id, account } = draft;
  const link = linkOf(db, id);
  if (link && link.account !== account) unlinkDraft(db, draft);
  if (account === null || draftsFolder(db, account) === undefined) return false;
  db.run(sql`INSERT INTO draft_links (draft, account) VALUES (${id}, ${account}) ON CONFLICT DO NOTHING`);
  return true;
}

/**
 * Stops mirroring a draft on its server. The version there becomes a leftover, which the account's draft loop
 * expunges.
 */
export function unlinkDraft(db: WriteDb, { id }: Pick<Draft, 'id'>): void {
  db.run(sql`DELETE FROM draft_links WHERE draft = ${id}`);
}

/** The path of the server's Drafts folder. */
export function draftsFolder(db: ReadDb, account: number): string | undefined {
  return db.get<{ path: string }>(sql`
    SELECT provider_id AS path FROM labels
    WHERE account = ${account} AND role = 'drafts' AND synthetic = 0 AND selectable = 1 ORDER BY id`)?.path;
}

export function linkOf(db: ReadDb, draft: number): DraftLink | undefined {
  return db.get<DraftLink>(sql`SELECT * FROM draft_links WHERE draft = ${draft}`);
}

/** The link of the draft whose version has this folder and UID. */
export function linkAt(db: ReadDb, account: number, { folder, uidvalidity, uid }: MessageRef): DraftLink | undefined {
  return db.get<DraftLink>(sql`
    SELECT * FROM draft_links
    WHERE account = ${account} AND folder = ${folder} AND uidvalidity = ${uidvalidity} AND uid = ${uid}`);
}

export function linksOf(db: ReadDb, account: number): DraftLink[] {
  return db.all<DraftLink>(sql`SELECT * FROM draft_links WHERE account = ${account} ORDER BY draft`);
}

/** The links of an account that need work on the server. */
export function dueLinks(db: ReadDb, account: number): DraftLink[] {
  return db.all<DraftLink>(sql`
    SELECT l.* FROM draft_links l JOIN drafts d ON d.id = l.draft
    WHERE l.account = ${account} AND (l.pushing_header_id IS NOT NULL OR d.account IS NOT l.account
      OR CASE WHEN d.discarded_at IS NULL THEN l.pushed <> d.revision ELSE l.folder IS NOT NULL END)
    ORDER BY d.updated_at DESC`);
}

export function serverRefOf({ folder, uidvalidity, uid }: Pick<DraftLink, 'folder' | 'uidvalidity' | 'uid'>) {
  return folder === null || uidvalidity === null || uid === null ? undefined : { folder, uidvalidity, uid };
}

/**
 * Records the version before it is appended: if the outcome remains unknown, the version is found by its Message-ID.
 */
export function recordPushStarted(
  db: WriteDb,
  draft: number,
  { header_id, folder, revision }: { header_id: string; folder: string; revision: number },
): void {
  db.run(sql`
    UPDATE draft_links SET pushing_header_id = ${header_id}, pushing_folder = ${folder}, pushing = ${revision}
    WHERE draft = ${draft}`);
}

/**
 * Records an appended version; the version before it becomes a leftover. If the draft was unlinked meanwhile, the new
 * version becomes a leftover too. Call it in a transaction.
 */
export function recordPushed(
  db: WriteDb,
  { draft, account }: Pick<DraftLink, 'draft' | 'account'>,
  version: DraftVersion,
): void {
  const link = linkOf(db, draft);
  if (link?.pushing_header_id !== version.header_id) return addLeftover(db, account, version);
  const previous = serverRefOf(link);
  if (previous) addLeftover(db, account, { ...previous, header_id: link.header_id });
  saveDraftVersion(db, link, version, link.pushing ?? 0);
}

/**
 * Records that an appended version is not in the folder. It may still arrive, so it is searched for until a later
 * pass has ended.
 */
export function recordPushLost(db: WriteDb, link: DraftLink): void {
  if (link.pushing_folder !== null && link.pushing_header_id !== null)
    db.run(sql`
      INSERT INTO obsolete_draft_versions (account, folder, header_id, pass)
      VALUES (${link.account}, ${link.pushing_folder}, ${link.pushing_header_id}, ${latestSyncPass(db, link.account)})`);
  clearPushing(db, link.draft);
}

/** Clears the version that was being appended: it was never sent, or the server rejected it. */
export function clearPushing(db: WriteDb, draft: number, trouble: string | null = null): void {
  db.run(sql`
    UPDATE draft_links SET pushing_header_id = NULL, pushing_folder = NULL, pushing = NULL, trouble = ${trouble}
    WHERE draft = ${draft}`);
}

/** Links a draft to a version that contains its `revision`. */
export function saveDraftVersion(
  db: WriteDb,
  { draft, account }: Pick<DraftLink, 'draft' | 'account'>,
  { folder, uidvalidity, uid, header_id, subject }: DraftVersion,
  revision: number,
): void {
  const pass = latestSyncPass(db, account);
  db.run(sql`
    INSERT INTO draft_links (draft, account, folder, uidvalidity, uid, header_id, subject, pushed, pass)
    VALUES (${draft}, ${account}, ${folder}, ${uidvalidity}, ${uid}, ${header_id}, ${subject}, ${revision}, ${pass})
    ON CONFLICT (draft) DO UPDATE SET folder = excluded.folder, uidvalidity = excluded.uidvalidity, uid = excluded.uid,
      header_id = excluded.header_id, subject = excluded.subject, pushed = excluded.pushed, pass = excluded.pass,
      pushing_header_id = NULL, pushing_folder = NULL, pushing = NULL, trouble = NULL`);
}

/** Removes the server version of a discarded draft; it is appended again if the draft is restored. */
export function withdrawDraftVersion(db: WriteDb, draft: Pick<Draft, 'id'>): void {
  const link = linkOf(db, draft.id);
  if (!link) return;
  unlinkDraft(db, draft);
  db.run(sql`INSERT INTO draft_links (draft, account) VALUES (${link.draft}, ${link.account})`);
}

/** Records that the version is gone from the server, so that the newest revision is appended again. */
export function clearDraftVersion(db: WriteDb, draft: number): void {
  db.run(sql`
    UPDATE draft_links SET folder = NULL, uidvalidity = NULL, uid = NULL, header_id = NULL, subject = NULL, pushed = 0
    WHERE draft = ${draft}`);
}

/** An obsolete version on a server. `uid` and `uidvalidity` are null if only its Message-ID is known. */
export type Leftover = {
  id: number;
  folder: string;
  uidvalidity: number | null;
  uid: number | null;
  header_id: string | null;
  pass: number;
};

export function leftoversOf(db: ReadDb, account: number): Leftover[] {
  return db.all<Leftover>(sql`SELECT * FROM obsolete_draft_versions WHERE account = ${account} ORDER BY id`);
}

export function removeLeftover(db: WriteDb, { id }: Pick<Leftover, 'id'>): void {
  db.run(sql`DELETE FROM obsolete_draft_versions WHERE id = ${id}`);
}

/** Whether the message is only waiting to be expunged. */
export function isLeftover(
  db: ReadDb,
  account: number,
  { folder, uidvalidity, uid, header_id }: Omit<DraftVersion, 'subject'>,
): boolean {
  const found = db.get(sql`
    SELECT 1 FROM obsolete_draft_versions
    WHERE account = ${account} AND folder = ${folder}
      AND (uidvalidity = ${uidvalidity} AND uid = ${uid} OR uid IS NULL AND header_id = ${header_id})`);
  return found !== undefined;
}

function addLeftover(
  db: WriteDb,
  account: number,
  { folder, uidvalidity, uid, header_id }: Omit<DraftVersion, 'subject'>,
) {
  db.run(sql`
    INSERT INTO obsolete_draft_versions (account, folder, uidvalidity, uid, header_id)
    VALUES (${account}, ${folder}, ${uidvalidity}, ${uid}, ${header_id})`);
}
