import type { MessageRow } from '../../../daemon/contract/fields.ts';
import type { NowData } from '../../data/queries/modes.ts';

type Person = NowData['people']['rows'][number]['row'];

/** A conversation of Now in the form of a list row, for actions on it. */
export function rowOfPerson({ account_id, thread_id, message_id, message_ids, ...row }: Person): MessageRow {
  return {
    ...threadStub({ account_id, thread_id }),
    id: message_id,
    sender: row.counterparty_name ?? row.counterparty_email,
    sender_detail: row.counterparty_email,
    subject: row.subject,
    date: row.since,
    unread: row.unread,
    starred: row.starred,
    message_count: message_ids.length,
  };
}

/** A conversation of which only the id is known, for actions on it. */
export function threadStub({ account_id, thread_id }: { account_id: string; thread_id: string }): MessageRow {
  return {
    id: thread_id,
    kind: 'thread',
    account_id,
    thread_id,
    provider_id: thread_id,
    sender: '',
    sender_detail: null,
    subject: '',
    snippet: '',
    date: '',
    date_label: '',
    date_full: '',
    date_relative: '',
    unread: false,
    starred: false,
    has_attachments: false,
  };
}
