import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { linkDraft } from '../../mail/draft-links.ts';
import { discardDraft, draftNamed, draftOf, moveDraft, removeDraft, saveDraft, type Draft } from '../../mail/drafts.ts';
import { lastSendOf } from '../../mail/outbox.ts';
import type { WriteDb } from '../../store/db.ts';
import { accountNamed } from './opening.ts';
import type { Sight, Writing } from './session.ts';
import { addSession, endSession, openSessionOf } from './store.ts';

type Parts = { db: WriteDb; clock: Clock };

export type SaveWish = {
  account_id?: string | undefined;
  draft_id?: string | undefined;
  save_to_server?: boolean | undefined;
};

/**
 * Stores a draft and ends its session. Where the server keeps drafts it lies there too, unless somebody does not want
 * that. Throws Failure `other_draft`, `account_not_found`.
 */
export function saveWriting(parts: Parts, { session, draft }: Writing, wish: SaveWish, sight: Sight): Draft {
  const { db } = parts;
  const { account_id, draft_id = draft.draft_id, save_to_server = true } = wish;
  if (draft_id.toLowerCase() !== draft.draft_id)
    throw new Failure('conflict', 'other_draft', 'This session writes another draft. Restore the draft to change it.');
  if (account_id !== undefined) moveDraft(parts, draft.id, accountNamed(sight.accounts, account_id));
  saveDraft(db, draft.id);
  const saved = draftOf(db, draft.id)!;
  if (save_to_server) linkDraft(db, saved);
  endSession(parts, session.id, 'saved');
  return saved;
}

/** Ends a session. What was stored before stays; the rest is thrown away, for good where nobody has written anything. */
export function discardWriting(parts: Parts, { session, draft }: Writing): Draft {
  endSession(parts, session.id, 'discarded');
  if (draft.is_saved) return draft;
  if (draft.revision === 1) removeDraft(parts.db, draft.id);
  else discardDraft(parts, draft.id);
  return draft;
}

/**
 * Opens a stored draft to go on writing; one that is open gives its session. Throws Failure `not_found`,
 * `html_draft_not_editable`, `draft_discarded`, `draft_queued`.
 */
export function restoreWriting(parts: Parts, draft_id: string, sight: Sight): Writing {
  const { db } = parts;
  const draft = draftNamed(db, draft_id.toLowerCase(), sight);
  if (!draft)
    throw new Failure('missing', 'not_found', 'There is no such draft. It may have been sent or thrown away.');
  refuseClosed(draft, lastSendOf(db, draft.draft_id)?.state);
  const open = openSessionOf(db, draft.id);
  if (open) return { session: open, draft };
  const kind = draft.purpose === 'invite_reply' ? 'invite_reply' : draft.intent;
  return { session: addSession(parts, draft, kind), draft };
}

function refuseClosed({ body_kind, body, discarded_at }: Draft, sent: string | undefined): void {
  if (body_kind === 'html')
    throw new Failure(
      'conflict',
      'html_draft_not_editable',
      'This draft is formatted mail that another program wrote. It can be shown and sent, and not be changed here.',
      { previewHtml: body, retryable: false },
    );
  if (discarded_at !== null)
    throw new Failure('conflict', 'draft_discarded', 'This draft was thrown away. Take it back to write on.');
  if (sent === 'queued')
    throw new Failure('conflict', 'draft_queued', 'This draft waits to be sent. Take the send back to change it.');
  if (sent === 'sending' || sent === 'sent')
    throw new Failure('conflict', 'draft_queued', 'This draft has been sent, or is being sent just now.');
  if (sent === 'unknown')
    throw new Failure(
      'conflict',
      'draft_queued',
      'Nobody knows whether this draft has been sent. Say first what became of it.',
    );
}
