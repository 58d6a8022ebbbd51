import type { Clock } from '../../base/clock.ts';
import { diskProblemOf } from '../../base/disk-failure.ts';
import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { outgoingMessageOf } from '../../mail/drafts/outgoing-message.ts';
import {
  draftsFolder,
  clearPushing,
  linkOf,
  recordPushed,
  recordPushStarted,
  recordPushLost,
  type DraftLink,
} from '../../mail/drafts/server-links.ts';
import { draftHeaderName } from '../../mail/drafts/server-versions.ts';
import type { Draft } from '../../mail/drafts/drafts.ts';
import { buildMessage } from '../../mail/mime/build/build-message.ts';
import { domainOf } from '../../mail/outbox/queue.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';
import type { WriteDb } from '../../store/db.ts';
import { findOnServer } from './find-on-server.ts';

type PushDraftDeps = { db: WriteDb; clock: Clock; account: Account };

type PushTarget = { provider: Provider; draft: Draft; signal: AbortSignal };

/**
 * Appends the newest revision of a draft to the Drafts folder, and marks the previous version as obsolete once it arrived:
 * the server always has a version, and a crash at any point leaves no permanent duplicate. Returns its size in bytes;
 * undefined if it cannot be stored, with the reason in its link. Throws ProviderError if the server is unreachable.
 */
export async function pushDraft(deps: PushDraftDeps, target: PushTarget): Promise<number | undefined> {
  const { db, clock, account } = deps;
  const { id, draft_id, revision } = target.draft;
  const folder = draftsFolder(db, account.id);
  if (folder === undefined) return undefined;
  // Unique, also after the restore of a backup that uses the same revision numbers again.
  const header_id = `${draft_id}.${revision}.${clock.now().getTime().toString(36)}@${domainOf(account.email)}`;
  try {
    const bytes = await messageBytes(db, target.draft, header_id);
    recordPushStarted(db, id, { header_id, folder, revision });
    await appendVersion(deps, target, { bytes, folder, header_id });
    return bytes.length;
  } catch (failed) {
    if (!isRefusal(failed)) throw failed;
    clearPushing(db, id, failed.message);
    return undefined;
  }
}

/**
 * Finds a version after a push with an unknown result: if the server has it, it is the draft's version. Throws ProviderError
 * if the server is unreachable.
 */
export async function resolvePendingPush(
  { db, account }: PushDraftDeps,
  { provider, draft, signal }: PushTarget,
): Promise<void> {
  const link = linkOf(db, draft.id);
  if (!link || link.pushing_header_id === null || link.pushing_folder === null) return;
  const { pushing_header_id: header_id, pushing_folder: folder } = link;
  const [ref] = await findOnServer(provider, { folder, header_id }, signal);
  const owner: Pick<DraftLink, 'draft' | 'account'> = { draft: draft.id, account: account.id };
  db.transaction(() => {
    if (ref) recordPushed(db, owner, { ...ref, header_id, subject: draft.subject });
    else recordPushLost(db, link);
  });
}

async function appendVersion(
  { db, account }: PushDraftDeps,
  { provider, draft, signal }: PushTarget,
  { bytes, folder, header_id }: { bytes: Buffer; folder: string; header_id: string },
): Promise<void> {
  const reported = await provider.append(folder, bytes, ['\\Draft', '\\Seen'], signal);
  const ref = reported ?? (await findOnServer(provider, { folder, header_id }, signal))[0];
  // A server without APPENDUID that does not list the version yet is queried again in the next round.
  if (!ref) return;
  const version = { ...ref, header_id, subject: draft.subject };
  db.transaction(() => recordPushed(db, { draft: draft.id, account: account.id }, version));
}

async function messageBytes(db: WriteDb, draft: Draft, header_id: string): Promise<Buffer> {
  const message = outgoingMessageOf(db, draft, { header_id, date: new Date(draft.updated_at) });
  const pieces: Uint8Array[] = [];
  const withDraftField = { ...message, fields: { ...message.fields, [draftHeaderName]: draft.draft_id } };
  for await (const piece of buildMessage(withDraftField, 'draft')) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Errors that a retry would not change: the server refuses, or the draft cannot be written as a message. */
function isRefusal(failed: unknown): failed is Error {
  if (diskProblemOf(failed) !== undefined) return false;
  return failed instanceof Failure || (failed instanceof ProviderError && failed.reason === 'refused');
}
