import { displayInstant } from '../../mail/messages/messages.ts';
import type { ReadDb } from '../../store/db.ts';
import { messagesBySize, type Selection } from './store.ts';

/** The largest messages outside the trash. */
export function largestMessages(db: ReadDb, selection: Selection, limit: number) {
  return messagesBySize(db, selection, limit).map(({ size, ...row }) => ({
    message_id: row.message_id,
    thread_id: row.thread_id,
    date: displayInstant(row),
    from_email: row.from_email,
    subject: row.subject,
    size_bytes: size,
  }));
}
