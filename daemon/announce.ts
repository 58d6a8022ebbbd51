import type { Announcement } from './contract/events.ts';
import { allAccounts, type Account } from './mail/accounts.ts';
import type { Acted } from './mail/apply.ts';
import { completionEvents, progressEvent } from './mail/mutations/completion.ts';
import { labelCounts, labelCountsOf, type LabelCounts } from './mail/label-counts.ts';
import { messagesByIds } from './mail/messages.ts';
import { envelopeOf } from './mail/rows.ts';
import type { ReadDb } from './store/db.ts';

/** What was stored for an account, by internal id; `removed` by public id. */
export type Stored = { added: number[]; updated: number[]; removed: string[]; announceNew: boolean };

/** No event names more messages than this; its `total` is the true count. */
const mostIds = 100;

/** Tells clients what was stored: new mail with its envelopes, changes by id, and the counters that moved. */
export function storedAnnouncer({ read, announce }: { read: ReadDb; announce: (announcement: Announcement) => void }) {
  const known = new Map<string, string>();
  for (const { id } of allAccounts(read)) movedOf(labelCounts(read, id));

  /** Those of the labels whose counters are not as they were when last asked about. */
  function movedOf(labels: readonly LabelCounts[]): LabelCounts[] {
    return labels.filter(({ label_id, total_count, unread_count }) => {
      const before = known.get(label_id) ?? '0 0';
      const now = `${total_count} ${unread_count}`;
      known.set(label_id, now);
      return now !== before;
    });
  }

  return (account: Account, { added, updated, removed, announceNew }: Stored): void => {
    const { account_id } = account;
    if (announceNew && added.length > 0) {
      const envelopes = messagesByIds(read, added.slice(0, mostIds)).map(envelopeOf);
      announce({ event: 'NewMessages', account_id, envelopes, total: added.length });
    }
    if (updated.length > 0) {
      const message_ids = messagesByIds(read, updated.slice(0, mostIds)).map(({ message_id }) => message_id);
      announce({ event: 'MailUpdated', account_id, message_ids, total: updated.length });
    }
    if (removed.length > 0) {
      announce({ event: 'MailRemoved', account_id, message_ids: removed.slice(0, mostIds), total: removed.length });
    }
    // What only came moved the counters of its own labels. Which labels the rest has left is not known any more.
    const hasLeft = updated.length + removed.length > 0;
    const counts = movedOf(hasLeft ? labelCounts(read, account.id) : labelCountsOf(read, added));
    if (counts.length > 0) announce({ event: 'LabelCountsUpdated', account_id, counts });
  };
}

export type ActedParts = {
  read: ReadDb;
  announce: (announcement: Announcement) => void;
  tellStored: ReturnType<typeof storedAnnouncer>;
};

/** Tells clients what was done to mail: at once what is shown otherwise, and what has reached the servers or was taken back. */
export function actedAnnouncer({ read, announce, tellStored }: ActedParts): (acted: Acted) => void {
  return ({ updated, completed, underWay, relabelled = [], besides = [] }) => {
    for (const { account, messages } of updated)
      if (messages.length > 0) tellStored(account, { added: [], updated: messages, removed: [], announceNew: false });
    // Also where no counter moved: a label that was made, renamed or coloured is to be shown.
    for (const { id, account_id } of relabelled)
      announce({ event: 'LabelCountsUpdated', account_id, counts: labelCounts(read, id) });
    for (const announcement of besides) announce(announcement);
    for (const progress of underWay) announce(progressEvent(read, progress));
    for (const mutation of completed) for (const event of completionEvents(read, mutation)) announce(event);
  };
}
