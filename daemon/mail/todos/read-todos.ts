import { diskProblemOf } from '../../base/disk-failure.ts';
import { Failure, reasonOf } from '../../base/failure.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { ownAddressesOf } from '../accounts/accounts.ts';
import { kindsOf } from '../classification/store.ts';
import { readInvites } from '../invites/read-invites.ts';
import { contentFlags } from '../messages/content-flags.ts';
import { flagBits } from '../messages/flags.ts';
import type { Recipients } from '../messages/messages.ts';
import { textFromHtml } from '../messages/texts.ts';
import { readBody } from '../mime/read-body.ts';
import { readSource } from '../sources/source.ts';
import { styleOfText, type MessageStyle } from '../relationships/message-style.ts';
import { findTodos } from './rules/find-todos.ts';
import type { FoundTodo } from './todo.ts';

/**
 * The to-dos in a message (internal id), and how it is written if it is between people; `error` if it could not be read.
 */
export type ReadTodos = {
  message: number;
  found: FoundTodo[];
  style: MessageStyle | undefined;
  error: string | null;
};

type MessageRow = {
  id: number;
  account: number;
  direction: 'inbound' | 'outbound';
  flags: number;
  subject: string;
  from_name: string | null;
  from_email: string;
  recipients: string;
  date: string | null;
  received_at: string;
  content_flags: number;
};

const ignored = flagBits.DRAFT | flagBits.TRASH | flagBits.SPAM;

type ReadTodosDeps = { db: ReadDb; blobs: string; now: Date; zone: string | undefined };

/** Looks for to-dos in messages (internal ids). Messages that are gone are left out. Drafts, spam and mail in the trash have none. */
export function readTodos({ db, blobs, now, zone }: ReadTodosDeps, messages: readonly number[]): ReadTodos[] {
  const rows = db.all<MessageRow>(sql`
    SELECT id, account, direction, flags, subject, from_name, from_email, recipients, date, received_at, content_flags
    FROM messages WHERE id IN (SELECT value FROM json_each(${jsonList(messages)}))`);
  const kinds = kindsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    if (row.flags & ignored) return { message: row.id, found: [], style: undefined, error: null };
    try {
      const kind = kinds.get(row.id)?.kind ?? null;
      const { found, style } = readText({ db, blobs, zone }, row, kind);
      return {
        message: row.id,
        found: [...found, ...invitationsIn({ db, blobs, now, zone }, row)],
        style,
        error: null,
      };
    } catch (failed) {
      // A damaged file stays damaged; any other error is a bug.
      if (!(failed instanceof Failure) || diskProblemOf(failed) !== undefined) throw failed;
      return { message: row.id, found: [], style: undefined, error: reasonOf(failed) };
    }
  });
}

function readText(
  { db, blobs, zone }: Omit<ReadTodosDeps, 'now'>,
  row: MessageRow,
  kind: Parameters<typeof findTodos>[0]['kind'],
): Pick<ReadTodos, 'found' | 'style'> {
  const text = readersText(db, blobs, row.id);
  if (text === undefined) return { found: [], style: undefined };
  const { to = [] } = JSON.parse(row.recipients) as Partial<Recipients>;
  const own = ownAddressesOf(db, row.account);
  const from = { name: row.from_name, email: row.from_email };
  const found = findTodos(
    {
      kind,
      direction: row.direction,
      subject: row.subject,
      text,
      from,
      isAddressed: to.some(({ email }) => own.has(email.toLowerCase())),
      recipientCount: to.length,
      sent: sentAt(row),
    },
    zone,
  );
  const isBetweenPeople = row.direction === 'outbound' || kind === 'person';
  return { found, style: isBetweenPeople ? styleOfText(text, from) : undefined };
}

/** The text that `messages.body` replies with. */
function readersText(db: ReadDb, blobs: string, message: number): string | undefined {
  const stored = textFromHtml(db, message);
  if (stored) return stored.text;
  const source = readSource(db, blobs, message);
  return source && readBody(source).text;
}

const dayMs = 86_400_000;

/** When a message was sent; a Date field that contradicts the server does not count. */
function sentAt({ date, received_at }: MessageRow): Date {
  const received = Date.parse(received_at);
  const sent = date === null ? Number.NaN : Date.parse(date);
  return new Date(Math.abs(sent - received) < 3 * dayMs ? sent : received);
}

/** The coming events that the user is invited to in a message and has not answered. */
function invitationsIn({ db, blobs, now, zone }: ReadTodosDeps, row: MessageRow): FoundTodo[] {
  if (row.direction !== 'inbound' || (row.content_flags & contentFlags.CALENDAR) === 0) return [];
  const own = ownAddressesOf(db, row.account);
  const [invites] = readInvites(db, blobs, [row.id], zone);
  return (invites?.events ?? []).flatMap(({ event, series_ends_at }): FoundTodo[] => {
    const { method, status, uid, recurrence_id, summary, starts_at, attendees } = event;
    const viewer = attendees.find(({ email }) => own.has(email.toLowerCase()));
    const isRequest = method === 'REQUEST' && status !== 'CANCELLED';
    const isOpen = viewer && (viewer.partstat === null || viewer.partstat === 'needs_action');
    if (!isRequest || !isOpen || starts_at === null || uid === null) return [];
    const end = series_ends_at ?? starts_at;
    if (end <= now.toISOString()) return [];
    const span = { words: summary?.trim() || row.subject || uid, start: null, end: null };
    // The first event of a series may be over.
    const due = { due_at: starts_at > now.toISOString() ? starts_at : null, due_day: null, due_words: null };
    return [{ kind: 'invitation', key: [uid, recurrence_id ?? ''].join(' ').trim(), span, due, amount: null }];
  });
}
