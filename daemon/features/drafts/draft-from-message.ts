import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { linkAt } from '../../mail/drafts/server-links.ts';
import { createDraftFromVersion, parseDraftVersion } from '../../mail/drafts/server-versions.ts';
import { findDraft, draftById, type Draft, type DraftDeps, type DraftScope } from '../../mail/drafts/drafts.ts';
import { flagBits } from '../../mail/messages/flags.ts';
import { labelById } from '../../mail/labels/labels.ts';
import { requireMessage, messagesByIds, type Message } from '../../mail/messages/messages.ts';
import { placementsOf } from '../../mail/messages/placements.ts';
import type { MessageRef } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';

/**
 * The draft of a message in the Drafts folder of a server: the draft that it is a version of, or a new draft. Call it in a
 * transaction. Throws Failure `not_found`, `no_draft`, `not_downloaded`, `source_damaged`.
 */
export function draftFromMessage(
  deps: DraftDeps & { blobs: string },
  message_id: string,
  { accounts, caller }: DraftScope & { accounts: readonly Account[] },
): Draft {
  const { db, blobs } = deps;
  const { id, account } = requireMessage(db, accounts, message_id);
  const message = messagesByIds(db, [id])[0];
  const ref = refAmongDrafts(db, id);
  if (!message || !ref || !(message.flags & flagBits.DRAFT))
    throw new Failure(
      'conflict',
      'no_draft',
      'This message isn’t a draft, so it can’t be edited. Reply to it or forward it.',
    );
  const existing = existingDraft(db, message, { ref, account, scope: { accounts, caller } });
  if (existing) return existing;
  const parsed = parseDraftVersion(db, blobs, message);
  if (!parsed)
    throw new Failure(
      'unavailable',
      'not_downloaded',
      'This draft hasn’t been downloaded yet. Try again in a moment.',
      {
        retryable: true,
      },
    );
  const version = { ...ref, header_id: message.header_id, subject: message.subject };
  return createDraftFromVersion(deps, parsed, { account, actor: caller, version });
}

/** The draft that the message is linked to, or whose earlier version it is. */
function existingDraft(
  db: ReadDb,
  { header_id }: Message,
  { ref, account, scope }: { ref: MessageRef; account: Account; scope: DraftScope },
): Draft | undefined {
  const link = linkAt(db, account.id, ref);
  if (link) return draftById(db, link.draft);
  const draftId = /^([0-9a-f-]{36})\./i.exec(header_id ?? '')?.[1];
  const draft = draftId === undefined ? undefined : findDraft(db, draftId.toLowerCase(), scope);
  return draft?.discarded_at === null ? draft : undefined;
}

function refAmongDrafts(db: ReadDb, message: number): MessageRef | undefined {
  const candidates = placementsOf(db, message).flatMap(({ label, uidvalidity, uid }) => {
    const folder = labelById(db, label);
    return folder ? [{ role: folder.role, ref: { folder: folder.provider_id, uidvalidity, uid } }] : [];
  });
  return (candidates.find(({ role }) => role === 'drafts') ?? candidates[0])?.ref;
}
