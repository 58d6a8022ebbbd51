import { instantOf, type Clock } from '../../base/clock.ts';
import { timeId } from '../../base/ids.ts';
import { isSameActor, type Actor } from '../../contract/ownership.ts';
import { isPerson } from '../../safety/policy.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';

/** A file that was uploaded for a message that is not there yet. `content` is a blob. */
export type Upload = {
  id: number;
  upload_id: string;
  name: string;
  mime_type: string;
  size: number;
  content: number;
  origin: string;
  token_id: string | null;
  created_at: string;
};

/** How long an upload waits to be sent, in milliseconds: longer than a message can wait for an approval. */
export const uploadLifetimeMs = 2 * 86_400_000;

export function addUpload(
  { db, clock }: { db: WriteDb; clock: Clock },
  { name, mime_type, size, content, actor }: Pick<Upload, 'name' | 'mime_type' | 'size' | 'content'> & { actor: Actor },
): Upload {
  const now = clock.now();
  const { id } = db.run(sql`
    INSERT INTO uploads (upload_id, name, mime_type, size, content, origin, token_id, created_at)
    VALUES (${timeId(now)}, ${name}, ${mime_type}, ${size}, ${content}, ${actor.origin}, ${actor.token_id ?? null},
      ${instantOf(now)})`);
  const upload = db.get<Upload>(sql`SELECT * FROM uploads WHERE id = ${id}`);
  if (!upload) throw new Error('the upload wasn’t stored');
  return upload;
}

/** The upload with this public id. The user may use every upload, other callers their own. */
export function findUpload(db: ReadDb, upload_id: string, actor: Actor): Upload | undefined {
  const upload = db.get<Upload>(sql`SELECT * FROM uploads WHERE upload_id = ${upload_id}`);
  return upload && (isPerson(actor) || isSameActor(upload, actor)) ? upload : undefined;
}

/** Forgets an upload whose content now belongs to a draft. */
export function takeUpload(db: WriteDb, { id }: Pick<Upload, 'id'>): void {
  db.run(sql`DELETE FROM uploads WHERE id = ${id}`);
}

/** Removes uploads, with their content, that were not used in time. */
export function removeOldUploads(db: WriteDb, now: Date): void {
  const before = instantOf(new Date(now.getTime() - uploadLifetimeMs));
  db.run(sql`DELETE FROM draft_blobs WHERE id IN (SELECT content FROM uploads WHERE created_at < ${before})`);
}
