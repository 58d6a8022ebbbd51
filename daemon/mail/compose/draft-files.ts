import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { timeId } from '../../base/ids.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { DraftFile, DraftDeps } from '../drafts/drafts.ts';

/** The message that contains a forwarded file; `error` states why the file cannot be fetched. */
export type ForwardedFileSource = { message_id: string; attachment_id: string; error?: string };

export type NewDraftFile = {
  name: string;
  mime_type: string;
  size: number;
  /** The blob id; null until the content is fetched. */
  content: number | null;
  fetch_from?: ForwardedFileSource;
  cid?: string | null;
  /** Its position among the attachments; null if the draft does not list it. */
  position?: number | null;
};

/** Adds a file to a draft. */
export function addDraftFile({ db, clock }: DraftDeps, draft: number, file: NewDraftFile): DraftFile {
  const { name, mime_type, size, content, fetch_from, cid = null, position = null } = file;
  const now = clock.now();
  const source = fetch_from ? JSON.stringify(fetch_from) : null;
  const { id } = db.run(sql`
    INSERT INTO draft_files (file_id, draft, name, mime_type, size, content, fetch_from, cid, position, created_at)
    VALUES (${timeId(now)}, ${draft}, ${name}, ${mime_type}, ${size}, ${content}, ${source}, ${cid}, ${position},
      ${instantOf(now)})`);
  return draftFile(db, id)!;
}

function draftFile(db: ReadDb, id: number): DraftFile | undefined {
  return db.get(sql`
    SELECT id, file_id, draft, name, mime_type, size, content, fetch_from, cid, position FROM draft_files WHERE id = ${id}`);
}

/** All files of a draft: listed files first, in order. */
export function draftFiles(db: ReadDb, draft: number): DraftFile[] {
  return db.all(sql`
    SELECT id, file_id, draft, name, mime_type, size, content, fetch_from, cid, position FROM draft_files
    WHERE draft = ${draft} ORDER BY position IS NULL, position, id`);
}

/**
 * Sets the files that a draft lists, in this order. Other files are kept unlisted. Returns whether anything changed.
 */
export function setListedFiles(db: WriteDb, draft: number, file_ids: readonly string[]): boolean {
  const listed = draftFiles(db, draft).filter(({ position }) => position !== null);
  if (listed.map(({ file_id }) => file_id).join() === file_ids.join()) return false;
  db.run(sql`UPDATE draft_files SET position = NULL WHERE draft = ${draft}`);
  for (const [position, file_id] of file_ids.entries())
    db.run(sql`UPDATE draft_files SET position = ${position} WHERE draft = ${draft} AND file_id = ${file_id}`);
  return true;
}

/** The files of all drafts, or of a single draft, whose content is not fetched yet. */
export function unfetchedFiles(db: ReadDb, draft: number | null = null): DraftFile[] {
  return db.all(sql`
    SELECT f.id, file_id, draft, name, mime_type, size, content, fetch_from, cid, position
    FROM draft_files f JOIN drafts d ON d.id = f.draft
    WHERE content IS NULL AND fetch_from IS NOT NULL AND d.discarded_at IS NULL AND (${draft} IS NULL OR draft = ${draft})
    ORDER BY f.id`);
}

/** Stores fetched content. Returns whether the file still exists. */
export function saveFetchedContent(
  db: WriteDb,
  id: number,
  { content, size }: { content: number; size: number },
): boolean {
  const { changes } = db.run(sql`
    UPDATE draft_files SET content = ${content}, size = ${size}, fetch_from = NULL WHERE id = ${id} AND content IS NULL`);
  return changes === 1;
}

/** Stores why the content cannot be fetched. */
export function saveFetchError(db: WriteDb, id: number, source: ForwardedFileSource): void {
  db.run(sql`UPDATE draft_files SET fetch_from = ${JSON.stringify(source)} WHERE id = ${id} AND content IS NULL`);
}

export function forwardedFileSource({ fetch_from }: Pick<DraftFile, 'fetch_from'>): ForwardedFileSource | undefined {
  return fetch_from === null ? undefined : (JSON.parse(fetch_from) as ForwardedFileSource);
}

/** The path of a file in `attach` of a draft. */
export function draftFilePath({ file_id, name }: Pick<DraftFile, 'file_id' | 'name'>): string {
  return `files/${file_id}/${name}`;
}

/** The file id in such a path; undefined for other paths. The name in the path is ignored. */
export function fileIdOfPath(path: string): string | undefined {
  return /^files\/([0-9a-f-]{36})(?:\/|$)/i.exec(path)?.[1]?.toLowerCase();
}

/**
 * The ids of a draft's files at these paths, without duplicates. Paths on a disk are refused: files are uploaded
 * first. Throws Failure `file_not_uploaded`.
 */
export function fileIdsOfPaths(db: ReadDb, draft: number | undefined, paths: readonly string[]): string[] {
  const known = new Set(draft === undefined ? [] : draftFiles(db, draft).map(({ file_id }) => file_id));
  const ids = paths.map((path) => {
    const id = fileIdOfPath(path);
    if (id !== undefined && known.has(id)) return id;
    throw new Failure(
      'invalid',
      'file_not_uploaded',
      `"${path.slice(0, 200)}" is no file of this draft. Files are uploaded to a compose session that has it open (/mail/compose/session/attachment, or /upload for large ones); the answer says their path.`,
    );
  });
  return [...new Set(ids)];
}

/** Sets the inline files of the body, by the references that the body uses. */
export function setInlineFiles(
  db: WriteDb,
  draft: number,
  inlineFiles: readonly { file_id: string; cid: string }[],
): boolean {
  const before = draftFiles(db, draft).filter(({ cid }) => cid !== null);
  const key = (files: readonly { file_id: string; cid: string | null }[]) =>
    JSON.stringify(
      files.map(({ file_id, cid }) => `${file_id} ${cid}`).toSorted((one, other) => one.localeCompare(other)),
    );
  if (key(before) === key(inlineFiles)) return false;
  db.run(sql`UPDATE draft_files SET cid = NULL WHERE draft = ${draft}`);
  for (const { file_id, cid } of inlineFiles)
    db.run(sql`UPDATE draft_files SET cid = ${cid} WHERE draft = ${draft} AND file_id = ${file_id}`);
  return true;
}
