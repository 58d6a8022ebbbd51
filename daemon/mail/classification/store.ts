import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { ParsedMessage } from '../mime/parsed-message.ts';
import { addressKey } from '../contacts/changes.ts';
import { classify, withHistory, type Classification } from './classify.ts';
import { classifiedMessageOf } from './evidence.ts';
import type { MailKind } from './mail-kind.ts';
import { streamOf } from './stream.ts';

/** It grows with every change of the rules. Messages with another version are classified again in the background. */
export const rulesVersion = 3;

/** What is stored about a message: what it is, and the stream it belongs to. */
export type StoredKind = Classification & Omit<Stream, 'account'>;

/** Classifies a received message. `own` are the addresses of the user in the account, in lower case. */
export function kindOfMessage(parsed: ParsedMessage, own: ReadonlySet<string>): StoredKind {
  return {
    ...classify(classifiedMessageOf(parsed), own),
    sender: addressKey(parsed.from.email),
    list_id: parsed.list_id ?? '',
    stream: streamOf(parsed),
  };
}

/** Stores what a received message (internal id) is. What was new when it was stored stays so. */
export function saveKind(
  db: WriteDb,
  { id, account, isNew = false }: { id: number; account: number; isNew?: boolean },
  { kind, reason, isOpen, ...stream }: StoredKind,
): void {
  db.run(sql`
    INSERT INTO message_kinds (message, stream, kind, reason, is_open, is_new, rules)
    VALUES (${id}, ${streamId(db, { account, ...stream })}, ${kind}, ${reason}, ${isOpen}, ${isNew}, ${rulesVersion})
    ON CONFLICT (message) DO UPDATE SET stream = excluded.stream, kind = excluded.kind, reason = excluded.reason,
      is_open = excluded.is_open, rules = excluded.rules`);
}

type Stream = { account: number; sender: string; list_id: string; stream: string };

function streamId(db: WriteDb, { account, sender, list_id, stream }: Stream): number {
  const known = db.get<{ id: number }>(sql`
    SELECT id FROM mail_streams
    WHERE account = ${account} AND sender = ${sender} AND list_id = ${list_id} AND stream = ${stream}`);
  if (known) return known.id;
  return db.run(sql`
    INSERT INTO mail_streams (account, sender, list_id, stream) VALUES (${account}, ${sender}, ${list_id}, ${stream})`)
    .id;
}

/** The kind of a received message, and what it follows from. */
export type MessageKind = {
  message: number;
  kind: MailKind | null;
  reason: Classification['reason'] | 'corrected_sender' | 'corrected_list';
  /** The address of the sender and the id of the list, in lower case; empty if there is none. */
  sender: string;
  list_id: string;
  /** Messages that the user has sent to the sender, and whether it answers a message of the user. */
  sent: number;
  isAnswer: boolean;
  /** Whether it arrived after the account's first complete sync. */
  isNew: boolean;
};

type KindRow = Omit<MessageKind, 'isAnswer' | 'isNew' | 'reason'> & {
  reason: Classification['reason'];
  is_open: number;
  list_kind: MailKind | null;
  sender_kind: MailKind | null;
  answers: number;
  is_new: number;
};

/**
 * What received messages are, by internal id. A correction wins, that of the list before that of the sender; then the correspondence
 * with the sender, then the message itself. Messages that are not classified yet are left out.
 */
export function kindsOf(db: ReadDb, messages: readonly number[]): Map<number, MessageKind> {
  const rows = db.all<KindRow>(sql`
    SELECT k.message, k.kind, k.reason, k.is_open, k.is_new, s.sender, s.list_id,
      (SELECT kind FROM kind_corrections c
        WHERE c.account = s.account AND c.scope = 'list' AND c.value = s.list_id) AS list_kind,
      (SELECT kind FROM kind_corrections c
        WHERE c.account = s.account AND c.scope = 'sender' AND c.value = s.sender) AS sender_kind,
      coalesce((SELECT sent FROM contacts c WHERE c.account = s.account AND c.email = s.sender), 0) AS sent,
      EXISTS (SELECT 1 FROM messages own
        WHERE own.header_id = m.in_reply_to COLLATE NOCASE AND +own.account = m.account
          AND own.direction = 'outbound') AS answers
    FROM message_kinds k JOIN mail_streams s ON s.id = k.stream JOIN messages m ON m.id = k.message
    WHERE k.message IN (SELECT value FROM json_each(${jsonList(messages)})) AND m.direction = 'inbound'`);
  return new Map(rows.map((row) => [row.message, kindOfRow(row)]));
}

function kindOfRow({ list_kind, sender_kind, is_open, is_new, answers, ...row }: KindRow): MessageKind {
  const known = { ...row, isAnswer: answers === 1, isNew: is_new === 1 };
  if (list_kind !== null) return { ...known, kind: list_kind, reason: 'corrected_list' };
  if (sender_kind !== null) return { ...known, kind: sender_kind, reason: 'corrected_sender' };
  const { kind, reason } = withHistory({ ...row, isOpen: is_open === 1 }, known);
  return { ...known, kind, reason };
}
