import type { ScreenerQuestion } from '../../contract/screener.ts';
import { questionAbout } from '../screener/question.ts';
import type { Conversation } from './conversations.ts';
import { counterpartOf } from './membership.ts';

/** The question about the sender of a conversation that waits in the screener, as a field of a reply; empty for others. */
export function newSenderOf(conversation: Conversation): { new_sender?: ScreenerQuestion } {
  if (conversation.screening !== 'waiting') return {};
  const { email, name } = counterpartOf(conversation);
  return { new_sender: questionAbout({ account_id: conversation.account_id, email, name }) };
}
