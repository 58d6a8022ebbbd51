import type { Envelope, MessageRow, RowGroup } from '../../contract/fields.ts';
import { bucketLabels, dateFormatter } from './date-labels.ts';
import { flagBits, flagNames } from '../messages/flags.ts';
import type { Label } from '../labels/labels.ts';
import type { RowBadges } from './row-badges.ts';
import { recipientsOf, displayInstant, type Message, type RowMessage } from '../messages/messages.ts';
import type { ThreadSender } from '../threads/summary.ts';

/** `zone` is the IANA name of a time zone; undefined is the time zone of the machine. */
export type RowOptions = { now: Date; zone: string | undefined };

/** The fields that a thread row adds to the message it shows. */
export type ThreadAggregates = {
  message_count: number;
  unread_count: number;
  starred: number;
  has_attachments: number;
  senders: string;
};

/** A row and the message it shows. */
export type ListEntry = { message: RowMessage; row: MessageRow };

/** Builds list rows as seen at one instant in one time zone. */
export function rowBuilder({ now, zone }: RowOptions) {
  const dates = dateFormatter(now, zone);

  function messageRow(message: RowMessage, labels: readonly Label[] = [], badges: RowBadges = {}): MessageRow {
    const { to, cc, bcc } = recipientsOf(message);
    const date = displayInstant(message);
    return {
      id: message.message_id,
      kind: 'message',
      account_id: message.account_id,
      thread_id: message.thread_id,
      provider_id: message.header_id ?? message.message_id,
      sender: senderOf(message),
      sender_detail: message.from_email || null,
      subject: message.subject,
      snippet: message.snippet,
      date,
      ...dates.labels(date),
      ...(to.length > 0 && { to }),
      ...(cc.length > 0 && { cc }),
      ...(bcc.length > 0 && { bcc }),
      ...(labels.length > 0 && { labels: labels.map(labelChipOf) }),
      unread: !(message.flags & flagBits.READ),
      starred: (message.flags & flagBits.STARRED) !== 0,
      has_attachments: message.attachment_count > 0,
      ...badges,
    };
  }

  return {
    messageRow,
    /** A conversation shown by one of its messages; badges and counts are those of the whole conversation. */
    threadRow(
      message: RowMessage,
      thread: ThreadAggregates,
      labels: readonly Label[] = [],
      badges: RowBadges = {},
    ): MessageRow {
      return {
        ...messageRow(message, labels, badges),
        kind: 'thread',
        senders: senderNames(thread.senders),
        unread: thread.unread_count > 0,
        starred: thread.starred === 1,
        has_attachments: thread.has_attachments === 1,
        message_count: thread.message_count,
      };
    },
    /**
     * Rows under their day headings, in their given order. Groups follow the sort key, so that grouping never reorders
     * rows.
     */
    groups(entries: readonly ListEntry[]): RowGroup[] {
      const groups = Map.groupBy(entries, ({ message }) => dates.bucket(message.sort_key * 1000));
      return [...groups].map(([id, members]) => ({ id, label: bucketLabels[id], rows: members.map(({ row }) => row) }));
    },
  };
}

/** The name of a message's sender. */
export function senderOf({ from_name, from_email }: Pick<Message, 'from_name' | 'from_email'>): string {
  return from_name ?? (from_email || 'Unknown sender');
}

/** A label as rows show it. */
export function labelChipOf({ label_id, name, kind, color }: Label): NonNullable<MessageRow['labels']>[number] {
  return { id: label_id, name, kind, color };
}

function senderNames(senders: string): string[] {
  return (JSON.parse(senders) as ThreadSender[]).map(({ name, email, me }) =>
    me ? 'you' : (name ?? (email || 'Unknown sender')),
  );
}

/** A message as sent in events (wire-contract, section 14.2). */
export function envelopeOf(message: Message): Envelope {
  const { to, cc, bcc } = recipientsOf(message);
  return {
    id: message.message_id,
    account_id: message.account_id,
    thread_id: message.thread_id,
    provider_id: message.header_id ?? message.message_id,
    from: { name: message.from_name, email: message.from_email },
    to,
    cc,
    bcc,
    subject: message.subject,
    snippet: message.snippet,
    date: displayInstant(message),
    flags: flagNames(message.flags),
    flags_bits: message.flags,
    has_attachments: message.attachment_count > 0,
    size_bytes: message.size,
    message_id_header: message.header_id,
    in_reply_to: message.in_reply_to,
    references: JSON.parse(message.reference_ids) as string[],
    unsubscribe: JSON.parse(message.unsubscribe) as Envelope['unsubscribe'],
  };
}
