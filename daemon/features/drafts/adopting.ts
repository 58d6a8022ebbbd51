import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts.ts';
import { linkAt } from '../../mail/draft-links.ts';
import { adoptVersion, readVersion } from '../../mail/draft-versions.ts';
import { draftNamed, draftOf, type Draft, type DraftParts, type DraftSight } from '../../mail/drafts.ts';
import { flagBits } from '../../mail/flags.ts';
import { labelById } from '../../mail/labels.ts';
import { messageOf, messagesByIds, type Message } from '../../mail/messages.ts';
import { placementsOf } from '../../mail/placements.ts';
import type { Ref } from '../../providers/provider.ts';
import type { ReadDb } from '../../store/db.ts';

/**
 * The draft of a message that lies among the drafts of a server: the one it is a version of, or a new one. Call it in a
 * transaction. Throws Failure `not_found`, `no_draft`, `not_downloaded`, `source_damaged`.
 */
export function adoptDraft(
  parts: DraftParts & { blobs: string },
  message_id: string,
  { accounts, caller }: DraftSight & { accounts: readonly Account[] },
): Draft {
  const { db, blobs } = parts;
  const { id, account } = messageOf(db, accounts, message_id);
  const message = messagesByIds(db, [id])[0];
  const place = placeAmongDrafts(db, id);
  if (!message || !place || !(message.flags & flagBits.DRAFT))
    throw new Failure(
      'conflict',
      'no_draft',
      'This message is no draft, so it cannot be written on. Answer or forward it.',
    );
  const known = knownDraft(db, message, { place, account, sight: { accounts, caller } });
  if (known) return known;
  const read = readVersion(db, blobs, message);
  if (!read)
    throw new Failure(
      'unavailable',
      'not_downloaded',
      'This draft has not been downloaded yet. Try again in a moment.',
      {
        retryable: true,
      },
    );
  const version = { ...place, header_id: message.header_id, subject: message.subject };
  return adoptVersion(parts, read, { account, actor: caller, version });
}

/** The draft it is linked to, or that it was a version of before the newest was put there. */
function knownDraft(
  db: ReadDb,
  { header_id }: Message,
  { place, account, sight }: { place: Ref; account: Account; sight: DraftSight },
): Draft | undefined {
  const link = linkAt(db, account.id, place);
  if (link) return draftOf(db, link.draft);
  const named = /^([0-9a-f-]{36})\./i.exec(header_id ?? '')?.[1];
  const draft = named === undefined ? undefined : draftNamed(db, named.toLowerCase(), sight);
  return draft?.discarded_at === null ? draft : undefined;
}

function placeAmongDrafts(db: ReadDb, message: number): Ref | undefined {
  const places = placementsOf(db, message).flatMap(({ label, uidvalidity, uid }) => {
    const folder = labelById(db, label);
    return folder ? [{ role: folder.role, ref: { folder: folder.provider_id, uidvalidity, uid } }] : [];
  });
  return (places.find(({ role }) => role === 'drafts') ?? places[0])?.ref;
}
