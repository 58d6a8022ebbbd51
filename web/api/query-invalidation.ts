import type { Event } from '../../daemon/contract/events.ts';

/** The parts of the page's data that can become stale, by the first part of their query keys. */
export type QueryRoot = (typeof allQueryRoots)[number];

export const allQueryRoots = [
  'mailbox',
  'now',
  'rail',
  'modes',
  'guides',
  'search',
  'thread',
  'shell',
  'snoozed',
  'reply-later',
  'reminders',
  'drafts',
  'outbox',
  'signatures',
  'snippets',
  'invites',
  'deliveries',
  'labels',
  'blocked-senders',
  'screener',
  'approvals',
  'subscriptions',
  'people',
  'analytics',
  'rules',
  'saved-searches',
  'history',
  'sync',
  'accounts',
  'status',
  'diagnostics',
  'repair',
  'jobs',
  'backups',
  'settings',
  'local-pages',
  'keys',
  'chimes',
  'quiet',
] as const;

/** What the user has to do with the mail. */
const modeRoots = ['now', 'rail', 'modes'] as const satisfies readonly QueryRoot[];

const changedByMutations = [
  ...modeRoots,
  'mailbox',
  'search',
  'thread',
  'shell',
  'snoozed',
  'reply-later',
  'labels',
  'blocked-senders',
  'screener',
  'subscriptions',
  'analytics',
  'history',
  'rules',
] as const satisfies readonly QueryRoot[];

const changedByNewMail = [
  ...modeRoots,
  'mailbox',
  'search',
  'thread',
  'shell',
  'snoozed',
  'reply-later',
  'reminders',
  'invites',
  'screener',
  'subscriptions',
  'people',
  'rules',
  'status',
] as const satisfies readonly QueryRoot[];

const changedByUpdates = [
  ...modeRoots,
  'mailbox',
  'search',
  'thread',
  'snoozed',
  'reply-later',
  'invites',
  'subscriptions',
  'people',
  'history',
] as const satisfies readonly QueryRoot[];

const changedBySettings = [
  ...modeRoots,
  'shell',
  'guides',
  'sync',
  'accounts',
  'status',
  'diagnostics',
  'backups',
  'settings',
  'screener',
  'local-pages',
  'keys',
  'chimes',
  'quiet',
] as const satisfies readonly QueryRoot[];

/** The queries to refetch after an event. */
export function queriesInvalidatedBy(kind: Event['event']): readonly QueryRoot[] {
  switch (kind) {
    case 'NewMessages':
      return changedByNewMail;
    // The event may be the last of an account that was removed.
    case 'MailRemoved':
      return [...queriesInvalidatedBy('NewMessages'), 'accounts', 'deliveries'];
    case 'MailUpdated':
      return changedByUpdates;
    case 'MutationCompleted':
    case 'MutationReconciliationFailed':
    case 'MessageUnsnoozed':
      return changedByMutations;
    case 'ReminderTriggered':
      return ['mailbox', 'search', 'thread', 'shell', 'reminders'];
    case 'DraftsUpdated':
      return ['drafts', 'shell'];
    case 'DeliveriesUpdated':
      return ['deliveries'];
    case 'RulesUpdated':
    case 'RulePaused':
      return ['rules'];
    case 'OutboxUpdated':
      return ['outbox', 'drafts', 'shell', 'thread', 'invites', 'subscriptions'];
    case 'SendBounced':
      return ['outbox', 'thread'];
    case 'ScheduledSendFlushed':
      return [...modeRoots, 'mailbox', 'search', 'thread', 'shell', 'outbox', 'drafts'];
    case 'LabelCountsUpdated':
      return ['shell', 'mailbox', 'labels'];
    case 'SavedSearchesUpdated':
      return ['shell', 'saved-searches'];
    case 'SyncCompleted':
      return [...modeRoots, 'mailbox', 'search', 'shell', 'sync', 'accounts', 'status'];
    case 'SyncStarted':
    case 'SyncFinished':
    case 'OperationStarted':
      return ['sync', 'accounts', 'diagnostics', 'jobs', 'approvals'];
    case 'OperationCompleted':
    case 'OperationFailed':
    case 'OperationCancelled':
      return ['sync', 'accounts', 'diagnostics', 'jobs', 'backups', 'approvals'];
    case 'StoreStateChanged':
      return ['status', 'diagnostics', 'repair'];
    // The disk may be full.
    case 'SyncError':
      return ['sync', 'accounts', 'status', 'diagnostics', 'jobs'];
    case 'IndexBootstrapped':
      return ['search', 'status', 'diagnostics', 'jobs'];
    case 'ConfigChanged':
      return changedBySettings;
    case 'LocalPageAsked':
      return ['local-pages'];
    case 'EventsLagged':
      return allQueryRoots;
    case 'OperationProgress':
    // The event has all that a list shows of it.
    case 'ThreadGistReady':
      return [];
  }
}
