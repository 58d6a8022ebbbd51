import { sql, type ReadDb } from '../../store/db.ts';
import type { Label } from '../../mail/labels/labels.ts';

/** The messages with a label, newest first, and whether they have no other label that the server stores. */
export function messagesWithLabel(
  db: ReadDb,
  { id }: Pick<Label, 'id'>,
): { id: number; message_id: string; is_alone: number }[] {
  return db.all(sql`
    SELECT m.id, m.message_id, NOT EXISTS (
      SELECT 1 FROM label_messages other JOIN labels ON labels.id = other.label
      WHERE other.message = m.id AND other.label <> ${id} AND labels.synthetic = 0) AS is_alone
    FROM label_messages lm JOIN messages m ON m.id = lm.message
    WHERE lm.label = ${id} ORDER BY lm.position DESC`);
}
