import type { Trust } from '../../contract/trust.ts';
import type { MessageKind } from './store.ts';

/**
 * Whether a message may be shown among the mail that needs the user now. It is from a person, and no first contact: the user has
 * written to the sender, or it answers a message of the user. And it is proven to come from there; the Message-ID that an answer names
 * is proof enough, because only the recipients of the user's mail know it.
 */
export function mayNeedUserNow(
  { kind, sent, isAnswer }: Pick<MessageKind, 'kind' | 'sent' | 'isAnswer'>,
  verdict: Trust['verdict'],
): boolean {
  if (kind !== 'person' || verdict === 'suspicious') return false;
  return isAnswer || (sent > 0 && verdict === 'known');
}
