import { Failure } from '../../base/failure.ts';
import type { Readers } from '../../handling.ts';
import { bodyOf } from '../../mail/body.ts';
import { messageNamed, type Message } from '../../mail/messages.ts';
import { headerFields } from '../../mail/mime/headers.ts';
import { readSource } from '../../mail/source.ts';
import type { ReadDb } from '../../store/db.ts';
import type { messagesRequests } from './contract.ts';

export function messagesReaders({ blobs }: { blobs: string }): Readers<typeof messagesRequests> {
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
