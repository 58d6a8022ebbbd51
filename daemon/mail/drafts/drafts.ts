import { instantOf, type Clock } from '../../base/clock.ts';
import { timeId } from '../../base/ids.ts';
import { isPerson } from '../../safety/policy.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Actor } from '../mutations/apply.ts';
import { keepOwnerVersion, type WrittenParts } from './owner-versions.ts';

export type DraftIntent = 'new' | 'reply' | 'reply_all' | 'forward';

/** The content of a draft. Addresses are stored as typed: `readAddressText` parses them. */
export type DraftContent = WrittenParts & {
  from_text: string;
  intent: DraftIntent;
  /** Message-IDs without brackets. */
  in_reply_to: string | null;
  references: string[];
  /** Public id of the thread. */
  thread_id: string | null;
  /** Row id of the message that this draft replies to or forwards. */
  source: number | null;
  /** JSON of InlineCalendarReply on the wire. */
  calendar: string | null;
};

export type DraftPurpose = 'mail' | 'invite_reply' | 'unsubscribe';

/** A stored draft. */
export type Draft = DraftContent & {
  id: number;
  draft_id: string;
  /** Row id; null if the account was removed. */
  account: number | null;
  account_id: string;
  purpose: DraftPurpose;
  /** Whether the draft is saved; false if it only exists in an open compose session. */
  is_saved: boolean;
  revision: number;
  /** The Message-ID with which it is sent, set when it is queued and cleared by a change. */
  header_id: string | null;
  batch: string | null;
  created_at: string;
  updated_at: string;
  discarded_at: string | null;
  origin: string;
  token_id: string | null;
};

/** A file of a draft. Listed files have a `position`; `content` is a blob, null until it is fetched. */
export type DraftFile = {
  id: number;
  file_id: string;
  draft: number;
  name: string;
  mime_type: string;
  size: number;
  content: number | null;
  fetch_from: string | null;
  cid: string | null;
  position: number | null;
};

type DraftRow = Omit<Draft, 'references' | 'is_saved'> & { reference_ids: string; is_saved: number };

export type DraftDeps = { db: WriteDb; clock: Clock };

export const emptyDraftContent: DraftContent = {
  from_text: '',
  to_text: '',
  cc_text: '',
  bcc_text: '',
  subject: '',
  body_kind: 'markdown',
  body: '',
  body_text: null,
  intent: 'new',
  in_reply_to: null,
  references: [],
  thread_id: null,
  source: null,
  signature: null,
  calendar: null,
};

export type NewDraft = Partial<DraftContent> &
  Partial<Pick<Draft, 'draft_id' | 'is_saved' | 'purpose' | 'batch' | 'created_at'>> & {
    account: Pick<Account, 'id' | 'account_id'>;
    actor: Actor;
  };

export function addDraft({ db, clock }: DraftDeps, { account, actor, ...fields }: NewDraft): Draft {
  const now = instantOf(clock.now());
  const { draft_id = timeId(clock.now()), is_saved = true, purpose = 'mail', batch = null, created_at = now } = fields;
  const content = { ...emptyDraftContent, ...fields };
  const { id } = db.run(sql`
    INSERT INTO drafts (draft_id, account, account_id, purpose, is_saved, batch, from_text, to_text, cc_text, bcc_text, subject,
      body_kind, body, body_text, intent, in_reply_to, reference_ids, thread_id, source, signature, calendar, created_at,
      updated_at, origin, token_id)
    VALUES (${draft_id}, ${account.id}, ${account.account_id}, ${purpose}, ${is_saved}, ${batch}, ${content.from_text},
      ${content.to_text}, ${content.cc_text}, ${content.bcc_text}, ${content.subject}, ${content.body_kind}, ${content.body},
      ${content.body_text}, ${content.intent}, ${content.in_reply_to}, ${JSON.stringify(content.references)},
      ${content.thread_id}, ${content.source}, ${content.signature}, ${content.calendar}, ${created_at}, ${now},
      ${actor.origin}, ${actor.token_id ?? null})`);
  return draftById(db, id)!;
}

/**
 * Changes the content of a draft; absent fields stay. A change without effect does not raise the revision. A changed
 * draft is a different message, so it gets a different Message-ID. Call it in a transaction.
 */
export function changeDraft(
  { db, clock }: DraftDeps,
  draft: Draft,
  { change, actor }: { change: Partial<DraftContent>; actor: Actor },
): Draft {
  const next = { ...draft, ...change };
  if (hasSameContent(draft, next)) return draft;
  db.run(sql`
    UPDATE drafts SET from_text = ${next.from_text}, to_text = ${next.to_text}, cc_text = ${next.cc_text},
      bcc_text = ${next.bcc_text}, subject = ${next.subject}, body_kind = ${next.body_kind}, body = ${next.body},
      body_text = ${next.body_text}, intent = ${next.intent}, in_reply_to = ${next.in_reply_to},
      reference_ids = ${JSON.stringify(next.references)}, thread_id = ${next.thread_id}, source = ${next.source},
      signature = ${next.signature}, calendar = ${next.calendar}, header_id = NULL, revision = revision + 1,
      updated_at = ${instantOf(clock.now())}
    WHERE id = ${draft.id}`);
  const changed = draftById(db, draft.id)!;
  keepOwnerVersion(db, { before: draft, after: changed, actor });
  return changed;
}

/** Records a change of the files of a draft. */
export function touchDraft({ db, clock }: DraftDeps, id: number): void {
  db.run(sql`
    UPDATE drafts SET revision = revision + 1, header_id = NULL, updated_at = ${instantOf(clock.now())} WHERE id = ${id}`);
}

/** Moves a draft to the account that sends it. */
export function moveDraft(
  { db }: Pick<DraftDeps, 'db'>,
  id: number,
  account: Pick<Account, 'id' | 'account_id'>,
): void {
  db.run(sql`
    UPDATE drafts SET account = ${account.id}, account_id = ${account.account_id}, revision = revision + 1
    WHERE id = ${id} AND account IS NOT ${account.id}`);
}

export function saveDraft(db: WriteDb, id: number): void {
  db.run(sql`UPDATE drafts SET is_saved = 1 WHERE id = ${id}`);
}

export function setHeaderId(db: WriteDb, id: number, header_id: string): void {
  db.run(sql`UPDATE drafts SET header_id = ${header_id} WHERE id = ${id}`);
}

/** Discards a draft so that it can be restored; `removeDraft` deletes it permanently. */
export function discardDraft({ db, clock }: DraftDeps, id: number): void {
  db.run(sql`UPDATE drafts SET discarded_at = ${instantOf(clock.now())}, is_saved = 1 WHERE id = ${id}`);
}

export function recoverDraft(db: WriteDb, id: number): void {
  db.run(sql`UPDATE drafts SET discarded_at = NULL, is_saved = 1 WHERE id = ${id}`);
}

/** Deletes a draft and its files permanently. */
export function removeDraft(db: WriteDb, id: number): void {
  db.run(sql`DELETE FROM drafts WHERE id = ${id}`);
}

/** Permanently deletes drafts that were opened before an instant and are still empty. */
export function removeEmptyDrafts(db: WriteDb, before: string): void {
  db.run(sql`
    DELETE FROM drafts
    WHERE is_saved = 0 AND updated_at < ${before} AND to_text || cc_text || bcc_text || subject || body = ''
      AND NOT EXISTS (SELECT 1 FROM draft_files WHERE draft = drafts.id)
      AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.draft = drafts.id)`);
}

/** Links drafts to a re-added account again. Call it after every update of the accounts. */
export function relinkDrafts(db: WriteDb): void {
  for (const table of ['drafts', 'outbox'] as const)
    db.exec(`
      UPDATE ${table} SET account = (SELECT id FROM accounts WHERE accounts.account_id = ${table}.account_id)
      WHERE account IS NULL AND account_id IN (SELECT account_id FROM accounts)`);
}

export function draftById(db: ReadDb, id: number): Draft | undefined {
  const row = db.get<DraftRow>(sql`SELECT * FROM drafts WHERE id = ${id}`);
  return row && draftFrom(row);
}

/** The drafts a caller may see: those of these accounts, and for the user also those of removed accounts. */
export type DraftScope = { accounts: readonly Pick<Account, 'account_id'>[]; caller: Actor };

/** Finds a draft by its public id. */
export function findDraft(db: ReadDb, draft_id: string, { accounts, caller }: DraftScope): Draft | undefined {
  const row = db.get<DraftRow>(sql`SELECT * FROM drafts WHERE draft_id = ${draft_id}`);
  if (!row) return undefined;
  const isVisible = accounts.some(({ account_id }) => account_id === row.account_id);
  return isVisible || (row.account === null && isPerson(caller)) ? draftFrom(row) : undefined;
}

/**
 * Drafts shown in lists, most recently edited first: without drafts that are being sent, discarded, or empty and
 * unsaved.
 */
export function visibleDrafts(db: ReadDb, { accounts, caller }: DraftScope): Draft[] {
  const ids = jsonList(accounts.map(({ account_id }) => account_id));
  return db
    .all<DraftRow>(
      sql`
        SELECT * FROM drafts
        WHERE purpose = 'mail' AND discarded_at IS NULL
          AND (account_id IN (SELECT value FROM json_each(${ids})) OR account IS NULL AND ${isPerson(caller)})
          AND (is_saved OR to_text || cc_text || bcc_text || body <> '' OR
            EXISTS (SELECT 1 FROM draft_files WHERE draft = drafts.id AND position IS NOT NULL))
          AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.draft = drafts.id
            AND state IN ('queued', 'sending', 'unknown', 'sent'))
        ORDER BY updated_at DESC, id DESC`,
    )
    .map(draftFrom);
}

/** The listed files of a draft in order, and the files shown in its body. */
export function listedFiles(db: ReadDb, draft: number): DraftFile[] {
  return db.all(sql`
    SELECT id, file_id, draft, name, mime_type, size, content, fetch_from, cid, position FROM draft_files
    WHERE draft = ${draft} AND (position IS NOT NULL OR cid IS NOT NULL) ORDER BY position, id`);
}

export function findDraftFile(db: ReadDb, draft: number, file_id: string): DraftFile | undefined {
  return db.get(sql`
    SELECT id, file_id, draft, name, mime_type, size, content, fetch_from, cid, position FROM draft_files
    WHERE draft = ${draft} AND file_id = ${file_id}`);
}

function draftFrom({ reference_ids, is_saved, ...row }: DraftRow): Draft {
  return { ...row, is_saved: is_saved === 1, references: JSON.parse(reference_ids) as string[] };
}

function hasSameContent(a: DraftContent, b: DraftContent): boolean {
  return (Object.keys(emptyDraftContent) as (keyof DraftContent)[]).every((key) =>
    key === 'references' ? JSON.stringify(a[key]) === JSON.stringify(b[key]) : a[key] === b[key],
  );
}
