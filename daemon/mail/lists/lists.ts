import { nameId } from '../../base/ids.ts';
import type { FolderRole } from '../../providers/provider.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Label } from '../labels/labels.ts';
import type { ThreadAggregates } from './rows.ts';

/** The start of a page: after the row at this position, or after a number of rows. */
export type PageStart = { after?: { position: number; id: number }; offset: number };

export type ListedThread = ThreadAggregates & { position: number; id: number; message: number };
export type ListedMessage = { position: number; id: number; message: number };

const listStart = { position: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/** The newest conversations of several labels, without duplicates, from `start` on. */
export function threadsIn(db: ReadDb, labels: readonly number[], start: PageStart, limit: number): ListedThread[] {
  return mergeLabelLists(labels, start, limit, (label, { position, id }, rowLimit) =>
    db.all<ListedThread>(sql`
      SELECT lt.position, lt.thread AS id, lt.message, t.message_count, t.unread_count, t.starred, t.has_attachments, t.senders
      FROM label_threads lt CROSS JOIN threads t ON t.id = lt.thread
      WHERE lt.label = ${label} AND (lt.position, lt.thread) < (${position}, ${id})
      ORDER BY lt.position DESC, lt.thread DESC LIMIT ${rowLimit}`),
  );
}

/** The values that rows show for whole conversations, by internal id. */
export function threadAggregatesOf(db: ReadDb, threads: readonly number[]): Map<number, ThreadAggregates> {
  const rows = db.all<ThreadAggregates & { id: number }>(sql`
    SELECT id, message_count, unread_count, starred, has_attachments, senders FROM threads
    WHERE id IN (SELECT value FROM json_each(${jsonList(threads)}))`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The newest messages of several labels, without duplicates, from `start` on. */
export function messagesIn(db: ReadDb, labels: readonly number[], start: PageStart, limit: number): ListedMessage[] {
  return mergeLabelLists(labels, start, limit, (label, { position, id }, rowLimit) =>
    db.all<ListedMessage>(sql`
      SELECT position, message AS id, message FROM label_messages
      WHERE label = ${label} AND (position, message) < (${position}, ${id})
      ORDER BY position DESC, message DESC LIMIT ${rowLimit}`),
  );
}

/** Each label's list is already sorted, so the first rows of the merged list are among the first rows of each list. */
function mergeLabelLists<Row extends { position: number; id: number }>(
  labels: readonly number[],
  { after = listStart, offset }: PageStart,
  limit: number,
  pageOf: (label: number, after: { position: number; id: number }, rowLimit: number) => Row[],
): Row[] {
  const rows = labels.flatMap((label) => pageOf(label, after, offset + limit));
  const inOrder = labels.length === 1 ? rows : rows.toSorted((a, b) => b.position - a.position || b.id - a.id);
  const seen = new Set<number>();
  const unique = inOrder.filter(({ id }) => !seen.has(id) && seen.add(id));
  return unique.slice(offset, offset + limit);
}

const roleIds = new Map<FolderRole, string>();

/** The id of the merged label that stands for one role in all accounts. */
export function roleId(role: FolderRole): string {
  const id = roleIds.get(role) ?? nameId(`role\0${role}`);
  roleIds.set(role, id);
  return id;
}

/** The labels of `accounts` with a role. For all mail and starred: the synthetic labels, which every account has. */
export function labelsWithRole(db: ReadDb, accounts: readonly Pick<Account, 'id'>[], role: FolderRole): Label[] {
  const synthetic = role === 'all_mail' || role === 'starred';
  return db.all<Label>(sql`
    SELECT * FROM labels WHERE role = ${role} AND synthetic = ${synthetic} AND pending IS NOT 'delete'
      AND account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))`);
}

/** The role that an id stands for in all accounts. */
export function roleOfId(label_id: string): (typeof sidebarRoles)[number] | undefined {
  return sidebarRoles.find((role) => roleId(role) === label_id);
}

/** The label with a public id, or all labels of the role that the id stands for; empty if the id is unknown. */
export function labelsForId(db: ReadDb, accounts: readonly Pick<Account, 'id'>[], label_id: string): Label[] {
  const role = roleOfId(label_id);
  if (role) return labelsWithRole(db, accounts, role);
  return db.all<Label>(sql`
    SELECT * FROM labels WHERE label_id = ${label_id} AND pending IS NOT 'delete'
      AND account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))`);
}

/** The roles in sidebar order. */
export const sidebarRoles = ['inbox', 'starred', 'sent', 'drafts', 'archive', 'spam', 'trash', 'all_mail'] as const;

export const roleNames: Record<(typeof sidebarRoles)[number], string> = {
  inbox: 'Inbox',
  starred: 'Starred',
  sent: 'Sent',
  drafts: 'Drafts',
  archive: 'Archive',
  spam: 'Spam',
  trash: 'Trash',
  all_mail: 'All mail',
};
