import { jsonList, sql, type WriteDb } from '../../store/db.ts';

/** Marks received messages as not classified yet, as after their direction has changed. */
export function expectKinds(db: WriteDb, messages: readonly number[]): void {
  db.run(sql`
    INSERT INTO message_kinds (message, reason, is_open, is_new, rules)
    SELECT value, 'unclear', 1, 0, 0 FROM json_each(${jsonList(messages)}) WHERE true ON CONFLICT DO NOTHING`);
}

/** Marks all received messages that have no kind as not classified yet, as after rows were lost. */
export function expectMissingKinds(db: WriteDb): void {
  db.run(sql`
    INSERT INTO message_kinds (message, reason, is_open, is_new, rules)
    SELECT id, 'unclear', 1, 0, 0 FROM messages m
    WHERE direction = 'inbound' AND NOT EXISTS (SELECT 1 FROM message_kinds k WHERE k.message = m.id)`);
}
