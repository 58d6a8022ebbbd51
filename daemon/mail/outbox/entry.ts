import type { z } from 'zod';
import type { OutboxEntry, sendReceipt } from '../../contract/draft.ts';
import type { Account } from '../accounts/accounts.ts';
import { dateFormatter } from '../lists/date-labels.ts';
import type { OutboxRow, OutboxTrouble } from './outbox.ts';
import type { ReadDb } from '../../store/db.ts';
import { sql } from '../../store/db.ts';

export type EntryDeps = {
  db: ReadDb;
  now: Date;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
  accounts: readonly Account[];
};

/** An outbox entry on the wire. */
export function outboxEntryOf(row: OutboxRow, deps: EntryDeps): OutboxEntry {
  const { db, accounts } = deps;
  const account = accounts.find(({ account_id }) => account_id === row.account_id);
  const { send_id, draft_id, account_id, purpose, state, timing, due_at, next_at, attempts, subject } = row;
  const { recipients, copy, queued_at, sent_at, ended_at } = row;
  const trouble = state === 'queued' ? (accountTrouble(row, account) ?? row.trouble) : row.trouble;
  return {
    send_id,
    draft_id,
    account_id,
    account_name: account?.name ?? 'Removed account',
    purpose,
    state,
    timing,
    due_at,
    next_at,
    attempts,
    subject,
    from: row.from_email,
    recipients,
    rfc2822_message_id: row.header_id,
    local_message_id: localMessageId(db, row),
    trouble,
    copy,
    can_cancel: state === 'queued' && sent_at === null,
    words: stateText({ ...row, trouble }, deps),
    queued_at,
    sent_at,
    ended_at,
  };
}

/** The receipt of a send; the same for repeated requests. */
export function receiptOf(db: ReadDb, row: OutboxRow): z.input<typeof sendReceipt> {
  const { send_id, state, due_at, header_id } = row;
  return {
    kind: 'SendReceipt',
    local_message_id: localMessageId(db, row),
    provider_message_id: null,
    rfc2822_message_id: header_id,
    send_id,
    // A failed or cancelled send has no receipt state.
    state: state === 'failed' || state === 'cancelled' ? 'queued' : state,
    send_at: due_at,
  };
}

/** The id of its copy, or the predicted id if it can be predicted. */
function localMessageId(db: ReadDb, { account, header_id, message_id, sent_at }: OutboxRow): string | null {
  const copy = account === null || sent_at === null ? undefined : sentCopyId(db, account, header_id);
  return copy ?? message_id;
}

/** The trouble of a send whose account cannot send. */
function accountTrouble({ account }: OutboxRow, owner: Account | undefined): OutboxTrouble | undefined {
  if (account === null || !owner)
    return {
      code: 'account_gone',
      message: 'Its account was removed. It will be sent once you add the account again.',
      retryable: false,
    };
  if (owner.enabled) return undefined;
  const message = `${owner.name} is turned off, so nothing is sent from it. Turn it on, or cancel sending.`;
  return { code: 'account_disabled', message, retryable: false };
}

function stateText(row: OutboxRow, { now, zone }: EntryDeps): string {
  switch (row.state) {
    case 'queued':
      return waitingText(row, now, zone);
    case 'sending':
      return 'Being sent';
    case 'sent':
      return sentText(row);
    case 'failed':
      return row.trouble?.code === 'too_late' ? 'Not sent in time' : 'Not sent';
    case 'unknown':
      return 'We couldn’t confirm it was sent';
    case 'cancelled':
      return 'Cancelled';
  }
}

function waitingText({ due_at, next_at, trouble, sent_at }: OutboxRow, now: Date, zone: string | undefined): string {
  if (trouble?.code === 'account_disabled' || trouble?.code === 'account_gone') return 'Waiting for its account';
  if (trouble?.code === 'offline') return 'Waiting for a connection';
  if (trouble?.code === 'keychain') return 'Waiting until you unlock your passwords';
  if (trouble?.code === 'auth') return 'Waiting for the account’s password';
  const inMs = Date.parse(next_at) - now.getTime();
  if (trouble)
    return `Trying ${sent_at === null ? '' : 'the other recipients '}again ${momentText(inMs, next_at, now, zone)}`;
  return inMs <= 0 ? 'Sending soon' : `Sending ${momentText(Date.parse(due_at) - now.getTime(), due_at, now, zone)}`;
}

function momentText(inMs: number, at: string, now: Date, zone: string | undefined): string {
  const seconds = Math.ceil(inMs / 1000);
  if (seconds <= 0) return 'in a moment';
  if (seconds < 60) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return `on ${dateFormatter(now, zone).labels(at).date_full}`;
}

function sentText({ recipients, copy }: OutboxRow): string {
  const count = (state: OutboxRow['recipients'][number]['state']) =>
    recipients.filter((each) => each.state === state).length;
  if (count('bounced') > 0)
    return count('bounced') === recipients.length ? 'Not delivered' : 'Sent, but not delivered to everyone';
  if (count('unknown') > 0) return 'Sent, but not confirmed for all recipients';
  if (count('refused') > 0) return 'Sent, but not to everyone';
  return copy === 'failed' ? 'Sent, but no copy in Sent' : 'Sent';
}

/** The public id of the copy of a message that was sent, once it is here. */
export function sentCopyId(db: ReadDb, account: number, header_id: string): string | undefined {
  // The plus keeps SQLite from walking through all messages of the account instead.
  return db.get<{ message_id: string }>(sql`
    SELECT message_id FROM messages WHERE header_id = ${header_id} COLLATE NOCASE AND +account = ${account} LIMIT 1`)
    ?.message_id;
}
