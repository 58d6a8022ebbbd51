import type { MessageRow } from '../../../daemon/contract/fields.ts';
import type { SidebarItem } from '../../../daemon/contract/shell.ts';
import { type MailChange, rowsOfTarget, type Target } from '../../api/mail-change.ts';
import type { Lens, ModeKind } from '../lens.ts';

/** Whether a target covers a row completely, some of its messages, or nothing of it. */
export type Coverage = 'all' | 'some' | 'none';

/** Returns how much of a row the target covers. */
export function coverageOf(target: Target): (row: MessageRow) => Coverage {
  const rows = rowsOfTarget(target);
  if (!('messages' in target)) {
    const threads = new Set(rows.map(({ thread_id }) => thread_id));
    return ({ thread_id }) => (threads.has(thread_id) ? 'all' : 'none');
  }
  const ids = new Set(rows.map(({ id }) => id));
  const byThread = Map.groupBy(rows, ({ thread_id }) => thread_id);
  return ({ id, kind, thread_id, message_count = 1 }) => {
    if (kind !== 'thread') return ids.has(id) ? 'all' : 'none';
    const coveredCount = byThread.get(thread_id)?.length ?? 0;
    if (coveredCount === 0) return 'none';
    return coveredCount >= message_count ? 'all' : 'some';
  };
}

/** A row as it looks after a change. If the target covers only some messages, only certain effects are shown. */
export function changedRow(
  row: MessageRow,
  change: MailChange,
  coverage: Coverage,
  items: readonly SidebarItem[],
): MessageRow {
  if (coverage === 'none') return row;
  const isWhole = coverage === 'all';
  switch (change.do) {
    case 'star':
      return isWhole || change.starred ? { ...row, starred: change.starred } : row;
    case 'read':
      return isWhole || !change.read ? { ...row, unread: !change.read } : row;
    case 'label':
      return isWhole ? relabelled(row, change, items) : row;
    case 'mute':
      return withMute(row, change.muted);
    case 'archive':
    case 'trash':
    case 'spam':
    case 'move':
    case 'snooze':
    case 'done':
      return row;
  }
}

function withMute({ muted: _muted, ...row }: MessageRow, muted: boolean): MessageRow {
  return muted ? { ...row, muted: true } : row;
}

function relabelled(
  row: MessageRow,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
  items: readonly SidebarItem[],
): MessageRow {
  const remaining = (row.labels ?? []).filter(({ id, name }) => !remove.includes(name) && !remove.includes(id));
  const added = add
    .filter((name) => !remaining.some((label) => label.name === name || label.id === name))
    .flatMap((name) => {
      const item = items.find(({ label, lens }) => label === name || lens.labelId === name);
      if (!item?.lens.labelId) return [];
      return [{ id: item.lens.labelId, name: item.label, kind: 'user' as const, color: item.color }];
    });
  return { ...row, labels: [...remaining, ...added] };
}

/** Whether a change to a whole row removes it from a list. If that is uncertain, the row stays. */
export function isRemovedFromList(lens: Lens, change: MailChange, items: readonly SidebarItem[]): boolean {
  switch (lens.kind) {
    case 'inbox':
      return isRemovedFromInbox(change);
    case 'all':
      return change.do === 'trash' || change.do === 'spam';
    case 'later':
      // These lists have their own actions, which remove their rows.
      return false;
    case 'mode':
      return isRemovedFromMode(lens.mode, change);
    case 'now':
      return change.do === 'done' || isRemovedFromInbox(change);
    case 'search':
      return isRemovedFromSearch(lens.query, change);
    case 'label': {
      const item = items.find(({ lens: { labelId } }) => labelId === lens.labelId);
      return isRemovedFromLabel({ id: lens.labelId, name: item?.label, role: item?.role ?? null }, change);
    }
  }
}

function isRemovedFromInbox(change: MailChange): boolean {
  if (change.do === 'label') return change.remove.some((name) => name.toUpperCase() === 'INBOX');
  if (change.do === 'mute') return change.muted;
  return ['archive', 'trash', 'spam', 'move', 'snooze'].includes(change.do);
}

/** Only the archive holds mail outside the inbox for sure; what else keeps a conversation in a mode, only the daemon knows. */
function isRemovedFromMode(mode: ModeKind, change: MailChange): boolean {
  if (change.do === 'trash' || change.do === 'spam') return true;
  if (mode === 'archive') return false;
  return change.do === 'done' ? change.mode === mode : isRemovedFromInbox(change);
}

/** A search also finds mail in Trash and Spam, unless it names a folder or excludes one. */
function isRemovedFromSearch(query: string, change: MailChange): boolean {
  if (/(?<!\S)in:inbox\b/i.test(query)) return isRemovedFromInbox(change);
  if (change.do !== 'trash' && change.do !== 'spam') return false;
  return new RegExp(`(?<!\\S)-(in|is):${change.do}\\b`, 'i').test(query);
}

function isRemovedFromLabel(
  label: { id: string; name: string | undefined; role: string | null },
  change: MailChange,
): boolean {
  switch (change.do) {
    case 'trash':
    case 'spam':
      return label.role !== change.do;
    case 'mute':
      return change.muted && (label.role === 'trash' || label.role === 'spam');
    case 'archive':
    case 'move':
      return label.role === 'trash' || label.role === 'spam';
    case 'star':
      return label.role === 'starred' && !change.starred;
    case 'label':
      return change.remove.some((name) => name === label.id || name === label.name);
    case 'read':
    case 'snooze':
    case 'done':
      return false;
  }
}
