import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { textOf } from '../messages/texts.ts';
import { messageText, type MessageText } from './message-text.ts';

/** What conditions are about. The body is read when a condition first asks for it. */
export type MessageFacts = {
  id: number;
  message_id: string;
  /** The internal id. */
  account: number;
  subject: MessageText;
  from_email: string;
  from: readonly MessageText[];
  to: readonly MessageText[];
  cc: readonly MessageText[];
  list_id: readonly MessageText[];
  canUnsubscribe: boolean;
  flags: number;
  contentFlags: number;
  size: number;
  /** In unix seconds: the instant that orders the message. */
  sort_key: number;
  /** Internal ids. */
  labels: ReadonlySet<number>;
  /** Throws Failure `source_damaged`. */
  body: () => MessageText;
};

type FactsRow = {
  id: number;
  message_id: string;
  account: number;
  subject: string;
  from_name: string | null;
  from_email: string;
  recipients: string;
  list_id: string | null;
  unsubscribe: string;
  flags: number;
  content_flags: number;
  size: number;
  sort_key: number;
};

type NamedAddress = { name: string | null; email: string };

/** The facts of stored messages (internal ids), in the given order; messages that are gone are left out. */
export function factsOf(db: ReadDb, blobs: string, ids: readonly number[]): MessageFacts[] {
  const rows = db.all<FactsRow>(sql`
    SELECT id, message_id, account, subject, from_name, from_email, recipients, list_id, unsubscribe, flags, content_flags,
      size, sort_key
    FROM messages WHERE id IN (SELECT value FROM json_each(${jsonList(ids)}))`);
  const labels = labelsByMessage(db, ids);
  const facts = new Map(rows.map((row) => [row.id, factsFrom(row, labels.get(row.id) ?? new Set(), { db, blobs })]));
  return ids.flatMap((id) => facts.get(id) ?? []);
}

function factsFrom(
  row: FactsRow,
  labels: ReadonlySet<number>,
  { db, blobs }: { db: ReadDb; blobs: string },
): MessageFacts {
  const { id, message_id, account, from_name, from_email, list_id, unsubscribe, flags, content_flags, size, sort_key } =
    row;
  const { to, cc } = JSON.parse(row.recipients) as Record<'to' | 'cc', NamedAddress[]>;
  let body: MessageText | undefined;
  return {
    id,
    message_id,
    account,
    from_email,
    subject: messageText(row.subject),
    from: addressTexts({ name: from_name, email: from_email }),
    to: to.flatMap(addressTexts),
    cc: cc.flatMap(addressTexts),
    list_id: list_id ? [messageText(list_id)] : [],
    canUnsubscribe: unsubscribe !== '"None"',
    flags,
    contentFlags: content_flags,
    size,
    sort_key,
    labels,
    body: () => (body ??= messageText(textOf(db, blobs, id)?.text ?? '')),
  };
}

/** A pattern may be about the address, the name, or both as mail programs write them. */
function addressTexts({ name, email }: NamedAddress): MessageText[] {
  if (!name) return [messageText(email)];
  return [email, name, `${name} <${email}>`].map(messageText);
}

function labelsByMessage(db: ReadDb, ids: readonly number[]): Map<number, Set<number>> {
  const rows = db.all<{ message: number; label: number }>(
    sql`SELECT message, label FROM label_messages WHERE message IN (SELECT value FROM json_each(${jsonList(ids)}))`,
  );
  const labels = new Map<number, Set<number>>();
  for (const { message, label } of rows) {
    const known = labels.get(message);
    if (known) known.add(label);
    else labels.set(message, new Set([label]));
  }
  return labels;
}
