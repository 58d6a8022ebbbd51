import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import type { MessageRow, RowGroup } from '../../daemon/contract/fields.ts';
import type { Shell, Sidebar, SidebarItem } from '../../daemon/contract/shell.ts';
import type { Reply } from '../api.ts';
import type { Lens } from '../queries.ts';
import { type Change, rowsOfTarget, type Target } from './change.ts';
import { changedRow, leaves, type Reach, reachOf } from './marks.ts';

type MailboxPage = Reply<'mailbox', 'list'>;
type SearchPage = Reply<'search', 'find'>;
type ThreadData = Reply<'threads', 'get'>;
type ShellData = { shell: Shell; sidebar: Sidebar };

/** Makes of the data under a query key what it is after a change; the same data where the change does not show in it. */
export type Patch = (key: QueryKey, data: unknown) => unknown;

/** What a change to a target does to all that the page has loaded. `items` are the sidebar's, which know the labels. */
export function patchOf(target: Target, change: Change, items: readonly SidebarItem[]): Patch {
  const reach = reachOf(target);
  const patching: Patching = { target, change, items, reach };
  // The first part of a key says what shape the data under it has (see queries.ts).
  return ([subject, about, sort], data) => {
    if (subject === 'mailbox') return mailboxAfter(data as InfiniteData<MailboxPage>, about as Lens, patching);
    if (subject === 'search') {
      const lens = { kind: 'search' as const, query: String(about), sort: sort as undefined };
      return searchAfter(data as InfiniteData<SearchPage>, lens, patching);
    }
    if (subject === 'thread') return threadAfter(data as ThreadData, patching);
    if (subject === 'shell') return shellAfter(data as ShellData, patching);
    return data;
  };
}

type Patching = { target: Target; change: Change; items: readonly SidebarItem[]; reach: (row: MessageRow) => Reach };

function mailboxAfter(data: InfiniteData<MailboxPage>, lens: Lens, patching: Patching): InfiniteData<MailboxPage> {
  const before = data.pages.flatMap(({ mailbox }) => mailbox.groups.flatMap(({ rows }) => rows));
  const after = before.flatMap((row) => rowAfter(row, lens, patching));
  const gone = before.length - after.length;
  const read = unreadIn(before) - unreadIn(after);
  const pages = data.pages.map((page) => {
    const { total, unread } = page.mailbox.counts;
    const counts = { total: Math.max(0, total - gone), unread: Math.max(0, unread - read) };
    return { ...page, mailbox: { ...page.mailbox, counts, groups: groupsAfter(page.mailbox.groups, lens, patching) } };
  });
  return { ...data, pages };
}

function searchAfter(data: InfiniteData<SearchPage>, lens: Lens, patching: Patching): InfiniteData<SearchPage> {
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, groups: groupsAfter(page.groups, lens, patching) })),
  };
}

function groupsAfter(groups: readonly RowGroup[], lens: Lens, patching: Patching): RowGroup[] {
  return groups
    .map((group) => ({ ...group, rows: group.rows.flatMap((row) => rowAfter(row, lens, patching)) }))
    .filter(({ rows }) => rows.length > 0);
}

function rowAfter(row: MessageRow, lens: Lens, { change, items, reach }: Patching): MessageRow[] {
  const reached = reach(row);
  if (reached === 'all' && leaves(lens, change, items)) return [];
  return [changedRow(row, change, reached, items)];
}

function threadAfter(data: ThreadData, patching: Patching): ThreadData {
  const { change, items, reach, target } = patching;
  const newest = data.messages.at(-1);
  const messages = data.messages.map((message) => {
    // Of a conversation its newest message gets the star.
    const isLeft = change.do === 'star' && change.starred && !('messages' in target) && message !== newest;
    return isLeft ? message : changedRow(message, change, reach(message), items);
  });
  return { ...data, messages, thread: { ...data.thread, unread_count: unreadIn(messages) } };
}

function shellAfter(data: ShellData, { target, change, items, reach }: Patching): ShellData {
  const rows = rowsOfTarget(target).filter((row) => row.kind === 'thread');
  const sections = data.sidebar.sections.map((section) => ({
    ...section,
    items: section.items.map((item) => {
      const lens = lensOfItem(item);
      if (!lens) return item;
      const before = rows.filter((row) => liesIn(row, item));
      const after = before
        .filter((row) => reach(row) !== 'all' || !leaves(lens, change, items))
        .map((row) => changedRow(row, change, reach(row), items));
      const total = Math.max(0, item.total - before.length + after.length);
      return { ...item, total, unread: Math.max(0, item.unread - unreadIn(before) + unreadIn(after)) };
    }),
  }));
  return { ...data, sidebar: { ...data.sidebar, sections } };
}

function lensOfItem({ lens }: SidebarItem): Lens | undefined {
  if (lens.kind === 'inbox') return { kind: 'inbox' };
  if (lens.kind === 'all_mail') return { kind: 'all' };
  return lens.labelId ? { kind: 'label', labelId: lens.labelId } : undefined;
}

/** Whether a row is counted by an item of the sidebar, as far as the row itself tells. */
function liesIn({ labels = [], starred }: MessageRow, { lens, role }: SidebarItem): boolean {
  if (lens.kind === 'inbox') return labels.some(({ kind, name }) => kind === 'system' && /^inbox$/i.test(name));
  if (lens.kind === 'all_mail') return true;
  if (role === 'starred') return starred;
  return labels.some(({ id }) => id === lens.labelId);
}

function unreadIn(rows: readonly MessageRow[]): number {
  return rows.filter(({ unread }) => unread).length;
}
