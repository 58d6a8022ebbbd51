import { Failure } from '../../base/failure.ts';
import type { ReadDb } from '../../store/db.ts';
import { displayInstant, messagesByIds, recipientsOf, type Message } from '../messages/messages.ts';
import { textOf } from '../messages/texts.ts';
import { ownText } from '../text/quotes.ts';

/** A message as a model reads it: without quotes, signatures and what its readers do not see. */
export type ReadableMessage = {
  id: number;
  message_id: string;
  thread_id: string;
  direction: 'inbound' | 'outbound';
  from: { name: string | null; email: string };
  to: string[];
  /** An instant. */
  date: string;
  subject: string;
  text: string;
  /** Only its beginning was read. */
  isCut: boolean;
};

/** More of one message is not read. */
const maxTextLength = 20_000;

/** Messages (internal ids) in the given order, for a model. Those that are gone are left out; one without a stored text has none. */
export function readableMessages(
  { db, blobs }: { db: ReadDb; blobs: string },
  messages: readonly number[],
): ReadableMessage[] {
  return messagesByIds(db, messages).map((message) => {
    const text = messageText(db, blobs, message);
    const { to, cc } = recipientsOf(message);
    return {
      id: message.id,
      message_id: message.message_id,
      thread_id: message.thread_id,
      direction: message.direction,
      from: { name: message.from_name, email: message.from_email },
      to: [...to, ...cc].map(({ name, email }) => name || email),
      date: displayInstant(message),
      subject: message.subject,
      text: text.slice(0, maxTextLength).toWellFormed(),
      isCut: text.length > maxTextLength,
    };
  });
}

function messageText(db: ReadDb, blobs: string, message: Message): string {
  try {
    const text = textOf(db, blobs, message.id)?.text ?? '';
    return (ownText(text, { name: message.from_name, email: message.from_email }) || text).trim();
  } catch (failed) {
    // The other messages are read anyway.
    if (failed instanceof Failure && failed.code === 'source_damaged') return '';
    throw failed;
  }
}
