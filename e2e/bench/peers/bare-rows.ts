import type Database from 'better-sqlite3';
import { bucketLabels, dateFormatter, type DayBucket } from '../../../daemon/mail/lists/date-labels.ts';
import { flagBits } from '../../../daemon/mail/messages/flags.ts';

/** The fields that a row of conversations adds to the message it shows. */
export type Conversation = {
  message_count: number;
  unread_count: number;
  starred: number;
  has_attachments: number;
  senders: string;
};

/** The internal id of a message to list. With a conversation, the row summarizes the conversation. */
type Listed = { message: number; conversation?: Conversation };

export type Label = {
  id: number;
  label_id: string;
  synthetic: number;
  name: string;
  kind: string;
  role: string | null;
  color: string | null;
  thread_count: number;
  unread_thread_count: number;
};

type Message = Record<'message_id' | 'account_id' | 'thread_id' | 'received_at' | 'subject' | 'snippet', string> & {
  id: number;
  sort_key: number;
  date: string | null;
  from_name: string | null;
  from_email: string;
  header_id: string | null;
  recipients: string;
  flags: number;
  attachment_count: number;
};

type DateWriter = ReturnType<typeof dateFormatter>;

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Reads messages out of Posthorn's own database with better-sqlite3 alone, and returns them as the rows that Posthorn
 * answers with, grouped by day. The wording of dates is imported from Posthorn.
 */
export function rowReader(db: Database.Database): (listed: readonly Listed[]) => unknown[] {
  const messages = db.prepare<[string], Message>(`
    SELECT m.*, a.account_id, t.thread_id FROM messages m
    JOIN accounts a ON a.id = m.account JOIN threads t ON t.id = m.thread
    WHERE m.id IN (SELECT value FROM json_each(?))`);
  const chips = db.prepare<[string], Label & { message: number }>(`
    SELECT lm.message, labels.* FROM label_messages lm JOIN labels ON labels.id = lm.label
    WHERE lm.message IN (SELECT value FROM json_each(?)) AND labels.synthetic = 0
      AND coalesce(labels.role, '') NOT IN ('all_mail', 'starred')
    ORDER BY labels.kind = 'system' DESC, labels.name`);
  return (listed) => {
    const ids = JSON.stringify(listed.map(({ message }) => message));
    const byId = new Map(messages.all(ids).map((message) => [message.id, message]));
    const chipsOf = Map.groupBy(chips.all(ids), ({ message }) => message);
    const dates = dateFormatter(new Date(), zone);
    const groups = new Map<DayBucket, unknown[]>();
    for (const { message: id, conversation } of listed) {
      const message = byId.get(id);
      if (!message) continue;
      const bucket = dates.bucket(message.sort_key * 1000);
      const rows = groups.get(bucket) ?? [];
      groups.set(bucket, rows);
      rows.push(rowOf(message, conversation, chipsOf.get(id) ?? [], dates));
    }
    return [...groups].map(([id, rows]) => ({ id, label: bucketLabels[id], rows }));
  };
}

function rowOf(
  message: Message,
  conversation: Conversation | undefined,
  labels: readonly Label[],
  dates: DateWriter,
): unknown {
  const { to, cc, bcc } = JSON.parse(message.recipients) as Record<'to' | 'cc' | 'bcc', unknown[]>;
  const date = shownDate(message);
  return {
    id: message.message_id,
    kind: conversation ? 'thread' : 'message',
    account_id: message.account_id,
    thread_id: message.thread_id,
    provider_id: message.header_id ?? message.message_id,
    sender: message.from_name ?? (message.from_email || 'Unknown sender'),
    sender_detail: message.from_email || null,
    senders: conversation && senderNames(conversation),
    subject: message.subject,
    snippet: message.snippet,
    date,
    ...dates.labels(date),
    to: to.length > 0 ? to : undefined,
    cc: cc.length > 0 ? cc : undefined,
    bcc: bcc.length > 0 ? bcc : undefined,
    labels:
      labels.length > 0 ? labels.map(({ label_id: id, name, kind, color }) => ({ id, name, kind, color })) : undefined,
    unread: conversation ? conversation.unread_count > 0 : !(message.flags & flagBits.READ),
    starred: conversation ? conversation.starred === 1 : (message.flags & flagBits.STARRED) !== 0,
    has_attachments: conversation ? conversation.has_attachments === 1 : message.attachment_count > 0,
    message_count: conversation?.message_count,
  };
}

/** The date a message states, unless it is more than a day after the message was received. */
function shownDate({ date, received_at }: Message): string {
  const isLie = date !== null && Date.parse(date) > Date.parse(received_at) + 86_400_000;
  return date === null || isLie ? received_at : date;
}

function senderNames({ senders }: Conversation): string[] {
  const all = JSON.parse(senders) as { name: string | null; email: string; me: boolean }[];
  return all.map(({ name, email, me }) => (me ? 'you' : (name ?? (email || 'Unknown sender'))));
}
