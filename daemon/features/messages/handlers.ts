import { Failure } from '../../base/failure.ts';
import type { ReaderDeps } from '../../feature.ts';
import type { ReaderHandlers } from '../../handler-types.ts';
import { agentBodyReader } from '../../mail/agent-text/read-for-agent.ts';
import { trustReader } from '../../mail/authentication/trust.ts';
import { bodyOf } from '../../mail/messages/body.ts';
import { findMessage, type Message } from '../../mail/messages/messages.ts';
import { headerFields } from '../../mail/mime/headers/headers.ts';
import { missingRangesOf, readSource } from '../../mail/sources/source.ts';
import { hasProfile } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';
import type { messagesRequests } from './contract.ts';
import { sourceText } from './source-text.ts';

export function messagesReaders({
  blobs,
  settings,
}: Pick<ReaderDeps, 'blobs' | 'settings'>): ReaderHandlers<typeof messagesRequests> {
  const trustOf = trustReader({ blobs, forwarders: () => settings().forwarders });
  return {
    body({ message_id, html = false }, { db, caller, accounts }) {
      const message = requireMessage(db, message_id);
      const trust = (each: Message) => trustOf(db, accounts, each);
      const body = hasProfile(caller.origin)
        ? agentBodyReader({ db, blobs, trustOf: trust, withHtml: html })(message)
        : bodyOf(db, blobs, message);
      if (!body) throw notDownloaded();
      return { kind: 'Body', body };
    },
    headers({ message_id }, { db }) {
      const source = readSource(db, blobs, requireMessage(db, message_id).id);
      if (!source) throw notDownloaded();
      return { kind: 'Headers', headers: headerFields(source) };
    },
    source({ message_id }, { db }) {
      const { id } = requireMessage(db, message_id);
      const source = readSource(db, blobs, id);
      if (!source) throw notDownloaded();
      return { kind: 'Source', ...sourceText(source), is_complete: missingRangesOf(db, id).length === 0 };
    },
    trust({ message_id }, { db, accounts }) {
      const trust = trustOf(db, accounts, requireMessage(db, message_id));
      if (!trust) throw notDownloaded();
      return { kind: 'Trust', trust };
    },
  };
}

function requireMessage(db: ReadDb, message_id: string): Message {
  const message = findMessage(db, message_id.toLowerCase());
  if (!message) throw new Failure('missing', 'not_found', 'There is no such message here. It may have been deleted.');
  return message;
}

function notDownloaded(): Failure {
  return new Failure('unavailable', 'not_downloaded', 'This message has not been downloaded yet.', { retryable: true });
}
