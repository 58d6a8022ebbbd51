import { sql, type WriteDb } from '../../store/db.ts';
import { contactMessageOf, type ContactMessage, type ContactRow } from '../contacts/changes.ts';
import { refreshMessage } from '../messages/placements.ts';
import { hasSentOperation } from '../mutations/push/sync-passes.ts';
import { blobsUsedOnlyBy } from '../sources/source.ts';
import { refreshThread } from '../threads/summary.ts';
import type { PassState } from './pass-state.ts';

/** Makes lists, threads and contacts consistent with the messages that the pass changed. */
export function settlePass(pass: PassState): void {
  const { db, contacts, touched, threads } = pass;
  // Save before the messages are settled, because a message that becomes a draft is recounted immediately.
  contacts.save();
  for (const message of touched) settleMessage(pass, message);
  for (const thread of threads) refreshThread(db, thread);
  contacts.save();
  touched.clear();
  threads.clear();
}

function settleMessage(pass: PassState, message: number): void {
  const { db } = pass;
  const row = db.get<{ thread: number; message_id: string }>(
    sql`SELECT thread, message_id FROM messages WHERE id = ${message}`,
  );
  if (!row) return;
  const { changed, hasPlacement } = refreshMessage(db, message, pass.labels);
  if (!hasPlacement && hasSentOperation(db, message)) return;
  if (!hasPlacement) {
    pass.orphanedBlobs.push(...blobsUsedOnlyBy(db, message));
    pass.contacts.removeMessage(removeMessage(db, message));
    pass.added.delete(message);
    pass.removed.add(row.message_id);
  } else if (changed) pass.updated.add(message);
  if (changed) pass.threads.add(row.thread);
}

/**
 * Removes the row and its dependent rows; the index is updated through the queue. Returns the message for the contact
 * counters.
 */
function removeMessage(db: WriteDb, message: number): ContactMessage {
  db.run(sql`
    INSERT INTO index_queue (account, sort_key, op, live) SELECT account, sort_key, 'drop', 1 FROM messages WHERE id = ${message}`);
  const [row] = db.all<ContactRow>(sql`
    DELETE FROM messages WHERE id = ${message}
    RETURNING account, direction, flags, sort_key, from_name, from_email, recipients, unsubscribe`);
  if (!row) throw new Error('the message to remove doesn’t exist');
  return contactMessageOf(row);
}
