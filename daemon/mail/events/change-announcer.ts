import type { Announcement } from '../../contract/events.ts';
import { allAccounts, type Account } from '../accounts/accounts.ts';
import type { MutationResult } from '../mutations/apply.ts';
import { completionEvents, progressEvent } from '../mutations/completion.ts';
import { labelCounts, labelCountsOf, type LabelCounts } from '../labels/counts.ts';
import { messagesByIds } from '../messages/messages.ts';
import { envelopeOf } from '../lists/rows.ts';
import type { ReadDb } from '../../store/db.ts';

/** What was stored for an account, by internal id; `removed` by public id. */
export type StoredChanges = { added: number[]; updated: number[]; removed: string[]; announceNew: boolean };

/** No event names more messages than this; its `total` is the true count. */
const maxIds = 100;

/** Tells clients what was stored: new mail with its envelopes, changes by id, and the counters that moved. */
export function storedChangesAnnouncer({
  read,
  announce,
}: {
  read: ReadDb;
  announce: (announcement: Announcement) => void;
}) {
  const lastCounts = new Map<string, string>();
  for (const { id } of allAccounts(read)) changedCounts(labelCounts(read, id));

  /** Those of the labels whose counters are not as they were when last asked about. */
  function changedCounts(labels: readonly LabelCounts[]): LabelCounts[] {
    return labels.filter(({ label_id, total_count, unread_count }) => {
      const before = lastCounts.get(label_id) ?? '0 0';
      const now = `${total_count} ${unread_count}`;
      lastCounts.set(label_id, now);
      return now !== before;
    });
  }

  return (account: Account, { added, updated, removed, announceNew }: StoredChanges): void => {
    const { account_id } = account;
    if (announceNew && added.length > 0) {
      const envelopes = messagesByIds(read, added.slice(0, maxIds)).map(envelopeOf);
      announce({ event: 'NewMessages', account_id, envelopes, total: added.length });
    }
    if (updated.length > 0) {
      const message_ids = messagesByIds(read, updated.slice(0, maxIds)).map(({ message_id }) => message_id);
      announce({ event: 'MailUpdated', account_id, message_ids, total: updated.length });
    }
    if (removed.length > 0) {
      announce({ event: 'MailRemoved', account_id, message_ids: removed.slice(0, maxIds), total: removed.length });
    }
    // What only came moved the counters of its own labels. Which labels the rest has left is not known any more.
    const mayHaveLeftLabels = updated.length + removed.length > 0;
    const counts = changedCounts(mayHaveLeftLabels ? labelCounts(read, account.id) : labelCountsOf(read, added));
    if (counts.length > 0) announce({ event: 'LabelCountsUpdated', account_id, counts });
  };
}

type MutationAnnouncerDeps = {
  read: ReadDb;
  announce: (announcement: Announcement) => void;
  announceStored: ReturnType<typeof storedChangesAnnouncer>;
};

/** Tells clients what was done to mail: at once what is shown otherwise, and what has reached the servers or was taken back. */
export function mutationAnnouncer({
  read,
  announce,
  announceStored,
}: MutationAnnouncerDeps): (result: MutationResult) => void {
  return ({ updated, completed, inProgress, relabelledAccounts = [], announcements = [] }) => {
    for (const { account, messages } of updated)
      if (messages.length > 0)
        announceStored(account, { added: [], updated: messages, removed: [], announceNew: false });
    // Also where no counter moved: a label that was made, renamed or coloured is to be shown.
    for (const { id, account_id } of relabelledAccounts)
      announce({ event: 'LabelCountsUpdated', account_id, counts: labelCounts(read, id) });
    for (const announcement of announcements) announce(announcement);
    for (const progress of inProgress) announce(progressEvent(read, progress));
    for (const mutation of completed) for (const event of completionEvents(read, mutation)) announce(event);
  };
}

type ReclassifiedDeps = {
  allAccounts: () => readonly Account[];
  announceStored: ReturnType<typeof storedChangesAnnouncer>;
};

/** Announces messages (internal ids) whose direction changed. */
export function announceReclassified(
  deps: ReclassifiedDeps,
  messages: readonly { id: number; account: number }[],
): void {
  for (const account of deps.allAccounts()) {
    const updated = messages.filter((each) => each.account === account.id).map(({ id }) => id);
    if (updated.length > 0) deps.announceStored(account, { added: [], updated, removed: [], announceNew: false });
  }
}
