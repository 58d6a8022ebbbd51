import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts.ts';
import { letterOf } from '../../mail/draft-letter.ts';
import { draftOf } from '../../mail/drafts.ts';
import { messageIdOf } from '../../mail/identity.ts';
import { keepFile, keptBytes } from '../../mail/kept-files.ts';
import { buildMessage } from '../../mail/mime/build/build.ts';
import { factsOf } from '../../mail/mime/facts.ts';
import { readHeaders } from '../../mail/mime/headers.ts';
import { moveSend, outboxRow, type OutboxRow } from '../../mail/outbox.ts';
import type { Provider } from '../../providers/provider.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';

type WritingParts = {
  db: WriteDb;
  clock: Clock;
  account: Account;
  /** To the server where its copy will lie; one that gives messages ids of its own does so later. */
  line: Provider | undefined;
};

/**
 * The message as it travels, by the id of its kept file: written once and the same in every try. Throws Failure
 * `draft_gone`, and `file_missing` while a file of it has still to be fetched.
 */
export async function writtenMessage(parts: WritingParts, row: OutboxRow): Promise<number> {
  const { db, clock, account, line } = parts;
  if (row.mime !== null) return row.mime;
  const draft = row.draft === null ? undefined : draftOf(db, row.draft);
  if (!draft) throw new Failure('missing', 'draft_gone', 'Its draft is gone, so there is nothing to be sent.');
  const letter = letterOf(db, draft, { header_id: row.header_id, date: clock.now() });
  const { id, size } = await keepFile({ db, clock }, buildMessage(letter, 'send'));
  const head = await headOf(db, id);
  const parsed = factsOf(readHeaders(head, 0, head.length));
  const isForeseen = line !== undefined && !line.capabilities.own_message_ids;
  const message_id = isForeseen ? messageIdOf(account.account_id, { parsed, size }) : null;
  db.transaction(() => {
    const now = outboxRow(db, row.id);
    if (!now || !moveSend(db, row.id, now.state, now.state, { mime: id, message_id }))
      throw new Error('a message was written for a send that is gone');
  });
  return id;
}

/** The first piece, in which the whole head lies. */
async function headOf(db: ReadDb, id: number): Promise<Buffer> {
  for await (const piece of keptBytes(db, id)) return piece;
  return Buffer.alloc(0);
}

/** All of it at once. */
export async function wholeMessage(db: ReadDb, id: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of keptBytes(db, id)) pieces.push(piece);
  return Buffer.concat(pieces);
}
