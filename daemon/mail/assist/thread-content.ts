import { hash } from 'node:crypto';
import { sql, type ReadDb } from '../../store/db.ts';
import { flagBits } from '../messages/flags.ts';

/** The messages of a conversation that a model may read (internal ids, oldest first), and a hash that changes with them. */
export type ThreadContent = { messages: number[]; content_hash: string };

const leftOut = flagBits.DRAFT | flagBits.SPAM | flagBits.TRASH;

/** Drafts, spam and deleted mail are not read. The hash needs no text: the id of a message follows from its content. */
export function threadContent(db: ReadDb, thread: number): ThreadContent {
  const rows = db.all<{ id: number; message_id: string; size: number; is_stored: number }>(sql`
    SELECT id, message_id, size, EXISTS (SELECT 1 FROM sources WHERE message = messages.id) AS is_stored
    FROM messages WHERE thread = ${thread} AND flags & ${leftOut} = 0 ORDER BY sort_key, id`);
  const facts = rows.map(({ message_id, size, is_stored }) => [message_id, size, is_stored]);
  return { messages: rows.map(({ id }) => id), content_hash: hash('sha256', JSON.stringify(facts)) };
}
