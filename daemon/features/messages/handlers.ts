import { Failure } from '../../base/failure.ts';
import type { Readers } from '../../handling.ts';
import { trustReader } from '../../mail/authentication/trust.ts';
import { bodyOf } from '../../mail/body.ts';
import { messageNamed, type Message } from '../../mail/messages.ts';
import { headerFields } from '../../mail/mime/headers.ts';
import { gapsOf, readSource } from '../../mail/source.ts';
import type { ReadDb } from '../../store/db.ts';
import type { messagesRequests } from './contract.ts';
import { sourceText } from './source-text.ts';

export function messagesReaders({ blobs }: { blobs: string }): Readers<typeof messagesRequests> {
  const trustOf = trustReader(blobs);
  return {
    body({ message_id }, { db }) {
      const body = bodyOf(db, blobs, wanted(db, message_id));
      if (!body) throw notDownloaded();
      return { kind: 'Body', body };
    },
    headers({ message_id }, { db }) {
      const source = readSource(db, blobs, wanted(db, message_id).id);
      if (!source) throw notDownloaded();
      return { kind: 'Headers', headers: headerFields(source) };
    },
    source({ message_id }, { db }) {
      const { id } = wanted(db, message_id);
      const source = readSource(db, blobs, id);
      if (!source) throw notDownloaded();
      return { kind: 'Source', ...sourceText(source), is_complete: gapsOf(db, id).length === 0 };
    },
    trust({ message_id }, { db, accounts }) {
      const trust = trustOf(db, accounts, wanted(db, message_id));
      if (!trust) throw notDownloaded();
      return { kind: 'Trust', trust };
    },
  };
}

function wanted(db: ReadDb, message_id: string): Message {
  const message = messageNamed(db, message_id.toLowerCase());
  if (!message) throw new Failure('missing', 'not_found', 'There is no such message here. It may have been deleted.');
  return message;
}

function notDownloaded(): Failure {
  return new Failure('unavailable', 'not_downloaded', 'This message has not been downloaded yet.', { retryable: true });
}
