import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts.ts';
import { letterOf } from '../../mail/draft-letter.ts';
import {
  draftsFolder,
  forgetPushing,
  linkOf,
  notePushed,
  notePushing,
  notePushLost,
  type DraftLink,
} from '../../mail/draft-links.ts';
import { draftField } from '../../mail/draft-versions.ts';
import type { Draft } from '../../mail/drafts.ts';
import { buildMessage } from '../../mail/mime/build/build.ts';
import { domainOf } from '../../mail/outbox-queue.ts';
import { ProviderError, type Provider } from '../../providers/provider.ts';
import type { WriteDb } from '../../store/db.ts';
import { placesOnServer } from './places.ts';

export type PushDraftParts = { db: WriteDb; clock: Clock; account: Account };

type Line = { provider: Provider; draft: Draft; signal: AbortSignal };

/**
 * Puts the newest revision of a draft into the Drafts folder, and leaves the one before over once it lies there: at no
 * moment is there none, and a crash anywhere leaves no second one for good. Gives its size in bytes; undefined where it
 * cannot be put there as it is, which its link then says. Throws ProviderError where the server is out of reach.
 */
export async function pushDraft(parts: PushDraftParts, line: Line): Promise<number | undefined> {
  const { db, clock, account } = parts;
  const { id, draft_id, revision } = line.draft;
  const folder = draftsFolder(db, account.id);
  if (folder === undefined) return undefined;
  // Unlike any other, also after the restore of a backup that numbers the same revisions again.
  const header_id = `${draft_id}.${revision}.${clock.now().getTime().toString(36)}@${domainOf(account.email)}`;
  try {
    const bytes = await bytesOf(db, line.draft, header_id);
    notePushing(db, id, { header_id, folder, revision });
    await putThere(parts, line, { bytes, folder, header_id });
    return bytes.length;
  } catch (failed) {
    if (!isRefusal(failed)) throw failed;
    forgetPushing(db, id, failed.message);
    return undefined;
  }
}

/**
 * Of a version nobody knows whether it arrived: where it lies, it is the draft's. Throws ProviderError where the server is
 * out of reach.
 */
export async function settlePushing({ db, account }: PushDraftParts, { provider, draft, signal }: Line): Promise<void> {
  const link = linkOf(db, draft.id);
  if (!link || link.pushing_header_id === null || link.pushing_folder === null) return;
  const { pushing_header_id: header_id, pushing_folder: folder } = link;
  const [place] = await placesOnServer(provider, { folder, header_id }, signal);
  const owner: Pick<DraftLink, 'draft' | 'account'> = { draft: draft.id, account: account.id };
  db.transaction(() => {
    if (place) notePushed(db, owner, { ...place, header_id, subject: draft.subject });
    else notePushLost(db, link);
  });
}

async function putThere(
  { db, account }: PushDraftParts,
  { provider, draft, signal }: Line,
  { bytes, folder, header_id }: { bytes: Buffer; folder: string; header_id: string },
): Promise<void> {
  const told = await provider.append(folder, bytes, ['\\Draft', '\\Seen'], signal);
  const place = told ?? (await placesOnServer(provider, { folder, header_id }, signal))[0];
  // A server that neither says where it put it nor finds it there is asked again in the next round.
  if (!place) return;
  const version = { ...place, header_id, subject: draft.subject };
  db.transaction(() => notePushed(db, { draft: draft.id, account: account.id }, version));
}

async function bytesOf(db: WriteDb, draft: Draft, header_id: string): Promise<Buffer> {
  const letter = letterOf(db, draft, { header_id, date: new Date(draft.updated_at) });
  const pieces: Uint8Array[] = [];
  const marked = { ...letter, fields: { ...letter.fields, [draftField]: draft.draft_id } };
  for await (const piece of buildMessage(marked, 'draft')) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** What another try of the same would not change: the server says no, or the draft cannot be written as a message. */
function isRefusal(failed: unknown): failed is Error {
  return failed instanceof Failure || (failed instanceof ProviderError && failed.reason === 'refused');
}
