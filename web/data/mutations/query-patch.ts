import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import type { Shell, Sidebar, SidebarItem } from '../../../daemon/contract/shell.ts';
import type { Reply } from '../../api/client.ts';
import { type MailChange, rowsOfTarget, type Target } from '../../api/mail-change.ts';
import { changedRow, isRemovedFromList, type Coverage, coverageOf } from './change-effects.ts';
import type { Lens, ModeKind } from '../lens.ts';
import { type NowReply, patchNow } from './patch-now.ts';

type MailboxPage = Reply<'mailbox', 'list'>;
type SearchPage = Reply<'search', 'find'>;
type ModePage = Reply<'modes', 'threads'>;
type ThreadData = Reply<'threads', 'get'>;
type ShellData = { shell: Shell; sidebar: Sidebar };

/** Returns the data of a query after a change; the same object if the change does not show in it. */
export type Patch = (key: QueryKey, data: unknown) => unknown;

/**
 * The patches of a change for all data that the page has loaded. `items` are the items of the sidebar, which contain the
 * labels.
 */
export function patchOf(target: Target, change: MailChange, items: readonly SidebarItem[]): Patch {
  const coverage = coverageOf(target);
  const patching: PatchContext = { target, change, items, coverage };
  // The first part of a key determines the shape of its data (see data/queries).
  return ([subject, about, sort], data) => {
    if (subject === 'mailbox') return patchMailbox(data as InfiniteData<MailboxPage>, about as Lens, patching);
    // Totals and the newest mail of a person are searches without pages. They are fetched again after the change.
    if (subject === 'search' && hasPages(data)) {
      const lens = { kind: 'search' as const, query: String(about), sort: sort as undefined };
      return patchGroupPages(data, lens, patching);
    }
    if (subject === 'modes' && about === 'threads')
      return patchGroupPages(data as InfiniteData<ModePage>, { kind: 'mode', mode: sort as ModeKind }, patching);
    if (subject === 'now') return patchNow(data as NowReply, target, change);
    if (subject === 'thread') return patchThread(data as ThreadData, patching);
    if (subject === 'shell') return patchShell(data as ShellData, patching);
    return data;
  };
}

type PatchContext = {
  target: Target;
  change: MailChange;
  items: readonly SidebarItem[];
  coverage: (row: MessageRow) => Coverage;
};

function patchMailbox(data: InfiniteData<MailboxPage>, lens: Lens, patching: PatchContext): InfiniteData<MailboxPage> {
  const before = data.pages.flatMap(({ mailbox }) => mailbox.groups.flatMap(({ rows }) => rows));
  const after = before.flatMap((row) => patchRow(row, lens, patching));
  const removed = before.length - after.length;
  const read = unreadIn(before) - unreadIn(after);
  const pages = data.pages.map((page) => {
    const { total, unread } = page.mailbox.counts;
    const counts = { total: Math.max(0, total - removed), unread: Math.max(0, unread - read) };
    return { ...page, mailbox: { ...page.mailbox, counts, groups: patchGroups(page.mailbox.groups, lens, patching) } };
  });
  return { ...data, pages };
}

function patchGroupPages<Page extends { groups: Group[] }, Group extends RowGroup = Page['groups'][number]>(
  data: InfiniteData<Page>,
  lens: Lens,
  patching: PatchContext,
): InfiniteData<Page> {
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, groups: patchGroups(page.groups, lens, patching) })),
  };
}

function hasPages(data: unknown): data is InfiniteData<SearchPage> {
  return typeof data === 'object' && data !== null && 'pages' in data;
}

type RowGroup = { rows: MessageRow[] };

function patchGroups<Group extends RowGroup>(groups: readonly Group[], lens: Lens, patching: PatchContext): Group[] {
  return groups
    .map((group) => ({ ...group, rows: group.rows.flatMap((row) => patchRow(row, lens, patching)) }))
    .filter(({ rows }) => rows.length > 0);
}

function patchRow(row: MessageRow, lens: Lens, { change, items, coverage: reach }: PatchContext): MessageRow[] {
  const coverage = reach(row);
  if (coverage === 'all' && isRemovedFromList(lens, change, items)) return [];
  return [changedRow(row, change, coverage, items)];
}

function patchThread(data: ThreadData, patching: PatchContext): ThreadData {
  const { change, items, coverage, target } = patching;
  const newest = data.messages.at(-1);
  const messages = data.messages.map((message) => {
    // Starring a conversation stars its newest message.
    const isLeft = change.do === 'star' && change.starred && !('messages' in target) && message !== newest;
    return isLeft ? message : changedRow(message, change, coverage(message), items);
  });
  return { ...data, messages, thread: { ...data.thread, unread_count: unreadIn(messages) } };
}

function patchShell(data: ShellData, { target, change, items, coverage }: PatchContext): ShellData {
  const rows = rowsOfTarget(target).filter((row) => row.kind === 'thread');
  const sections = data.sidebar.sections.map((section) => ({
    ...section,
    items: section.items.map((item) => {
      const lens = lensOfItem(item);
      if (!lens) return item;
      const before = rows.filter((row) => isCountedBy(row, item));
      const after = before
        .filter((row) => coverage(row) !== 'all' || !isRemovedFromList(lens, change, items))
        .map((row) => changedRow(row, change, coverage(row), items));
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

/** Whether an item of the sidebar counts a row, as far as the row itself shows. */
function isCountedBy({ labels = [], starred }: MessageRow, { lens, role }: SidebarItem): boolean {
  if (lens.kind === 'inbox') return labels.some(({ kind, name }) => kind === 'system' && /^inbox$/i.test(name));
  if (lens.kind === 'all_mail') return true;
  if (role === 'starred') return starred;
  return labels.some(({ id }) => id === lens.labelId);
}

function unreadIn(rows: readonly MessageRow[]): number {
  return rows.filter(({ unread }) => unread).length;
}
