import { formatInteger } from '../../base/numbers.ts';
import type { z } from 'zod';
import type { eventCategories, eventLevel } from '../../contract/event-log.ts';
import type { Announcement, EventKind } from '../../contract/events.ts';

export type EventLevel = z.output<typeof eventLevel>;
type EventCategory = (typeof eventCategories)[number];

/** A recorded event without its long members, which are not read. */
export type EventFacts<K extends EventKind = EventKind> = Omit<
  Extract<Announcement, { event: K }>,
  'envelopes' | 'message_ids' | 'thread_ids' | 'counts' | 'gist'
>;

type EventDescription<K extends EventKind> = {
  level: EventLevel;
  category: EventCategory;
  /** A sentence without subjects and addresses. `account` is the name of the account. */
  summary(facts: EventFacts<K>, account: string): string;
  details?(facts: EventFacts<K>): string | null | undefined;
};

const sendStatePhrases = {
  queued: 'waits to be sent',
  sending: 'is being sent',
  sent: 'was sent',
  failed: 'couldn’t be sent',
  unknown: 'may or may not have been sent',
  cancelled: 'was cancelled before it was sent',
} as const;

/** The description of each kind. An event that reports a failure (`ok`) is a warning. */
const descriptions: { [K in EventKind]: EventDescription<K> } = {
  SyncStarted: {
    level: 'info',
    category: 'sync',
    summary: (_facts, account) => `The sync of ${account} began.`,
  },
  SyncFinished: {
    level: 'info',
    category: 'sync',
    summary: ({ ok }, account) => `The sync of ${account} ended${ok ? '' : ', but not all of it went well'}.`,
    details: ({ error }) => error,
  },
  SyncCompleted: {
    level: 'info',
    category: 'sync',
    summary: ({ messages_synced }, account) =>
      `The sync of ${account} went through: ${formatCount(messages_synced, 'message')}.`,
  },
  SyncError: {
    level: 'error',
    category: 'sync',
    summary: (_facts, account) => `The sync of ${account} failed.`,
    details: ({ error }) => error,
  },
  NewMessages: {
    level: 'info',
    category: 'mail',
    summary: ({ total }, account) => `${formatCount(total, 'new message')} came into ${account}.`,
  },
  MailUpdated: {
    level: 'info',
    category: 'mail',
    summary: ({ total }, account) => `${formatCount(total, 'message')} changed in ${account}.`,
  },
  MailRemoved: {
    level: 'info',
    category: 'mail',
    summary: ({ total }, account) => `${formatCount(total, 'message')} went from ${account}.`,
  },
  LabelCountsUpdated: {
    level: 'info',
    category: 'mail',
    summary: (_facts, account) => `The counts of labels changed in ${account}.`,
  },
  SavedSearchesUpdated: {
    level: 'info',
    category: 'mail',
    summary: ({ changed }) =>
      changed === 'counts' ? 'Saved searches find more or less than before.' : 'Saved searches were changed.',
  },
  MutationCompleted: {
    level: 'info',
    category: 'mail',
    summary: ({ kind, succeeded, failed, undo }) =>
      kind === 'unsubscribe'
        ? `Senders were asked to take the owner off their lists: of ${formatCount(succeeded, 'message')} they agreed.`
        : `${undo ? 'An undo' : 'A change'} of ${formatCount(succeeded + failed, 'message')} ` +
          (failed > 0 ? `was undone for ${failed}.` : 'reached the servers.'),
    details: ({ kind }) => kind,
  },
  MutationReconciliationFailed: {
    level: 'error',
    category: 'mail',
    summary: (_facts, account) => `The server refused a change in ${account}, and it was undone.`,
    details: ({ error_summary }) => error_summary,
  },
  MessageUnsnoozed: {
    level: 'info',
    category: 'mail',
    summary: (_facts, account) => `A snoozed message is back in ${account}.`,
  },
  ReminderTriggered: {
    level: 'info',
    category: 'mail',
    summary: (_facts, account) => `A reminder is due in ${account}: no reply yet.`,
  },
  ScheduledSendFlushed: {
    level: 'info',
    category: 'mail',
    summary: ({ ok }, account) => `A message put off until now was ${ok ? '' : 'not '}sent from ${account}.`,
    details: ({ error }) => error,
  },
  DraftsUpdated: {
    level: 'info',
    category: 'mail',
    summary: (_facts, account) => `Drafts changed in ${account}.`,
  },
  DeliveriesUpdated: {
    level: 'info',
    category: 'mail',
    summary: ({ delivery_ids }, account) =>
      `${formatCount(delivery_ids.length, 'shipment')} in the mail of ${account} changed.`,
  },
  RulesUpdated: {
    level: 'info',
    category: 'mail',
    summary: ({ rule_ids }) => `${formatCount(rule_ids.length, 'rule')} changed.`,
  },
  RulePaused: {
    level: 'warn',
    category: 'mail',
    summary: () => 'A rule is paused, because it failed three times in a row.',
  },
  OutboxUpdated: {
    level: 'info',
    category: 'mail',
    summary: ({ state }, account) => `A message from ${account} ${sendStatePhrases[state]}.`,
    details: ({ error }) => error,
  },
  SendBounced: {
    level: 'warn',
    category: 'mail',
    summary: ({ recipients }, account) =>
      `A message from ${account} did not reach ${formatCount(recipients.length, 'recipient')}.`,
  },
  ThreadGistReady: {
    level: 'info',
    category: 'mail',
    summary: (_facts, account) => `A conversation in ${account} was summed up.`,
  },
  OperationStarted: {
    level: 'info',
    category: 'operation',
    summary: ({ operation }) => `The operation "${operation}" began.`,
    details: ({ message }) => message,
  },
  OperationProgress: {
    level: 'info',
    category: 'operation',
    summary: ({ operation, current, total }) =>
      `The operation "${operation}" is at ${current}${total === null ? '' : ` of ${total}`}.`,
    details: ({ message }) => message,
  },
  OperationCompleted: {
    level: 'info',
    category: 'operation',
    summary: ({ operation }) => `The operation "${operation}" is done.`,
    details: ({ message }) => message,
  },
  OperationFailed: {
    level: 'error',
    category: 'operation',
    summary: ({ operation, retryable }) =>
      `The operation "${operation}" failed${retryable ? ', and may go well another time' : ''}.`,
    details: ({ error }) => error,
  },
  OperationCancelled: {
    level: 'warn',
    category: 'operation',
    summary: ({ operation }) => `The operation "${operation}" was called off.`,
    details: ({ message }) => message,
  },
  ConfigChanged: {
    level: 'info',
    category: 'config',
    summary: ({ keys, trouble }) =>
      trouble === null
        ? `${formatCount(keys.length, 'setting')} changed.`
        : 'config.toml cannot be followed; the settings of before hold.',
    details: ({ keys, trouble }) => trouble ?? keys.join(', '),
  },
  StoreStateChanged: {
    level: 'error',
    category: 'index',
    summary: ({ message }) => message ?? 'The mail database is in order again.',
  },
  LocalPageAsked: {
    level: 'warn',
    category: 'client',
    summary: ({ origin }) => `A page of this computer, ${origin}, asked for access to the mail.`,
  },
  IndexBootstrapped: {
    level: 'info',
    category: 'index',
    summary: ({ documents, duration_ms }) =>
      `The search index was made whole again: ${formatCount(documents, 'message')} in ${(duration_ms / 1000).toFixed(1)} s.`,
  },
  EventsLagged: {
    level: 'warn',
    category: 'client',
    summary: ({ skipped }) => `A client missed ${formatCount(skipped, 'event')}.`,
  },
};

export const eventKinds = Object.keys(descriptions) as EventKind[];

/** The level of each kind, unless the event reports a failure. */
export const levelOfKind = Object.fromEntries(eventKinds.map((kind) => [kind, descriptions[kind].level]));

export function categoryOf(kind: EventKind): EventCategory {
  return descriptions[kind].category;
}

/** The description of an event. */
export function describeEvent(
  facts: EventFacts,
  account: string,
): { level: EventLevel; category: EventCategory; summary: string; details: string | null } {
  const description: EventDescription<EventKind> = descriptions[facts.event];
  return {
    level: 'ok' in facts && facts.ok === false ? 'warn' : description.level,
    category: description.category,
    summary: description.summary(facts, account),
    details: description.details?.(facts) ?? null,
  };
}

function formatCount(count: number, noun: string): string {
  return `${count === 0 ? 'No' : formatInteger(count)} ${noun}${count === 1 ? '' : 's'}`;
}
