import type { Announcement } from '../../contract/events.ts';

/** The maximum number of ids in an event. */
const maxIds = 100;

/** Merges announcements of the same kind and account if the kind only tells clients to reload. */
export function mergeAnnouncements(announcements: readonly Announcement[]): Announcement[] {
  const merged: Announcement[] = [];
  const openByKey = new Map<string, Announcement>();
  for (const announcement of announcements) {
    const key = mergeKey(announcement);
    const earlier = key === undefined ? undefined : openByKey.get(key);
    if (earlier === undefined) {
      const copy = { ...announcement };
      merged.push(copy);
      if (key !== undefined) openByKey.set(key, copy);
    } else mergeInto(earlier, announcement);
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
    case 'DeliveriesUpdated':
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
    case 'RulesUpdated':
    case 'RulePaused':
    case 'OutboxUpdated':
    case 'SendBounced':
    case 'ThreadGistReady':
    case 'ConfigChanged':
    case 'StoreStateChanged':
    case 'LocalPageAsked':
    case 'IndexBootstrapped':
    case 'EventsLagged':
      return undefined;
  }
}

function mergeInto(target: Announcement, next: Announcement): void {
  if (target.event === 'OperationProgress') Object.assign(target, next);
  if ((target.event === 'MailUpdated' || target.event === 'MailRemoved') && target.event === next.event) {
    target.total += next.total;
    target.message_ids = [...new Set([...target.message_ids, ...next.message_ids])].slice(0, maxIds);
  }
  if (target.event === 'DraftsUpdated' && next.event === target.event)
    target.draft_ids = [...new Set([...target.draft_ids, ...next.draft_ids])].slice(-maxIds);
  if (target.event === 'DeliveriesUpdated' && next.event === target.event)
    target.delivery_ids = [...new Set([...target.delivery_ids, ...next.delivery_ids])].slice(-maxIds);
  if (target.event === 'NewMessages' && next.event === 'NewMessages') {
    target.total += next.total;
    target.envelopes = [...target.envelopes, ...next.envelopes]
      .toSorted((a, b) => b.date.localeCompare(a.date))
      .slice(0, maxIds);
  }
  if (target.event === 'LabelCountsUpdated' && next.event === 'LabelCountsUpdated') {
    target.counts = [...new Map([...target.counts, ...next.counts].map((count) => [count.label_id, count])).values()];
  }
}
