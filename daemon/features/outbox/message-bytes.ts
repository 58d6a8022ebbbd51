import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { outgoingMessageOf } from '../../mail/drafts/outgoing-message.ts';
import { draftById } from '../../mail/drafts/drafts.ts';
import { messageIdOf } from '../../mail/ingest/identity.ts';
import { saveDraftBlob, readDraftBlob } from '../../mail/drafts/blobs.ts';
import { buildMessage } from '../../mail/mime/build/build-message.ts';
import { transitionSend, outboxRow, type OutboxRow } from '../../mail/outbox/outbox.ts';
import type { Provider } from '../../providers/provider.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';

type MessageBytesDeps = {
  db: WriteDb;
  clock: Clock;
  account: Account;
  /** The provider of the server that stores the copy. */
  provider: Provider | undefined;
};

/**
 * The id of the stored file with the message bytes: built once and the same for every attempt. Throws Failure `draft_gone`,
 * and `file_missing` while one of its files is not fetched yet.
 */
export async function ensureMessageBytes(deps: MessageBytesDeps, row: OutboxRow): Promise<number> {
  const { db, clock, account, provider } = deps;
  if (row.mime !== null) return row.mime;
  const draft = row.draft === null ? undefined : draftById(db, row.draft);
  if (!draft) throw new Failure('missing', 'draft_gone', 'Its draft was deleted, so there’s nothing to send.');
  const outgoing = outgoingMessageOf(db, draft, { header_id: row.header_id, date: clock.now() });
  const { id } = await saveDraftBlob({ db, clock }, buildMessage(outgoing, 'send'));
  const bytes = await readWholeMessage(db, id);
  const message_id = provider === undefined ? null : messageIdOf(account.account_id, { bytes });
  db.transaction(() => {
    const now = outboxRow(db, row.id);
    if (!now || !transitionSend(db, row.id, now.state, now.state, { mime: id, message_id }))
      throw new Error('a message was written for a send that is gone');
  });
  return id;
}

/** The whole message. */
export async function readWholeMessage(db: ReadDb, id: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of readDraftBlob(db, id)) pieces.push(piece);
  return Buffer.concat(pieces);
}
