import type { ReadDb } from '../../store/db.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { cursorAfter, parseCursor } from '../../mail/lists/cursor.ts';
import { labelsWithRole, threadsIn, type ListedThread } from '../../mail/lists/lists.ts';
import { rowBuilder, senderOf, type ListEntry, type RowOptions } from '../../mail/lists/rows.ts';
import { threadRows } from '../../mail/lists/thread-rows.ts';
import { conversationsInThreads, type ConversationOptions } from '../../mail/modes/conversations.ts';
import { membershipsOf } from '../../mail/modes/membership.ts';
import type { Mode } from '../../mail/modes/modes.ts';
import type { FolderRole } from '../../providers/provider.ts';

type ReadOptions = RowOptions & ConversationOptions;

type ModeThreadsQuery = ReadOptions & {
  mode: Mode;
  limit: number;
  cursor: string | undefined;
  accounts: readonly Account[];
  /** All accounts that the caller may see. */
  visible: readonly Account[];
};

/** Where the conversations of a mode can be. A conversation that waits for someone else may have left the inbox. */
const placesOf: Record<Mode, readonly FolderRole[]> = {
  messages: ['inbox', 'sent'],
  todo: ['inbox', 'all_mail'],
  updates: ['inbox'],
  reading: ['inbox'],
  archive: ['archive', 'all_mail'],
};

/** So many conversations are read at once, and for one page at the most. */
const batchSize = 250;
const maxScanned = 2_000;

/** A page of the conversations that a mode holds, the newest first. Throws Failure `bad_cursor`. */
export function modeThreads(db: ReadDb, { mode, limit, cursor, accounts, visible, ...rowOptions }: ModeThreadsQuery) {
  const { listed, next } = findInMode(db, { mode, limit, cursor, accounts }, rowOptions);
  const writer = rowBuilder(rowOptions);
  const entries = threadRows(db, listed, { writer, accounts: visible });
  return {
    kind: 'ModeThreads' as const,
    mode,
    groups: mode === 'updates' ? groupsBySender(entries) : writer.groups(entries),
    next_cursor: next ?? null,
  };
}

/** The conversations of a page, and the cursor of the next one. The scan ends early where little of the mail is in the mode. */
function findInMode(
  db: ReadDb,
  { mode, limit, cursor, accounts }: Omit<ModeThreadsQuery, keyof ReadOptions | 'visible'>,
  at: ReadOptions,
) {
  const labels = placesOf[mode].flatMap((role) => labelsWithRole(db, accounts, role).map(({ id }) => id));
  const found: ListedThread[] = [];
  let after = cursor === undefined ? undefined : parseCursor(cursor);
  for (let scanned = 0; scanned < maxScanned; scanned += batchSize) {
    const batch = threadsIn(db, labels, { offset: 0, ...(after && { after }) }, batchSize);
    const held = threadsHeldBy(db, mode, batch, at);
    for (const thread of batch) {
      after = thread;
      if (held.has(thread.id)) found.push(thread);
      if (found.length === limit) return { listed: found, next: cursorAfter(thread) };
    }
    if (batch.length < batchSize) return { listed: found, next: undefined };
  }
  return { listed: found, next: after && cursorAfter(after) };
}

function threadsHeldBy(db: ReadDb, mode: Mode, threads: readonly ListedThread[], at: ReadOptions): Set<number> {
  const conversations = conversationsInThreads(
    db,
    threads.map(({ id }) => id),
    at,
  );
  const held = conversations.filter((conversation) => membershipsOf(conversation).some((each) => each.mode === mode));
  return new Set(held.map(({ thread }) => thread));
}

/** The groups in the order of their newest conversations. */
function groupsBySender(entries: readonly ListEntry[]) {
  const bySender = Map.groupBy(
    entries,
    ({ message: { account_id, from_email } }) => `${account_id} ${from_email.toLowerCase()}`,
  );
  return [...bySender].map(([id, members]) => {
    const [{ message }] = members as [ListEntry, ...ListEntry[]];
    return {
      id,
      label: senderOf(message),
      sender: { account_id: message.account_id, sender_email: message.from_email },
      rows: members.map(({ row }) => row),
    };
  });
}
