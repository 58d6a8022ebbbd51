import type { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { composeSession } from '../../contract/draft.ts';
import { changeDraft, draftById, touchDraft } from '../../mail/drafts/drafts.ts';
import { fileIdsOfPaths, setListedFiles } from '../../mail/compose/draft-files.ts';
import type { Actor } from '../../mail/mutations/apply.ts';
import type { WriteDb } from '../../store/db.ts';
import type { Composition } from './session.ts';

type CompositionChange = {
  to: string;
  cc: string;
  bcc: string;
  subject: string;
  from: string;
  attach: readonly string[];
  body?: string | undefined;
  signature?: string | null | undefined;
  revision?: number | undefined;
};

type UpdateDeps = {
  db: WriteDb;
  clock: Clock;
  /** The session record for a caller whose update conflicts with another change. */
  recordOf: (writing: Composition) => z.input<typeof composeSession>;
  actor: Actor;
};

/**
 * Stores changed fields; omitted fields stay. An update that changes nothing succeeds at any revision, so that a client may
 * repeat an update whose answer it missed. Call it in a transaction, which a failure rolls back. Throws Failure
 * `session_changed`, `file_not_uploaded`.
 */
export function updateComposition(
  { db, clock, recordOf, actor }: UpdateDeps,
  composition: Composition,
  change: CompositionChange,
): Composition {
  const { session, draft } = composition;
  const { to, cc, bcc, subject, from, attach, body, signature, revision } = change;
  const isOutdated = revision !== undefined && revision !== draft.revision;
  const current = isOutdated ? recordOf(composition) : undefined;
  const listedIds = fileIdsOfPaths(db, draft.id, attach);
  const content = {
    to_text: to.toWellFormed(),
    cc_text: cc.toWellFormed(),
    bcc_text: bcc.toWellFormed(),
    subject: subject.toWellFormed().replaceAll(/[\r\n]+/g, ' '),
    from_text: from.toWellFormed(),
    ...(body !== undefined && { body: body.toWellFormed() }),
    ...(signature !== undefined && { signature: signature === '' ? null : signature }),
  };
  const changed = changeDraft({ db, clock }, draft, { change: content, actor });
  const areFilesChanged = setListedFiles(db, draft.id, listedIds);
  if (current && (areFilesChanged || changed.revision !== draft.revision))
    throw new Failure('conflict', 'session_changed', 'This message was changed somewhere else in the meantime.', {
      session: current,
    });
  if (areFilesChanged) touchDraft({ db, clock }, draft.id);
  return { session, draft: draftById(db, changed.id)! };
}
