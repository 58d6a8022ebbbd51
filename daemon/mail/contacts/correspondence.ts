import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { flagBits } from '../messages/flags.ts';
import type { Message } from '../messages/messages.ts';
import { messagesSentTo, type Correspondent } from './latest-correspondence.ts';

/** A message from or to a correspondent. */
export type CorrespondenceMessage = Pick<Message, 'id' | 'thread' | 'sort_key' | 'flags' | 'size' | 'list_id'>;

/** The messages from a person, oldest first. */
export function messagesFrom(db: ReadDb, { account, email }: Correspondent): CorrespondenceMessage[] {
  return db.all<CorrespondenceMessage>(sql`
    SELECT id, thread, sort_key, flags, size, list_id FROM messages
    WHERE from_email = ${email} COLLATE NOCASE AND account = ${account} AND direction = 'inbound'
      AND flags & ${flagBits.DRAFT} = 0 ORDER BY sort_key`);
}

/** Messages by sort key, oldest first. */
function messagesAt(db: ReadDb, sortKeys: readonly number[]): CorrespondenceMessage[] {
  return db.all<CorrespondenceMessage>(sql`
    SELECT id, thread, sort_key, flags, size, list_id FROM messages
    WHERE sort_key IN (SELECT value FROM json_each(${jsonList(sortKeys)})) ORDER BY sort_key`);
}

/** The messages that the user sent to a person, oldest first. */
export function messagesTo(db: ReadDb, correspondent: Correspondent): CorrespondenceMessage[] {
  return messagesAt(db, messagesSentTo(db, correspondent));
}
