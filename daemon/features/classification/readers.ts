import { Failure } from '../../base/failure.ts';
import type { ReaderDeps } from '../../feature.ts';
import type { ReaderHandlers } from '../../handler-types.ts';
import { trustReader } from '../../mail/authentication/trust.ts';
import { explainKind } from '../../mail/classification/explanation.ts';
import { mayNeedUserNow } from '../../mail/classification/promotion.ts';
import { kindsOf } from '../../mail/classification/store.ts';
import { findMessage } from '../../mail/messages/messages.ts';
import type { classificationRequests } from './contract.ts';

export function classificationReaders({
  blobs,
  settings,
}: Pick<ReaderDeps, 'blobs' | 'settings'>): ReaderHandlers<typeof classificationRequests> {
  const trustOf = trustReader({ blobs, forwarders: () => settings().forwarders });
  return {
    get({ message_id }, { db, accounts }) {
      const message = findMessage(db, message_id.toLowerCase());
      const found = message && kindsOf(db, [message.id]).get(message.id);
      if (!message || !found)
        throw new Failure(
          'conflict',
          'not_classified',
          'Only received messages are classified, and this one isn’t yet.',
        );
      const { kind, reason, sender, list_id } = found;
      // Only mail from people can need the user, so that for other mail no source is read.
      const verdict = kind === 'person' ? trustOf(db, accounts, message)?.verdict : undefined;
      return {
        kind: 'Classification',
        classification: {
          message_id: message.message_id,
          mail_kind: kind,
          explanation: explainKind(found),
          sender,
          list_id: list_id === '' ? null : list_id,
          corrected: reason === 'corrected_sender' ? 'sender' : reason === 'corrected_list' ? 'list' : null,
          may_need_you_now: verdict !== undefined && mayNeedUserNow(found, verdict),
        },
      };
    },
  };
}
