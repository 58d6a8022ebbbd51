import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { findDraft, type Draft, type DraftScope } from '../../mail/drafts/drafts.ts';
import { lastSendOf } from '../../mail/outbox/outbox.ts';
import type { ReadDb } from '../../store/db.ts';
import { openSessions, sessionNamed, type Session, type SessionEnd } from './store.ts';

/** The drafts and accounts that the caller may see. */
export type ComposeScope = Omit<DraftScope, 'accounts'> & { accounts: readonly Account[] };

/** An open session and its draft. */
export type Composition = { session: Session; draft: Draft };

/** The open session with this path. Throws Failure `session_not_found`, `session_ended`. */
export function requireComposition(db: ReadDb, draft_path: string, scope: DraftScope): Composition {
  const session = sessionNamed(db, draft_path.toLowerCase());
  const draft = session && findDraft(db, session.draft_id, scope);
  // The draft of a sent message is deleted, but its session still reports the send.
  if (!session || (!draft && session.draft !== null))
    throw new Failure('missing', 'session_not_found', 'There is no such session. Open the draft to write on.');
  const ended_by = endOf(db, session, draft);
  if (draft && ended_by === undefined) return { session, draft };
  const message = {
    sent: 'This message has been sent or is waiting to be sent, so it can’t be changed.',
    saved: 'This message was stored as a draft. Open the draft to write on.',
    discarded: 'This message was discarded. Restore its draft to continue.',
  }[ended_by ?? 'discarded'];
  throw new Failure('conflict', 'session_ended', message, { ended_by, draft_id: session.draft_id });
}

/** Every open session of drafts the caller may see. */
export function openCompositions(db: ReadDb, scope: DraftScope): Composition[] {
  return openSessions(db).flatMap((session) => {
    const draft = findDraft(db, session.draft_id, scope);
    return draft && endOf(db, session, draft) === undefined ? [{ session, draft }] : [];
  });
}

/** How a session ended, including an end that a request outside the session caused. */
function endOf(db: ReadDb, session: Session, draft: Draft | undefined): SessionEnd | undefined {
  if (session.ended_by !== null) return session.ended_by;
  const { state } = lastSendOf(db, session.draft_id) ?? {};
  if (state === 'queued' || state === 'sending' || state === 'unknown' || state === 'sent') return 'sent';
  if (!draft || draft.discarded_at !== null) return 'discarded';
  // Another program changed the draft to HTML, which a session cannot write.
  return draft.body_kind === 'html' ? 'saved' : undefined;
}
