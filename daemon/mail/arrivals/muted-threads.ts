import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Actor } from '../../contract/ownership.ts';

/** Who muted a thread; undefined if it is not muted. */
export function muteOf(db: ReadDb, thread: number): Actor | undefined {
  return db.get<{ origin: string; token_id: string | null }>(
    sql`SELECT origin, token_id FROM muted_threads WHERE thread = ${thread}`,
  );
}

/** Mutes threads (internal ids), or unmutes them. Where a thread is muted already, the first mute stays. */
export function setMuted(
  db: WriteDb,
  threads: readonly number[],
  { muted, at, actor }: { muted: boolean; at: string; actor: Actor },
): void {
  const ids = jsonList(threads);
  if (muted)
    db.run(sql`
      INSERT INTO muted_threads (thread, muted_at, origin, token_id)
      SELECT id, ${at}, ${actor.origin}, ${actor.token_id ?? null} FROM threads
      WHERE id IN (SELECT value FROM json_each(${ids})) ON CONFLICT DO NOTHING`);
  else db.run(sql`DELETE FROM muted_threads WHERE thread IN (SELECT value FROM json_each(${ids}))`);
}
