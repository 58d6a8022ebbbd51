import { z } from 'zod';
import { envelope } from './fields.ts';

const operation = { operation_id: z.string(), operation: z.string(), account_id: z.string().nullable() };

/** The fields of every event kind (wire-contract, section 13.2), without the `event`, `seq` and `ts` all of them carry. */
export const eventFields = {
  SyncStarted: z.object({ account_id: z.string(), account_name: z.string() }),
  SyncFinished: z.object({
    account_id: z.string(),
    ok: z.boolean(),
    messages_synced: z.int(),
    error: z.string().optional(),
  }),
  SyncCompleted: z.object({ account_id: z.string(), messages_synced: z.int() }),
  SyncError: z.object({ account_id: z.string(), error: z.string() }),
  /** `total` is the true count; `envelopes` holds the newest 100 at the most. */
  NewMessages: z.object({ account_id: z.string(), envelopes: z.array(envelope), total: z.int() }),
  /** Messages whose flags, labels or body changed; at most 100 ids, `total` the true count. */
  MailUpdated: z.object({ account_id: z.string(), message_ids: z.array(z.string()), total: z.int() }),
  MailRemoved: z.object({ account_id: z.string(), message_ids: z.array(z.string()), total: z.int() }),
  LabelCountsUpdated: z.object({
    account_id: z.string(),
    counts: z.array(z.object({ label_id: z.string(), total_count: z.int(), unread_count: z.int() })),
  }),
  OperationStarted: z.object({ ...operation, message: z.string() }),
  OperationProgress: z.object({
    ...operation,
    current: z.int(),
    total: z.int().nullable(),
    message: z.string(),
  }),
  OperationCompleted: z.object({ ...operation, message: z.string() }),
  OperationFailed: z.object({ ...operation, error: z.string(), retryable: z.boolean() }),
  OperationCancelled: z.object({ ...operation, message: z.string() }),
  /** Sent after a repair of the index at start, and only then. */
  IndexBootstrapped: z.object({ documents: z.int(), repaired: z.boolean(), duration_ms: z.int() }),
  /** A client was too slow: it must read again what it shows. */
  EventsLagged: z.object({ skipped: z.int() }),
} as const;

export type EventKind = keyof typeof eventFields;

/** What a part of the daemon announces. */
export type Announcement = { [K in EventKind]: { event: K } & z.output<(typeof eventFields)[K]> }[EventKind];

/** What a client receives: one JSON object a frame. `seq` only grows; `ts` is when the event was recorded. */
export type Event = Announcement & { seq: number; ts: string };
