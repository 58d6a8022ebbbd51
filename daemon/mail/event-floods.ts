import type { Announcement } from '../contract/events.ts';

/** An event names this many ids at the most. */
const mostIds = 100;

/** Merges announcements of one kind about one account where the kind only says "look again". */
export function mergeFloods(announcements: readonly Announcement[]): Announcement[] {
  const merged: Announcement[] = [];
  const open = new Map<string, Announcement>();
  for (const announcement of announcements) {
    const key = mergeKey(announcement);
    const before = key === undefined ? undefined : open.get(key);
    if (before === undefined) {
      const own = { ...announcement };
      merged.push(own);
      if (key !== undefined) open.set(key, own);
    } else absorb(before, announcement);
  }
  return merged;
}

function mergeKey(announcement: Announcement): string | undefined {
  switch (announcement.event) {
    case 'MailUpdated':
    case 'MailRemoved':
    case 'NewMessages':
    case 'LabelCountsUpdated':
      return `${announcement.event} ${announcement.account_id}`;
    case 'SavedSearchesUpdated':
      return `${announcement.event} ${announcement.changed}`;
    case 'OperationProgress':
      return `${announcement.event} ${announcement.operation_id}`;
    case 'DraftsUpdated':
      return `${announcement.event} ${announcement.account_id}`;
    case 'SyncStarted':
    case 'SyncFinished':
    case 'SyncCompleted':
    case 'SyncError':
    case 'OperationStarted':
    case 'OperationCompleted':
    case 'OperationFailed':
    case 'OperationCancelled':
    case 'MutationCompleted':
    case 'MutationReconciliationFailed':
    case 'MessageUnsnoozed':
    case 'ReminderTriggered':
    case 'ScheduledSendFlushed':
    case 'OutboxUpdated':
    case 'SendBounced':
    case 'ThreadGistReady':
    case 'ConfigChanged':
    case 'IndexBootstrapped':
    case 'EventsLagged':
      return undefined;
  }
}

function absorb(into: Announcement, next: Announcement): void {
  if (into.event === 'OperationProgress') Object.assign(into, next);
  if ((into.event === 'MailUpdated' || into.event === 'MailRemoved') && into.event === next.event) {
    into.total += next.total;
    into.message_ids = [...new Set([...into.message_ids, ...next.message_ids])].slice(0, mostIds);
  }
  if (into.event === 'DraftsUpdated' && next.event === into.event)
    into.draft_ids = [...new Set([...into.draft_ids, ...next.draft_ids])].slice(-mostIds);
  if (into.event === 'NewMessages' && next.event === 'NewMessages') {
    into.total += next.total;
    into.envelopes = [...into.envelopes, ...next.envelopes]
      .toSorted((a, b) => b.date.localeCompare(a.date))
      .slice(0, mostIds);
  }
  if (into.event === 'LabelCountsUpdated' && next.event === 'LabelCountsUpdated') {
    into.counts = [...new Map([...into.counts, ...next.counts].map((count) => [count.label_id, count])).values()];
  }
}
