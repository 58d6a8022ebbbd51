import type { Event } from '../daemon/contract/events.ts';

/** What of the page's data can grow old, by the first part of its query key. */
export type Subject = (typeof everything)[number];

export const everything = [
  'mailbox',
  'search',
  'thread',
  'shell',
  'snoozed',
  'reply-later',
  'reminders',
  'labels',
  'history',
  'sync',
  'accounts',
  'status',
] as const;

/** What must be read again after an event. */
export function staleAfter(kind: Event['event']): readonly Subject[] {
  switch (kind) {
    case 'NewMessages':
    case 'MailRemoved':
      return ['mailbox', 'search', 'thread', 'shell', 'snoozed', 'reply-later', 'reminders', 'status'];
    case 'MailUpdated':
      return ['mailbox', 'search', 'thread', 'snoozed', 'reply-later', 'history'];
    case 'ThreadGistReady':
      return ['mailbox', 'search', 'thread'];
    case 'MutationCompleted':
    case 'MutationReconciliationFailed':
    case 'MessageUnsnoozed':
      return ['mailbox', 'search', 'thread', 'shell', 'snoozed', 'reply-later', 'labels', 'history'];
    case 'ReminderTriggered':
      return ['mailbox', 'search', 'thread', 'shell', 'reminders'];
    case 'ScheduledSendFlushed':
      return ['mailbox', 'search', 'thread', 'shell'];
    case 'LabelCountsUpdated':
      return ['shell', 'mailbox', 'labels'];
    case 'SyncCompleted':
      return ['mailbox', 'search', 'shell', 'sync', 'accounts', 'status'];
    case 'SyncStarted':
    case 'SyncFinished':
    case 'SyncError':
    case 'OperationStarted':
    case 'OperationCompleted':
    case 'OperationFailed':
    case 'OperationCancelled':
      return ['sync', 'accounts'];
    case 'IndexBootstrapped':
      return ['search', 'status'];
    case 'ConfigChanged':
      return ['shell', 'sync', 'accounts', 'status'];
    case 'EventsLagged':
      return everything;
    case 'OperationProgress':
      return [];
  }
}
