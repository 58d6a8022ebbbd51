import { jsonList, sql, type ReadDb } from '../../store/db.ts';

/** The facts that decide whether a message can be snoozed. */
export type SnoozeFacts = {
  id: number;
  thread: number;
  flags: number;
  position: number;
  is_away: number;
  is_in_inbox: number;
};

/** Leaves out targets that do not exist. */
export function snoozeFactsOf(db: ReadDb, targets: readonly { id: number }[]): SnoozeFacts[] {
  return db.all<SnoozeFacts>(sql`
    SELECT m.id, m.thread, m.flags, m.position, EXISTS (SELECT 1 FROM snoozes s WHERE s.message = m.id) AS is_away,
      EXISTS (SELECT 1 FROM label_messages lm JOIN labels l ON l.id = lm.label
        WHERE lm.message = m.id AND l.role = 'inbox') AS is_in_inbox
    FROM messages m WHERE m.id IN (SELECT value FROM json_each(${jsonList(targets.map(({ id }) => id))}))`);
}
