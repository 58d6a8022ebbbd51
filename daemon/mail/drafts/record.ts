import type { z } from 'zod';
import type { draftRecord } from '../../contract/draft.ts';
import type { ReadDb } from '../../store/db.ts';
import { listedFiles, type Draft } from './drafts.ts';
import { parseAddressText } from '../mime/address/address-text.ts';
import { lastSendOf } from '../outbox/outbox.ts';
import { draftFilePath } from '../compose/draft-files.ts';

type DraftRecord = z.input<typeof draftRecord>;

/** The state of a draft in the outbox; `draft` if it was never sent, or the send was cancelled. */
export function draftStateOf(db: ReadDb, draft_id: string): NonNullable<DraftRecord['state']> {
  const state = lastSendOf(db, draft_id)?.state ?? 'draft';
  return state === 'cancelled' ? 'draft' : state;
}

/** A stored draft on the wire (wire-contract, section 14.7). */
export function draftRecordOf(db: ReadDb, draft: Draft): DraftRecord {
  const { draft_id, account_id, from_text, to_text, cc_text, bcc_text, subject, body_kind, body, body_text } = draft;
  const { intent, in_reply_to, references, thread_id, calendar, created_at, updated_at } = draft;
  const addressesIn = (text: string) => {
    const { addresses, invalid } = parseAddressText(text);
    return [...addresses, ...invalid.map((typed) => ({ name: null, email: typed }))];
  };
  const files = listedFiles(db, draft.id);
  return {
    id: draft_id,
    account_id,
    from: addressesIn(from_text)[0] ?? null,
    to: addressesIn(to_text),
    cc: addressesIn(cc_text),
    bcc: addressesIn(bcc_text),
    subject,
    ...(body_kind === 'markdown' ? { body_markdown: body } : { body_html: body, body_text }),
    attachments: files.filter(({ position }) => position !== null).map(draftFilePath),
    inline_assets: files.flatMap((file) => (file.cid === null ? [] : [{ cid: file.cid, path: draftFilePath(file) }])),
    inline_calendar_reply: calendar === null ? null : (JSON.parse(calendar) as DraftRecord['inline_calendar_reply']),
    intent,
    reply_headers: in_reply_to === null ? null : { in_reply_to, references, thread_id },
    created_at,
    updated_at,
    state: draftStateOf(db, draft_id),
  };
}
