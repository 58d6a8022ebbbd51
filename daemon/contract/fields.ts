import { z } from 'zod';

/** An instant on the wire: UTC, milliseconds, sorts as text. Input may carry any RFC 3339 offset. */
export const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());
/** An instant in an answer, where it has been normalised already. */
export const instantOut = z.iso.datetime({ precision: 3 });

/**
 * An id in a path or body. Its form is judged by `dispatch`, which answers 404 on a read and 400 elsewhere, so the
 * schema bounds its length alone.
 */
export const anyId = z.string().min(1).max(200);
export const messageId = anyId.describe('Id of a message');
export const threadId = anyId.describe('Id of a conversation');
export const accountId = anyId.describe('Id of an account');

/** A whole number from a query string, or a number over the socket. */
export function queryInt({ min, max }: { min: number; max: number }) {
  const text = z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform(Number);
  return z.union([z.int(), text]).pipe(z.int().min(min).max(max));
}

/** A boolean from a query string: the words `true` and `false` and nothing else. */
export const queryFlag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]);

/** How many rows of the view asked for. */
export const limit = queryInt({ min: 1, max: 1000 }).describe('How many rows at the most');
export const offset = queryInt({ min: 0, max: 10_000_000 }).describe('How many rows to pass over');
export const cursor = z.string().max(200).describe('`next_cursor` of the page before; stable while mail arrives');

/** Of a record that people edit: what changes with every change of it, as the ETag of its answers. */
export const etag = z.string().describe('Changes whenever the record does');
/** The key of a row that changes such a record. Over HTTP it is the header If-Match. */
export const ifMatch = z.string().min(1).max(200).optional().describe('The etag of the record as it was read');

export const address = z.object({ name: z.string().nullable(), email: z.string() }).meta({ id: 'Address' });
export type Address = z.output<typeof address>;

export const searchMode = z.enum(['lexical', 'hybrid', 'semantic']).meta({ id: 'SearchMode' });

export const labelChip = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['system', 'folder', 'user']),
    color: z.string().nullable(),
  })
  .meta({ id: 'LabelChip' });

/** The row every list returns (wire-contract, section 4.1). */
export const messageRow = z
  .object({
    id: z.string(),
    kind: z.enum(['message', 'thread', 'attachment']),
    account_id: z.string(),
    thread_id: z.string(),
    provider_id: z.string(),
    sender: z.string(),
    sender_detail: z.string().nullable(),
    /** Who wrote in the conversation, oldest first, the owner as "you". Thread rows only. */
    senders: z.array(z.string()).optional(),
    subject: z.string(),
    snippet: z.string(),
    date: instantOut,
    date_label: z.string(),
    date_full: z.string(),
    date_relative: z.string(),
    to: z.array(address).optional(),
    cc: z.array(address).optional(),
    bcc: z.array(address).optional(),
    labels: z.array(labelChip).optional(),
    unread: z.boolean(),
    starred: z.boolean(),
    has_attachments: z.boolean(),
    message_count: z.int().optional(),
    /** Attachment rows only. */
    attachment_id: z.string().optional(),
    attachment_filename: z.string().optional(),
    attachment_size_bytes: z.int().optional(),
  })
  .meta({ id: 'MessageRow' });
export type MessageRow = z.output<typeof messageRow>;

export const rowGroup = z
  .object({
    id: z.enum(['today', 'yesterday', 'last-7-days', 'earlier', 'older']),
    label: z.string(),
    rows: z.array(messageRow),
  })
  .meta({ id: 'RowGroup' });
export type RowGroup = z.output<typeof rowGroup>;

export const lensKind = z.enum(['inbox', 'all_mail', 'label', 'saved_search', 'subscription']).meta({ id: 'LensKind' });

export const unsubscribeMethod = z
  .union([
    z.object({ OneClick: z.object({ url: z.string() }) }),
    z.object({ HttpLink: z.object({ url: z.string() }) }),
    z.object({ Mailto: z.object({ address: z.string(), subject: z.string().nullable() }) }),
    z.object({ BodyLink: z.object({ url: z.string() }) }),
    z.literal('None'),
  ])
  .meta({ id: 'UnsubscribeMethod' });

/** A message as events and the older rows carry it (wire-contract, section 14.2). */
export const envelope = z
  .object({
    id: z.string(),
    account_id: z.string(),
    thread_id: z.string(),
    provider_id: z.string(),
    from: address,
    to: z.array(address),
    cc: z.array(address),
    bcc: z.array(address),
    subject: z.string(),
    snippet: z.string(),
    date: instantOut,
    flags: z.string(),
    flags_bits: z.int(),
    has_attachments: z.boolean(),
    size_bytes: z.int(),
    message_id_header: z.string().nullable(),
    in_reply_to: z.string().nullable(),
    references: z.array(z.string()),
    unsubscribe: unsubscribeMethod,
  })
  .meta({ id: 'Envelope' });
export type Envelope = z.output<typeof envelope>;

export const syncProgress = z
  .object({ current: z.int(), total: z.int().nullable(), message: z.string() })
  .meta({ id: 'SyncProgressData' });

/** The state of one account's sync (wire-contract, section 14.14). */
export const accountSyncStatus = z
  .object({
    account_id: z.string(),
    account_name: z.string(),
    sync_in_progress: z.boolean(),
    healthy: z.boolean(),
    last_attempt_at: instantOut.nullable(),
    last_success_at: instantOut.nullable(),
    last_synced_count: z.int(),
    last_error: z.string().nullable(),
    failure_class: z.string().nullable(),
    consecutive_failures: z.int(),
    backoff_until: instantOut.nullable(),
    current_cursor_summary: z.string().nullable(),
    /** What could not be had though the last pass went well: "1 message in Archive could not be fetched …". */
    notice: z.string().nullable(),
    progress: syncProgress.nullable(),
  })
  .meta({ id: 'AccountSyncStatus' });
export type AccountSyncStatus = z.output<typeof accountSyncStatus>;
