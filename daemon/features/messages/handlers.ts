import { Failure } from '../../base/failure.ts';
import type { ReaderDeps } from '../../feature.ts';
import type { Call, ReaderHandlers } from '../../handler-types.ts';
import { agentBodyReader } from '../../mail/agent-text/read-for-agent.ts';
import { trustReader } from '../../mail/authentication/trust.ts';
import { bodyOf } from '../../mail/messages/body.ts';
import { labelsOfMessages } from '../../mail/labels/labels.ts';
import { envelopeOf, labelChipOf } from '../../mail/lists/rows.ts';
import { findMessage, messagesNamed, type Message } from '../../mail/messages/messages.ts';
import { headerFields } from '../../mail/mime/headers/headers.ts';
import { missingRangesOf, readSource } from '../../mail/sources/source.ts';
import { hasProfile } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';
import { contentOf, contentsOf } from './content.ts';
import type { messagesRequests } from './contract.ts';
import { notDownloaded } from './raw.ts';
import { sourceText } from './source-text.ts';

export function messagesReaders({
  blobs,
  settings,
}: Pick<ReaderDeps, 'blobs' | 'settings'>): ReaderHandlers<typeof messagesRequests> {
  const trustOf = trustReader({ blobs, forwarders: () => settings().forwarders });
  /** How agents and tools read messages; undefined for everyone else. */
  const agentReader = (
    { db, caller, accounts }: Pick<Call<(typeof messagesRequests)['body']>, 'db' | 'caller' | 'accounts'>,
    withHtml: boolean,
  ) =>
    hasProfile(caller.origin)
      ? agentBodyReader({ db, blobs, trustOf: (message) => trustOf(db, accounts, message), withHtml })
      : undefined;
  return {
    get({ message_id, include }, call) {
      const { db } = call;
      const message = requireMessage(db, message_id);
      const labels = labelsOfMessages(db, [message.id]).get(message.id) ?? [];
      const { content, failure } = contentOf(
        { db, blobs, forAgent: agentReader(call, includesHtml(include)) },
        message,
        include,
      );
      const { received_at } = message;
      return {
        kind: 'Message',
        message: { ...envelopeOf(message), labels: labels.map(labelChipOf), received_at },
        content,
        content_failure: failure,
      };
    },
    bodies({ message_ids, include }, call) {
      const { db, accounts } = call;
      const store = { db, blobs, forAgent: agentReader(call, includesHtml(include)) };
      const asked = [...new Set(message_ids.map((id) => id.toLowerCase()))];
      const found = new Map(messagesNamed(db, accounts, asked).map((message) => [message.message_id, message]));
      const messages = asked.map((id) => found.get(id) ?? { missing: id });
      return { kind: 'Bodies', ...contentsOf(store, messages, include) };
    },
    body({ message_id, html = false }, call) {
      const message = requireMessage(call.db, message_id);
      const forAgent = agentReader(call, html);
      const body = forAgent ? forAgent(message) : bodyOf(call.db, blobs, message);
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

function includesHtml(include: readonly string[] = []): boolean {
  return include.includes('html');
}
