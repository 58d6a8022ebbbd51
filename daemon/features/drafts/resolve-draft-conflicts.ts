import type { Account } from '../../mail/accounts/accounts.ts';
import {
  clearDraftVersion,
  isLeftover,
  linkAt,
  linksOf,
  serverRefOf,
  saveDraftVersion,
  type DraftLink,
} from '../../mail/drafts/server-links.ts';
import {
  createDraftFromVersion,
  draftIdInMessage,
  parseDraftVersion,
  updateDraftFromVersion,
} from '../../mail/drafts/server-versions.ts';
import { discardDraft, draftById, type Draft, type DraftDeps } from '../../mail/drafts/drafts.ts';
import { folderLabel } from '../../mail/labels/labels.ts';
import { messagesByIds } from '../../mail/messages/messages.ts';
import { openSendOf } from '../../mail/outbox/outbox.ts';
import { placementAt } from '../../mail/messages/placements.ts';
import type { MessageRef } from '../../providers/provider.ts';
import { messagesAfter, isWithheldByServer, refAfterRenumbering, type FolderMessage } from './store.ts';

type ConflictDeps = DraftDeps & { account: Account; blobs: string };

/**
 * Resolves conflicts between drafts and the changes of other programs on the server, as seen by the sync pass `pass`, which
 * ended and read every folder. The rule: if a newer version replaced a draft's version, the user edited it in another
 * program. A draft without local changes takes the remote version; a draft with local changes stays and is pushed again, and
 * the remote version becomes a draft of its own. If a version disappeared without a replacement, it was deleted or sent by
 * another program: a draft without local changes is discarded and can be restored; a draft with local changes or in the
 * outbox stays and is pushed again. Returns the public ids of the changed drafts.
 */
export function resolveDraftConflicts(deps: ConflictDeps, pass: number): string[] {
  const { db, account } = deps;
  return linksOf(db, account.id).flatMap((link) => {
    const ref = serverRefOf(link);
    if (!ref || link.pass >= pass || link.pushing_header_id !== null) return [];
    return db.transaction(() => resolveVersion(deps, link, ref));
  });
}

function resolveVersion(deps: ConflictDeps, link: DraftLink, ref: MessageRef): string[] {
  const { db, account } = deps;
  const draft = draftById(db, link.draft);
  const label = folderLabel(db, account.id, ref.folder);
  if (!draft) return [];
  if (label === undefined) {
    // The folder was deleted, not the draft.
    clearDraftVersion(db, draft.id);
    return [];
  }
  if (isStillThere(deps, label, ref)) return [];
  const version = { folder: ref.folder, header_id: link.header_id, subject: link.subject ?? '' };
  const renumberedRef =
    link.header_id !== null && refAfterRenumbering(db, label, { ...ref, header_id: link.header_id });
  if (renumberedRef) {
    saveDraftVersion(db, link, { ...version, ...renumberedRef }, link.pushed);
    return [];
  }
  const remote = successorOf(deps, { draft, link, label, ref });
  if (remote) return resolveWithRemote(deps, { draft, link, ref, remote });
  if (isUntouched(deps, draft, link)) {
    clearDraftVersion(db, draft.id);
    discardDraft(deps, draft.id);
    return [draft.draft_id];
  }
  clearDraftVersion(db, draft.id);
  return [];
}

type VersionConflict = { draft: Draft; link: DraftLink; ref: MessageRef; remote: FolderMessage };

function resolveWithRemote(deps: ConflictDeps, { draft, link, ref, remote }: VersionConflict): string[] {
  const { db, account, blobs } = deps;
  const message = messagesByIds(db, [remote.message])[0];
  const parsed = message && parseDraftVersion(db, blobs, message);
  // Not fetched completely yet: the next pass fetches it.
  if (!parsed) return [];
  const { uidvalidity, uid, header_id, subject } = remote;
  const version = { folder: ref.folder, uidvalidity, uid, header_id, subject };
  if (isUntouched(deps, draft, link)) {
    updateDraftFromVersion(deps, parsed, { draft, account, version });
    return [draft.draft_id];
  }
  clearDraftVersion(db, draft.id);
  const remoteDraft = createDraftFromVersion(deps, parsed, { account, actor: { origin: 'daemon' }, version });
  return [draft.draft_id, remoteDraft.draft_id];
}

/** A queued draft counts as changed. */
function isUntouched({ db }: ConflictDeps, { draft_id, revision }: Draft, { pushed }: DraftLink): boolean {
  return revision === pushed && openSendOf(db, draft_id) === undefined;
}

function isStillThere({ db, account }: ConflictDeps, label: number, ref: MessageRef): boolean {
  const placement = placementAt(db, label, ref);
  return placement ? !isDeleted(placement) : isWithheldByServer(db, account.id, ref);
}

/**
 * The message that replaced a version. A program that saves a draft again gives it a later UID and keeps its In-Reply-To and
 * mostly its subject; some programs keep its Message-ID, and some the header with its version id.
 */
function successorOf(
  { db, account, blobs }: ConflictDeps,
  { draft, link, label, ref }: Omit<VersionConflict, 'remote'> & { label: number },
): FolderMessage | undefined {
  const { folder } = ref;
  const candidates = messagesAfter(db, label, ref).filter((each) => {
    const candidateRef = { folder, uidvalidity: each.uidvalidity, uid: each.uid, header_id: each.header_id };
    return !isDeleted(each) && !linkAt(db, account.id, candidateRef) && !isLeftover(db, account.id, candidateRef);
  });
  return (
    candidates.find(({ header_id }) => header_id !== null && header_id === link.header_id) ??
    candidates.find(
      ({ subject, in_reply_to }) => subject !== '' && subject === link.subject && in_reply_to === draft.in_reply_to,
    ) ??
    candidates.find(({ message }) => draftIdInMessage(db, blobs, message) === draft.draft_id)
  );
}

function isDeleted({ flags }: { flags: string }): boolean {
  return flags.toLowerCase().split(' ').includes('\\deleted');
}
