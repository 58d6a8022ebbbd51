import { instantOf, type Clock } from '../../base/clock.ts';
import { timeId } from '../../base/ids.ts';
import type { Address } from '../../contract/fields.ts';
import type { Draft } from '../../mail/drafts/drafts.ts';
import { flagBits } from '../../mail/messages/flags.ts';
import { recipientsOf, type Message } from '../../mail/messages/messages.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';

export type ComposeKind = 'new' | 'reply' | 'reply_all' | 'forward' | 'invite_reply';
export type SessionEnd = 'sent' | 'saved' | 'discarded';

/** A session: its draft, when it started, and how it ended. */
export type Session = {
  id: number;
  session_id: string;
  /** Row id; null if the draft is deleted. */
  draft: number | null;
  draft_id: string;
  kind: ComposeKind;
  opened_at: string;
  ended_at: string | null;
  ended_by: SessionEnd | null;
};

type WriteDeps = { db: WriteDb; clock: Clock };

export function addSession(
  { db, clock }: WriteDeps,
  draft: Pick<Draft, 'id' | 'draft_id'>,
  kind: ComposeKind,
): Session {
  const now = clock.now();
  const { id } = db.run(sql`
    INSERT INTO compose_sessions (session_id, draft, draft_id, kind, opened_at)
    VALUES (${timeId(now)}, ${draft.id}, ${draft.draft_id}, ${kind}, ${instantOf(now)})`);
  return db.get<Session>(sql`SELECT * FROM compose_sessions WHERE id = ${id}`)!;
}

export function endSession({ db, clock }: WriteDeps, id: number, ended_by: SessionEnd): void {
  db.run(sql`
    UPDATE compose_sessions SET ended_at = ${instantOf(clock.now())}, ended_by = ${ended_by}
    WHERE id = ${id} AND ended_at IS NULL`);
}

/** Removes sessions that ended before an instant; they are unknown afterwards. */
export function removeEndedSessions(db: WriteDb, before: string): void {
  db.run(sql`DELETE FROM compose_sessions WHERE ended_at < ${before} OR draft IS NULL AND opened_at < ${before}`);
}

export function sessionNamed(db: ReadDb, session_id: string): Session | undefined {
  return db.get(sql`SELECT * FROM compose_sessions WHERE session_id = ${session_id}`);
}

export function openSessionOf(db: ReadDb, draft: number): Session | undefined {
  return db.get(sql`SELECT * FROM compose_sessions WHERE draft = ${draft} AND ended_at IS NULL`);
}

/** Of existing drafts, the latest change first. */
export function openSessions(db: ReadDb): Session[] {
  return db.all(sql`
    SELECT s.* FROM compose_sessions s JOIN drafts d ON d.id = s.draft
    WHERE s.ended_at IS NULL ORDER BY d.updated_at DESC, s.id DESC`);
}

/** A message with its senders and recipients. */
export type MessageParticipants = { message_id: string; people: Address[] };

/** The maximum numbers of messages to scan and to return. */
const maxScannedMessages = 5_000;
const maxMessages = 40;

/** The newest messages of an account that any of these people sent or received, without list mail and drafts. */
export function messagesAmong(db: ReadDb, account: number, people: readonly Address[]): MessageParticipants[] {
  const emails = jsonList(people.map(({ email }) => email.toLowerCase()));
  const rows = db.all<Pick<Message, 'message_id' | 'from_name' | 'from_email' | 'recipients'>>(sql`
    SELECT message_id, from_name, from_email, recipients FROM (
      SELECT message_id, from_name, from_email, recipients, list_id, flags, sort_key FROM messages
      WHERE account = ${account} ORDER BY sort_key DESC LIMIT ${maxScannedMessages})
    WHERE list_id IS NULL AND flags & ${flagBits.DRAFT} = 0 AND EXISTS (
      SELECT 1 FROM json_each(${emails}) WHERE instr(lower(recipients), '"' || value || '"') > 0 OR value = lower(from_email))
    ORDER BY sort_key DESC LIMIT ${maxMessages}`);
  return rows.map((row) => {
    const { to, cc } = recipientsOf(row);
    return { message_id: row.message_id, people: [{ name: row.from_name, email: row.from_email }, ...to, ...cc] };
  });
}
