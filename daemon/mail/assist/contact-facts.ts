import { hash } from 'node:crypto';
import { sql, type ReadDb } from '../../store/db.ts';
import { addressKey } from '../contacts/changes.ts';
import { messagesSentTo } from '../contacts/latest-correspondence.ts';
import { flagBits } from '../messages/flags.ts';

/** What is known about a person without a model. */
export type ContactFacts = {
  email: string;
  name: string | null;
  received: number;
  sent: number;
  /** The newest messages from and to them (internal ids), oldest first. */
  messages: number[];
  /** Unix seconds; 0 if there is none. */
  last_received: number;
  last_sent: number;
  /** Changes with their mail. */
  content_hash: string;
};

/** So many of the newest messages are looked at. */
const maxMessages = 20;

/** The correspondence of an account with a person; undefined if there is none. */
export function contactFacts(db: ReadDb, account: number, email: string): ContactFacts | undefined {
  const key = addressKey(email);
  const contact = db.get<Omit<ContactFacts, 'messages' | 'content_hash'>>(sql`
    SELECT email, coalesce(name, name_by_owner) AS name, received, sent, last_received, last_sent FROM contacts
    WHERE account = ${account} AND email = ${key}`);
  if (!contact) return undefined;
  const received = db.all<{ id: number; sort_key: number }>(sql`
    SELECT id, sort_key FROM messages
    WHERE from_email = ${key} COLLATE NOCASE AND account = ${account}
      AND flags & ${flagBits.DRAFT | flagBits.TRASH | flagBits.SPAM} = 0
    ORDER BY sort_key DESC LIMIT ${maxMessages}`);
  const sentKeys = contact.sent > 0 ? messagesSentTo(db, { account, email: key }).slice(0, maxMessages) : [];
  const sent = db.all<{ id: number; sort_key: number }>(sql`
    SELECT id, sort_key FROM messages
    WHERE sort_key IN (SELECT value FROM json_each(${JSON.stringify(sentKeys)})) AND account = ${account}
      AND direction = 'outbound' AND flags & ${flagBits.DRAFT | flagBits.TRASH} = 0`);
  const newest = [...received, ...sent].toSorted((a, b) => b.sort_key - a.sort_key).slice(0, maxMessages);
  const messages = newest.map(({ id }) => id).toReversed();
  const facts = JSON.stringify([contact.received, contact.sent, newest.map(({ id, sort_key }) => [id, sort_key])]);
  return { ...contact, messages, content_hash: hash('sha256', facts) };
}
