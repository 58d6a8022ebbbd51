import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { outgoingMessageOf } from '../../mail/drafts/outgoing-message.ts';
import { draftById } from '../../mail/drafts/drafts.ts';
import { messageIdOf } from '../../mail/ingest/identity.ts';
import { saveDraftBlob, readDraftBlob } from '../../mail/drafts/blobs.ts';
import { buildMessage } from '../../mail/mime/build/build-message.ts';
import { parseMessageFields } from '../../mail/mime/headers/message-fields.ts';
import { readHeaders } from '../../mail/mime/headers/headers.ts';
import { transitionSend, outboxRow, type OutboxRow } from '../../mail/outbox/outbox.ts';
import type { Provider } from '../../providers/provider.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';

type MessageBytesDeps = {
  db: WriteDb;
  clock: Clock;
  account: Account;
  /** The provider of the server that stores the copy; its capabilities tell whether it assigns the Message-ID itself. */
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
  if (!draft) throw new Failure('missing', 'draft_gone', 'Its draft is gone, so there is nothing to be sent.');
  const outgoing = outgoingMessageOf(db, draft, { header_id: row.header_id, date: clock.now() });
  const { id, size } = await saveDraftBlob({ db, clock }, buildMessage(outgoing, 'send'));
  const head = await firstChunk(db, id);
  const parsed = parseMessageFields(readHeaders(head, 0, head.length));
  const hasPredictableId = provider !== undefined && !provider.capabilities.own_message_ids;
  const message_id = hasPredictableId ? messageIdOf(account.account_id, { parsed, size }) : null;
  db.transaction(() => {
    const now = outboxRow(db, row.id);
    if (!now || !transitionSend(db, row.id, now.state, now.state, { mime: id, message_id }))
      throw new Error('a message was written for a send that is gone');
  });
  return id;
}

/** The first chunk, which contains the whole header. */
async function firstChunk(db: ReadDb, id: number): Promise<Buffer> {
  for await (const piece of readDraftBlob(db, id)) return piece;
  return Buffer.alloc(0);
}

/** The whole message. */
export async function readWholeMessage(db: ReadDb, id: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of readDraftBlob(db, id)) pieces.push(piece);
  return Buffer.concat(pieces);
}
