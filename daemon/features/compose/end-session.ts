import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { linkDraft } from '../../mail/drafts/server-links.ts';
import {
  discardDraft,
  findDraft,
  draftById,
  moveDraft,
  removeDraft,
  saveDraft,
  type Draft,
} from '../../mail/drafts/drafts.ts';
import { lastSendOf } from '../../mail/outbox/outbox.ts';
import type { WriteDb } from '../../store/db.ts';
import { requireComposeAccount } from './open-session.ts';
import type { ComposeScope, Composition } from './session.ts';
import { addSession, endSession, openSessionOf } from './store.ts';

type WriteDeps = { db: WriteDb; clock: Clock };

type SaveOptions = {
  account_id?: string | undefined;
  draft_id?: string | undefined;
  save_to_server?: boolean | undefined;
};

/**
 * Stores a draft and ends its session. If the server stores drafts, the draft is also linked to the server, unless the
 * request says otherwise. Throws Failure `other_draft`, `account_not_found`.
 */
export function saveComposition(
  deps: WriteDeps,
  { session, draft }: Composition,
  options: SaveOptions,
  scope: ComposeScope,
): Draft {
  const { db } = deps;
  const { account_id, draft_id = draft.draft_id, save_to_server = true } = options;
  if (draft_id.toLowerCase() !== draft.draft_id)
    throw new Failure('conflict', 'other_draft', 'This session writes another draft. Restore the draft to change it.');
  if (account_id !== undefined) moveDraft(deps, draft.id, requireComposeAccount(scope.accounts, account_id));
  saveDraft(db, draft.id);
  const saved = draftById(db, draft.id)!;
  if (save_to_server) linkDraft(db, saved);
  endSession(deps, session.id, 'saved');
  return saved;
}

/**
 * Ends a session. A draft that was saved before stays; otherwise it is discarded, and deleted permanently if it has no
 * content.
 */
export function discardComposition(deps: WriteDeps, { session, draft }: Composition): Draft {
  endSession(deps, session.id, 'discarded');
  if (draft.is_saved) return draft;
  if (draft.revision === 1) removeDraft(deps.db, draft.id);
  else discardDraft(deps, draft.id);
  return draft;
}

/**
 * Opens a stored draft for editing; a draft that is already open returns its session. Throws Failure `not_found`,
 * `html_draft_not_editable`, `draft_discarded`, `draft_queued`.
 */
export function restoreComposition(deps: WriteDeps, draft_id: string, scope: ComposeScope): Composition {
  const { db } = deps;
  const draft = findDraft(db, draft_id.toLowerCase(), scope);
  if (!draft) throw new Failure('missing', 'not_found', 'There is no such draft. It may have been sent or discarded.');
  requireEditable(draft, lastSendOf(db, draft.draft_id)?.state);
  const openSession = openSessionOf(db, draft.id);
  if (openSession) return { session: openSession, draft };
  const kind = draft.purpose === 'invite_reply' ? 'invite_reply' : draft.intent;
  return { session: addSession(deps, draft, kind), draft };
}

function requireEditable({ body_kind, body, discarded_at }: Draft, sendState: string | undefined): void {
  if (body_kind === 'html')
    throw new Failure(
      'conflict',
      'html_draft_not_editable',
      'This draft is formatted mail from another program. You can view and send it, but not change it here.',
      { previewHtml: body, retryable: false },
    );
  if (discarded_at !== null)
    throw new Failure('conflict', 'draft_discarded', 'This draft was discarded. Restore it to continue.');
  if (sendState === 'queued')
    throw new Failure('conflict', 'draft_queued', 'This draft is waiting to be sent. Cancel sending to change it.');
  if (sendState === 'sending' || sendState === 'sent')
    throw new Failure('conflict', 'draft_queued', 'This draft has been sent or is being sent.');
  if (sendState === 'unknown')
    throw new Failure(
      'conflict',
      'draft_queued',
      'We couldn’t confirm that this draft was sent. Resolve it in the outbox first.',
    );
}
