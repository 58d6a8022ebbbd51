import { z } from 'zod';
import { count, envelope, text, uuid } from './fields.ts';
import type { Actor } from './ownership.ts';

const operation = {
  operation_id: uuid(),
  operation: text('backup'),
  account_id: uuid('Null where it is of no account, or of several').nullable(),
  account_ids: z.array(uuid()).optional().describe('Where it is of several accounts'),
  attachment_id: uuid().optional().describe('Where it is of one attachment, which is fetched or saved'),
};

/** What an announcement names: mail that is back is no longer listed among the mail that waits. */
const conversation = { thread_id: uuid(), subject: text('Dinner on Friday') };

/** The fields of every event kind (wire-contract, section 13.2), without the `event`, `seq` and `ts` that all kinds have. */
export const eventFields = {
  SyncStarted: z.object({ account_id: uuid(), account_name: text('Work') }),
  SyncFinished: z.object({
    account_id: uuid(),
    ok: z.boolean(),
    messages_synced: count,
    error: text('mail.example.org doesn’t answer.').optional(),
  }),
  SyncCompleted: z.object({ account_id: uuid(), messages_synced: count }),
  SyncError: z.object({ account_id: uuid(), error: text('mail.example.org doesn’t answer.') }),
  NewMessages: z
    .object({ account_id: uuid(), envelopes: z.array(envelope), total: count })
    .describe('`total` is the true count; `envelopes` holds the newest 100 at the most'),
  MailUpdated: z
    .object({ account_id: uuid(), message_ids: z.array(uuid()), total: count })
    .describe('Messages whose flags, labels or body changed; at most 100 ids, `total` the true count'),
  MailRemoved: z.object({ account_id: uuid(), message_ids: z.array(uuid()), total: count }),
  LabelCountsUpdated: z.object({
    account_id: uuid(),
    counts: z.array(z.object({ label_id: uuid(), total_count: count, unread_count: count })),
  }),
  SavedSearchesUpdated: z
    .object({ changed: z.enum(['searches', 'counts']) })
    .describe('Saved searches changed, or how much they find: their list and the shell say how they are now'),
  OperationStarted: z.object({ ...operation, message: text('Copying what is stored') }),
  OperationProgress: z.object({
    ...operation,
    current: count,
    total: count.nullable(),
    message: text('Copying what is stored'),
  }),
  OperationCompleted: z.object({ ...operation, message: text('Copying what is stored') }),
  OperationFailed: z.object({ ...operation, error: text('mail.example.org doesn’t answer.'), retryable: z.boolean() }),
  OperationCancelled: z.object({ ...operation, message: text('Copying what is stored') }),
  MutationCompleted: z
    .object({
      mutation_id: uuid().nullable(),
      kind: text('archive'),
      message_ids: z.array(uuid()),
      thread_ids: z.array(uuid()),
      account_ids: z.array(uuid()),
      ok: z.boolean(),
      succeeded: count,
      skipped: count,
      failed: count,
      undo: z.boolean().describe('Whether it was an undo'),
    })
    .describe('Once for every mutation id: its changes have reached the servers, or were rolled back'),
  MutationReconciliationFailed: z
    .object({
      account_id: uuid(),
      client_correlation_id: text('digest-2026-03-10').nullable(),
      error_summary: text('The server did not move the message.'),
    })
    .describe('A server refused a change that was already shown, and it was undone'),
  MessageUnsnoozed: z.object({
    account_id: uuid(),
    message_id: uuid(),
    ...conversation,
    is_due: z.boolean().describe('Whether its time had come; otherwise it was unsnoozed early'),
  }),
  ReminderTriggered: z.object({ account_id: uuid(), sent_message_id: uuid(), ...conversation }),
  ScheduledSendFlushed: z.object({
    account_id: uuid(),
    draft_id: uuid(),
    local_message_id: uuid().optional(),
    rfc2822_message_id: text('letter-3@example.org').optional(),
    ok: z.boolean(),
    error: text('mail.example.org doesn’t answer.').optional(),
  }),
  DraftsUpdated: z
    .object({ account_id: uuid(), draft_ids: z.array(uuid()) })
    .describe('Drafts were created, changed, discarded or sent'),
  DeliveriesUpdated: z
    .object({ account_id: uuid(), delivery_ids: z.array(uuid()) })
    .describe('Deliveries were found, have changed or are gone'),
  RulesUpdated: z
    .object({ rule_ids: z.array(uuid()), account_ids: z.array(uuid()) })
    .describe('Rules for new mail were made, changed or deleted'),
  RulePaused: z
    .object({ rule_id: uuid(), rule_name: text('File invoices'), account_ids: z.array(uuid()) })
    .describe('A rule has failed three times in a row and is not applied any more'),
  OutboxUpdated: z
    .object({
      account_id: uuid(),
      draft_id: uuid(),
      send_id: uuid(),
      state: z.enum(['queued', 'sending', 'sent', 'failed', 'unknown', 'cancelled']),
      error: text('mail.example.org doesn’t answer.').optional(),
    })
    .describe('An outgoing message changed its state, or cannot be sent for now'),
  SendBounced: z
    .object({
      account_id: uuid(),
      local_message_id: uuid('The message that was sent, where it is here').nullable(),
      rfc2822_message_id: text('letter-3@example.org'),
      recipients: z.array(text('ada@example.org')),
      error: text('There is no such mailbox at example.org.'),
    })
    .describe('A server reports that sent mail did not reach a recipient'),
  ThreadGistReady: z.object({
    account_id: uuid(),
    thread_id: uuid(),
    gist: z.record(z.string(), z.unknown()),
  }),
  ConfigChanged: z
    .object({
      keys: z.array(text('general.sync_interval')),
      trouble: text('config.toml, line 3: a value is missing.').nullable(),
    })
    .describe('Settings that hold from now on, by dotted key; or `trouble`, where the file can be followed no more'),
  StoreStateChanged: z
    .object({
      degraded: z.boolean(),
      message: text('The mail database on this computer is damaged.').nullable(),
    })
    .describe('The mail database was found damaged, after which nothing is changed or synced, or it was found intact'),
  LocalPageAsked: z
    .object({ origin: text('http://localhost:5173') })
    .describe('A web page of another program on this computer wants the token, and waits for a decision'),
  IndexBootstrapped: z
    .object({ documents: count, repaired: z.boolean(), duration_ms: count })
    .describe('Sent after a repair of the index at start, and only then'),
  EventsLagged: z
    .object({ skipped: count })
    .describe(
      'A client was too slow, or asked for what is recorded no more: it missed `skipped` events at least, up to `seq`, and must read again what it shows',
    ),
} as const;

export type EventKind = keyof typeof eventFields;

/**
 * An event as a part of the daemon announces it. `actor` started what the event is about; clients do not receive it.
 */
export type Announcement = {
  [K in EventKind]: { event: K; actor?: Actor | undefined } & z.output<(typeof eventFields)[K]>;
}[EventKind];

/** A recorded event. A client receives it as one JSON object per frame, without `actor`. `seq` only increases. */
export type Event = Announcement & { seq: number; ts: string };
