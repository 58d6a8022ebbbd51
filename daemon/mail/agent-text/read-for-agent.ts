import { createFence } from '../../base/fence.ts';
import type { MessageBody } from '../../contract/body.ts';
import type { Trust } from '../../contract/trust.ts';
import type { ReadDb } from '../../store/db.ts';
import { bodyOf } from '../messages/body.ts';
import type { Message } from '../messages/messages.ts';
import { readSource } from '../sources/source.ts';
import { agentBody } from './agent-body.ts';
import { receivedTextOf } from './agent-text.ts';

type AgentBodyDeps = {
  db: ReadDb;
  blobs: string;
  /** How sure it is who wrote a message. */
  trustOf: (message: Message) => Trust | undefined;
  withHtml: boolean;
};

/**
 * Reads the bodies of messages for an agent or a tool, all within fences of one random number. Undefined if only the headers
 * are stored. Throws Failure `source_damaged`.
 */
export function agentBodyReader({ db, blobs, trustOf, withHtml }: AgentBodyDeps) {
  const fence = createFence();
  return (message: Message): MessageBody | undefined => {
    const body = bodyOf(db, blobs, message);
    const source = body && readSource(db, blobs, message.id);
    if (!body || !source) return undefined;
    return agentBody({ body, ...receivedTextOf(source) }, message, { fence, trust: trustOf(message), withHtml });
  };
}
