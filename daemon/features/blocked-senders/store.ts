import { flagBits } from '../../mail/messages/flags.ts';
import { comparableAddress } from '../../mail/arrivals/blocked-senders.ts';
import { sql, type ReadDb } from '../../store/db.ts';

/** The received messages of a sender in an account, except those in the trash and in spam. */
export function receivedFrom(db: ReadDb, account: number, sender: string): { id: number; message_id: string }[] {
  const exempt = flagBits.DRAFT | flagBits.SENT | flagBits.TRASH | flagBits.SPAM;
  return addressesOf(db, account, sender).flatMap((email) =>
    db.all<{ id: number; message_id: string }>(sql`
      SELECT id, message_id FROM messages
      WHERE from_email = ${email} COLLATE NOCASE AND account = ${account} AND direction = 'inbound' AND flags & ${exempt} = 0`),
  );
}

/** The ways in which the address of a sender is written: a domain may be in ASCII or in another script. */
function addressesOf(db: ReadDb, account: number, sender: string): string[] {
  const local = sender.slice(0, sender.lastIndexOf('@') + 1);
  const written = db.all<{ email: string }>(sql`
    SELECT DISTINCT from_email COLLATE NOCASE AS email FROM messages
    WHERE account = ${account} AND from_email >= ${local} COLLATE NOCASE
      AND from_email < ${`${local.slice(0, -1)}A`} COLLATE NOCASE`);
  return written.map(({ email }) => email).filter((email) => comparableAddress(email) === sender);
}
