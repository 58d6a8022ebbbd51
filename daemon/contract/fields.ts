import { z } from 'zod';

/** An instant on the wire: UTC, milliseconds, sorts as text. Input may have any RFC 3339 offset. */
export const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());
/** An instant in a reply, which is normalized already. */
export const instantOut = z.iso.datetime({ precision: 3 });

/** A moment to come, as users name it; `mail/later/moments.ts` reads it. */
export const moment = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({
    description:
      'A preset, a day of the week, or an instant: RFC 3339, which without an offset is in the time zone of the owner',
    examples: ['tomorrow', 'friday', '2026-03-12T09:00:00', '2026-03-12T08:00:00Z'],
  });

/** A text in a reply. The OpenAPI document shows the example, which looks like a real value. */
export function text(example: string, about?: string) {
  return z.string().meta({ examples: [example], ...(about !== undefined && { description: about }) });
}

/** A UUID in a reply. The store created it, so its format is not checked again. */
export function uuid(about?: string) {
  return z.string().meta({ format: 'uuid', ...(about !== undefined && { description: about }) });
}

/** A count in a reply. */
export const count = z.int().nonnegative();

/**
 * An id in a path or body. `dispatch` checks its format, with 404 for reads and 400 elsewhere, so the schema limits only its
 * length.
 */
export const anyId = z.string().min(1).max(200).meta({ format: 'uuid' });
export const messageId = anyId.describe('Id of a message');
export const threadId = anyId.describe('Id of a conversation');
export const accountId = anyId.describe('Id of an account');

/** A whole number from a query string, or a number over the socket. */
export function queryInt({ min, max }: { min: number; max: number }) {
  const digits = z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform(Number);
  return z.union([z.int(), digits]).pipe(z.int().min(min).max(max));
}

/** A boolean from a query string: only the words `true` and `false`. */
export const queryFlag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]);

/**
 * Names out of a fixed set: a list, or one text with commas between them, as a query has it. Any other name is invalid
 * input. `about` completes the sentence that lists the names in the OpenAPI document.
 */
export function nameList<const Names extends readonly [string, ...string[]]>(names: Names, about: string) {
  return z
    .union([z.string().max(2_000), z.array(z.string().max(100)).max(100)])
    .meta({ description: `${about} Names with commas between them: ${names.join(', ')}`, examples: [names[0]] })
    .transform((sent) => [...new Set([sent].flat().flatMap(namesIn))])
    .pipe(z.array(z.enum(names)));
}

function namesIn(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The number of rows the view requested. */
export const limit = queryInt({ min: 1, max: 1000 }).describe('How many rows at the most');
export const offset = queryInt({ min: 0, max: 10_000_000 }).describe('How many rows to pass over');
export const cursor = z
  .string()
  .max(200)
  .meta({ description: '`next_cursor` of the page before; stable while mail arrives', examples: ['1773129600000.42'] });
export const nextOffset = count.nullable().describe('The `offset` of the next page; null on the last one');
export const nextCursor = text('1773129600000.42')
  .nullable()
  .describe('The `cursor` of the next page; null on the last');

/** The version of an editable record: it changes with every change of the record and is the ETag of its replies. */
export const etag = text('5c1f0a9be2d34c77', 'Changes whenever the record does');
/** The input key of a row that changes such a record. Over HTTP it is the If-Match header. */
export const ifMatch = z.string().min(1).max(200).optional().describe('The etag of the record as it was read');

/** Input fields of a row that has `pages`, where the row has no `limit` of its own. */
export const pageInput = {
  limit: limit.optional().describe('How many rows at the most; all where it is left out'),
  cursor: cursor.optional(),
};
/** Output fields of a row that has `pages`. `dispatch` adds them to what the handler gives. */
export const pageOutput = { has_more: z.boolean().default(false), next_cursor: nextCursor.default(null) };

export const address = z
  .object({
    name: text('Ada Morgan', 'As the mail gives it').nullable(),
    email: text('ada@example.org'),
  })
  .meta({ id: 'Address' });
export type Address = z.output<typeof address>;

export const searchMode = z.enum(['lexical', 'hybrid', 'semantic']).meta({
  id: 'SearchMode',
  description: 'By words, by words and meaning, or by meaning. Without a model every search is by words, and says so',
});

export const labelChip = z
  .object({
    id: uuid(),
    name: text('Travel'),
    kind: z.enum(['system', 'folder', 'user']),
    color: text('#3f7a5d').nullable(),
  })
  .meta({ id: 'LabelChip', description: 'A label as a row shows it' });

/** The row in every list reply (wire-contract, section 4.1). */
export const messageRow = z
  .object({
    id: uuid('Id of the message, which of a conversation is the one that is shown'),
    kind: z.enum(['message', 'thread', 'attachment']),
    account_id: uuid(),
    thread_id: uuid(),
    provider_id: text('letter-1@example.org', 'What the mail itself or its server calls it'),
    sender: text('Ada Morgan'),
    sender_detail: text('ada@example.org').nullable(),
    senders: z
      .array(text('Ada Morgan'))
      .optional()
      .describe('Who wrote in the conversation, oldest first, the owner as "you". Thread rows only'),
    subject: text('Dinner on Friday'),
    snippet: text('Shall we say seven, at the usual place?', 'How the message begins, without what it quotes'),
    date: instantOut,
    date_label: text('09:40', 'Short, for a list'),
    date_full: text('Tuesday, 10 March 2026 at 09:40'),
    date_relative: text('2 hours ago'),
    to: z.array(address).optional(),
    cc: z.array(address).optional(),
    bcc: z.array(address).optional(),
    labels: z.array(labelChip).optional(),
    unread: z.boolean(),
    starred: z.boolean(),
    has_attachments: z.boolean(),
    snoozed_until: instantOut.optional().describe('When a message that is away comes back'),
    reply_later: z.literal(true).optional().describe('It is to be answered later'),
    muted: z.literal(true).optional().describe('New messages of its conversation skip the inbox'),
    suspicious: z.literal(true).optional().describe('It may not be from whom it says: `messages.trust` says why'),
    reminder_at: instantOut.optional().describe('When its reminder is due if there is no reply'),
    message_count: count.optional().describe('Thread rows only'),
    attachment_id: uuid('Attachment rows only, as the two below').optional(),
    attachment_filename: text('menu.pdf').optional(),
    attachment_size_bytes: count.optional(),
  })
  .meta({ id: 'MessageRow', description: 'The row that every list returns' });
export type MessageRow = z.output<typeof messageRow>;

const rowFieldNames = Object.keys(messageRow.shape) as [keyof MessageRow, ...(keyof MessageRow)[]];
export type RowField = keyof MessageRow;

/** An input field by which a list gives lean rows. */
export const rowFields = nameList(rowFieldNames, 'Gives `rows` with these fields alone, and no `groups`.').optional();

export const leanRow = messageRow
  .partial()
  .meta({ id: 'LeanRow', description: 'A row with the fields that `fields` names, as far as it has them' });
export type LeanRow = z.output<typeof leanRow>;

/** The output field beside `groups`. */
export const leanRows = z.array(leanRow).optional().describe('With `fields`: the rows in their order');

export const rowGroup = z
  .object({
    id: z.enum(['today', 'yesterday', 'last-7-days', 'earlier', 'older']),
    label: text('Today'),
    rows: z.array(messageRow),
  })
  .meta({ id: 'RowGroup', description: 'Rows under one day heading' });
export type RowGroup = z.output<typeof rowGroup>;

export const lensKind = z
  .enum(['inbox', 'all_mail', 'label', 'saved_search', 'subscription'])
  .meta({ id: 'LensKind', description: 'What a list is opened on' });

const unsubscribeUrlExample = 'https://lists.example.org/leave?id=42';

export const unsubscribeMethod = z
  .union([
    z.object({ OneClick: z.object({ url: text(unsubscribeUrlExample) }) }),
    z.object({ HttpLink: z.object({ url: text(unsubscribeUrlExample) }) }),
    z.object({
      Mailto: z.object({
        address: text('leave@lists.example.org'),
        subject: text('unsubscribe').nullable(),
        body: text('unsubscribe weekly').optional(),
      }),
    }),
    z.object({ BodyLink: z.object({ url: text(unsubscribeUrlExample) }) }),
    z.literal('None'),
  ])
  .meta({ id: 'UnsubscribeMethod', description: 'How one leaves the list that a message came by' });

/** A message as events and older rows contain it (wire-contract, section 14.2). */
export const envelope = z
  .object({
    id: uuid(),
    account_id: uuid(),
    thread_id: uuid(),
    provider_id: text('letter-1@example.org', 'What the mail itself or its server calls it'),
    from: address,
    to: z.array(address),
    cc: z.array(address),
    bcc: z.array(address),
    subject: text('Dinner on Friday'),
    snippet: text('Shall we say seven, at the usual place?'),
    date: instantOut,
    flags: text('READ | STARRED', 'The flags that are set, by name; empty where none is'),
    flags_bits: count.describe('The same as one number'),
    has_attachments: z.boolean(),
    size_bytes: count,
    message_id_header: text('letter-2@example.org').nullable(),
    in_reply_to: text('letter-1@example.org').nullable(),
    references: z.array(text('letter-1@example.org')),
    unsubscribe: unsubscribeMethod,
  })
  .meta({ id: 'Envelope', description: 'A message without its body' });
export type Envelope = z.output<typeof envelope>;

const syncProgress = z
  .object({ current: count, total: count.nullable(), message: text('Inbox: 1,200 of 4,800 messages') })
  .meta({ id: 'SyncProgressData', description: 'How far a running pass is; a total of null is not known yet' });

/** The state of one account's sync (wire-contract, section 14.14). */
export const accountSyncStatus = z
  .object({
    account_id: uuid(),
    account_name: text('Work'),
    sync_in_progress: z.boolean(),
    healthy: z.boolean().describe('Whether the last pass ended well, and within its interval'),
    last_attempt_at: instantOut.nullable(),
    last_success_at: instantOut.nullable(),
    last_synced_count: count.describe('Messages that the last pass brought'),
    last_error: text('mail.example.org doesn’t answer.').nullable(),
    failure_class: text('offline', 'What kind of failure it was, as a word for programs').nullable(),
    consecutive_failures: count,
    backoff_until: instantOut.nullable().describe('When it is retried automatically'),
    current_cursor_summary: text('up to date').nullable(),
    notice: text('1 message in Archive could not be fetched and is asked for again: the server does not hand it out.')
      .nullable()
      .describe('What could not be had though the last pass went well'),
    progress: syncProgress.nullable(),
  })
  .meta({ id: 'AccountSyncStatus' });
export type AccountSyncStatus = z.output<typeof accountSyncStatus>;

export const configNote = z
  .object({
    severity: z.enum(['warning', 'error']),
    key: text('general.sync_interval'),
    line: z.int().positive().nullable(),
    message: text('must be a whole number of seconds'),
  })
  .meta({ id: 'ConfigNote', description: 'One key of config.toml that is wrong' });

/** The reply of a request that has nothing else to say. */
export const ack = z.object({ kind: z.literal('Ack') });
