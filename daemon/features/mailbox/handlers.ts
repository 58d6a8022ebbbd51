import { Failure } from '../../base/failure.ts';
import type { Clock } from '../../base/clock.ts';
import type { Call, Handlers, InputOf, ReplyOf } from '../../handling.ts';
import type { Account } from '../../mail/accounts.ts';
import { labelsOfMessages, type Label } from '../../mail/labels.ts';
import {
  labelsBehind,
  labelsWithRole,
  messagesIn,
  threadsIn,
  type ListedMessage,
  type ListedThread,
  type PageStart,
} from '../../mail/lists.ts';
import { marksOf } from '../../mail/marks.ts';
import { rowMessages } from '../../mail/messages.ts';
import { rowWriter } from '../../mail/rows.ts';
import { sidebarOf } from '../../mail/sidebar.ts';
import { shellOf, type SyncProgress } from '../../mail/sync-state.ts';
import type { ReadDb } from '../../store/db.ts';
import type { mailboxRequests } from './contract.ts';

export type MailboxParts = { clock: Clock; zone: string | undefined; progress: SyncProgress };

type List = (typeof mailboxRequests)['list'];
type ListInput = InputOf<List>;

export function mailboxHandlers({ clock, zone, progress }: MailboxParts): Handlers<typeof mailboxRequests> {
  return {
    list: (input, { db, accounts }: Call<List>): ReplyOf<List> => {
      const { name, labels } = lensOf(db, accounts, input);
      const writer = rowWriter({ now: clock.now(), zone });
      const { entries, next } = pageOf(
        db,
        labels.map(({ id }) => id),
        input,
        writer,
      );
      return {
        shell: shellOf(db, accounts, progress),
        sidebar: sidebarOf(db, accounts, { kind: input.lens_kind, label_id: input.label_id }),
        mailbox: {
          lensLabel: name,
          view: input.view,
          counts: countsOf(labels, input.view),
          has_more: next !== undefined,
          next_offset: next === undefined || input.cursor !== undefined ? null : input.offset + input.limit,
          next_cursor: next ?? null,
          groups: writer.groups(entries),
        },
      };
    },
  };
}

function lensOf(
  db: ReadDb,
  accounts: readonly Account[],
  { lens_kind, label_id }: ListInput,
): { name: string; labels: Label[] } {
  if (lens_kind !== 'label') {
    const name = lens_kind === 'inbox' ? 'Inbox' : 'All mail';
    return { name, labels: labelsWithRole(db, accounts, lens_kind) };
  }
  if (!label_id)
    throw new Failure('invalid', 'label_id_missing', 'With lens_kind=label, label_id must say which label.');
  const labels = labelsBehind(db, accounts, label_id.toLowerCase());
  const first = labels[0];
  if (!first)
    throw new Failure('missing', 'not_found', 'There is no such label here. It may have been removed on the server.');
  const lens = { kind: lens_kind, label_id: label_id.toLowerCase() };
  const item = sidebarOf(db, accounts, lens)
    .sections.flatMap(({ items }) => items)
    .find(({ active }) => active);
  return { name: item?.label ?? first.name, labels };
}

function pageOf(db: ReadDb, labels: number[], input: ListInput, writer: ReturnType<typeof rowWriter>) {
  const start: PageStart = {
    offset: input.cursor === undefined ? input.offset : 0,
    after: input.cursor === undefined ? undefined : parseCursor(input.cursor),
  };
  const wanted = input.limit + 1;
  const listed =
    input.view === 'threads' ? threadsIn(db, labels, start, wanted) : messagesIn(db, labels, start, wanted);
  const shown = listed.slice(0, input.limit);
  const ids = shown.map(({ message }) => message);
  const messages = rowMessages(db, ids);
  const chips = labelsOfMessages(db, ids);
  const marks = marksOf(db, ids, { ofThreads: input.view === 'threads' });
  const entries = shown.flatMap((entry) => {
    const message = messages.get(entry.message);
    if (!message) return [];
    const own = [chips.get(message.id), marks.get(message.id)] as const;
    const row = isThread(entry) ? writer.threadRow(message, entry, ...own) : writer.messageRow(message, ...own);
    return [{ message, row }];
  });
  const last = shown.at(-1);
  return { entries, next: listed.length > input.limit && last ? `${last.position}.${last.id}` : undefined };
}

function isThread(entry: ListedMessage | ListedThread): entry is ListedThread {
  return 'message_count' in entry;
}

function parseCursor(cursor: string): { position: number; id: number } {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor);
  if (!match) throw new Failure('invalid', 'bad_cursor', 'cursor must be the next_cursor of an earlier answer.');
  return { position: Number(match[1]), id: Number(match[2]) };
}

function countsOf(labels: readonly Label[], view: ListInput['view']): { unread: number; total: number } {
  const sum = (of: (label: Label) => number) => labels.reduce((total, label) => total + of(label), 0);
  return view === 'threads'
    ? { unread: sum(({ unread_thread_count }) => unread_thread_count), total: sum(({ thread_count }) => thread_count) }
    : { unread: sum(({ unread_count }) => unread_count), total: sum(({ total_count }) => total_count) };
}
