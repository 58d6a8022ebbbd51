import { instantOf, type Clock } from '../../base/clock.ts';
import type { Handlers } from '../../handler-types.ts';
import { displayChange, type ApplyDeps } from '../../mail/mutations/apply.ts';
import { requireMessage } from '../../mail/messages/messages.ts';
import { replyLaterMessages, setReplyLater } from '../../mail/later/reply-later.ts';
import { envelopeOf } from '../../mail/lists/rows.ts';
import type { replyLaterRequests } from './contract.ts';

type ReplyLaterDeps = { clock: Clock; onMutationResult: ApplyDeps['onMutationResult'] };

export function replyLaterHandlers({ clock, onMutationResult }: ReplyLaterDeps): Handlers<typeof replyLaterRequests> {
  return {
    list: (_input, { db, accounts }) => ({
      kind: 'ReplyQueue',
      messages: replyLaterMessages(db, accounts).map(envelopeOf),
    }),
    set({ message_id, flag }, { db, accounts }) {
      const { id, account } = requireMessage(db, accounts, message_id);
      if (setReplyLater(db, id, flag, instantOf(clock.now()))) onMutationResult(displayChange(account, [id]));
      return { kind: 'Ack' };
    },
  };
}
