import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { flagBits } from '../messages/flags.ts';
import { domainsOf, senderValue, type DecisionTarget } from './decision.ts';
import { decisionsFor, type MailOrigin } from './decisions.ts';

type ReceivedMessage = MailOrigin & { id: number; message_id: string; sort_key: number };

const exempt = flagBits.DRAFT | flagBits.SENT | flagBits.TRASH | flagBits.SPAM;

/**
 * The received messages in an account that a decision about a target applies to, except those in the trash and in spam. With
 * `inInbox` only those in the inbox. To be called when the decision is stored, because a narrower one may apply instead.
 */
export function decidedMail(
  db: ReadDb,
  account: number,
  target: DecisionTarget,
  { inInbox }: { inInbox: boolean },
): { id: number; message_id: string }[] {
  const received = receivedFrom(db, account, target);
  const decisions = decisionsFor(db, received);
  const decided = received.filter(
    (_message, at) => decisions[at]?.scope === target.scope && decisions[at].value === target.value,
  );
  const messages = decided.map(({ id, message_id }) => ({ id, message_id }));
  if (!inInbox) return messages;
  const inside = idsInInbox(
    db,
    messages.map(({ id }) => id),
  );
  return messages.filter(({ id }) => inside.has(id));
}

/** The received messages of a sender, a list or a domain in an account, except those in the trash and in spam. */
export function receivedFrom(db: ReadDb, account: number, { scope, value }: DecisionTarget): ReceivedMessage[] {
  if (scope === 'list')
    return db.all<ReceivedMessage>(sql`
      SELECT m.id, m.message_id, m.account, m.from_email, m.list_id, m.sort_key
      FROM mail_streams s JOIN message_kinds k ON k.stream = s.id JOIN messages m ON m.id = k.message
      WHERE s.account = ${account} AND s.list_id = ${value} AND s.list_id <> '' AND m.direction = 'inbound'
        AND m.flags & ${exempt} = 0 ORDER BY m.id`);
  const emails = scope === 'sender' ? spellingsOf(db, account, value) : addressesAt(db, account, value);
  return emails.flatMap((email) =>
    db.all<ReceivedMessage>(sql`
      SELECT id, message_id, account, from_email, list_id, sort_key FROM messages
      WHERE from_email = ${email} COLLATE NOCASE AND account = ${account} AND direction = 'inbound'
        AND flags & ${exempt} = 0 ORDER BY id`),
  );
}

/** The ways in which the address of a sender is written: a domain may be in ASCII or in another script. */
function spellingsOf(db: ReadDb, account: number, sender: string): string[] {
  const local = sender.slice(0, sender.lastIndexOf('@') + 1);
  const written = db.all<{ email: string }>(sql`
    SELECT DISTINCT from_email COLLATE NOCASE AS email FROM messages
    WHERE account = ${account} AND from_email >= ${local} COLLATE NOCASE
      AND from_email < ${`${local.slice(0, -1)}A`} COLLATE NOCASE`);
  return written.map(({ email }) => email).filter((email) => senderValue(email) === sender);
}

/** The addresses of senders at a domain and below it. */
function addressesAt(db: ReadDb, account: number, domain: string): string[] {
  return db
    .all<{ email: string }>(sql`SELECT DISTINCT sender AS email FROM mail_streams WHERE account = ${account}`)
    .map(({ email }) => email)
    .filter((email) => domainsOf(email).includes(domain));
}

function idsInInbox(db: ReadDb, messages: readonly number[]): Set<number> {
  const rows = db.all<{ message: number }>(sql`
    SELECT lm.message FROM label_messages lm JOIN labels l ON l.id = lm.label
    WHERE lm.message IN (SELECT value FROM json_each(${jsonList(messages)})) AND l.role = 'inbox' AND l.synthetic = 0`);
  return new Set(rows.map(({ message }) => message));
}
