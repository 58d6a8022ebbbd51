import { instantOf, type Clock } from '../../base/clock.ts';
import type { Handlers } from '../../handling.ts';
import { shownOtherwise, type ApplyParts } from '../../mail/apply.ts';
import { messageOf } from '../../mail/messages.ts';
import { replyQueue, setReplyLater } from '../../mail/reply-later.ts';
import { envelopeOf } from '../../mail/rows.ts';
import type { replyLaterRequests } from './contract.ts';

export type ReplyLaterParts = { clock: Clock; onActed: ApplyParts['onActed'] };

export function replyLaterHandlers({ clock, onActed }: ReplyLaterParts): Handlers<typeof replyLaterRequests> {
  return {
    list: (_input, { db, accounts }) => ({ kind: 'ReplyQueue', messages: replyQueue(db, accounts).map(envelopeOf) }),
    set({ message_id, flag }, { db, accounts }) {
      const { id, account } = messageOf(db, accounts, message_id);
      if (setReplyLater(db, id, flag, instantOf(clock.now()))) onActed(shownOtherwise(account, [id]));
      return { kind: 'Ack' };
    },
  };
}
