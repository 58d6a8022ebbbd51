import { flagBits, flagNames } from '../../mail/messages/flags.ts';
import { messagesByIds, displayInstant } from '../../mail/messages/messages.ts';
import { countsOfSubscription, type Subscription } from '../../mail/subscriptions/subscriptions.ts';
import { lastUnsubscribe } from '../../mail/subscriptions/unsubscribes.ts';
import type { ReadDb } from '../../store/db.ts';
import type { SubscriptionSummary } from './contract.ts';

/** Subscriptions in the form of answers (wire-contract, section 14.13), in the same order. */
export function summariesOf(db: ReadDb, subscriptions: readonly Subscription[]): SubscriptionSummary[] {
  const messages = new Map(
    messagesByIds(
      db,
      subscriptions.map(({ message }) => message),
    ).map((message) => [message.id, message]),
  );
  return subscriptions.flatMap((subscription) => {
    const latest = messages.get(subscription.message);
    if (!latest) return [];
    const lastRequest = lastUnsubscribe(db, { account: subscription.account, sender: subscription.email });
    return [
      {
        account_id: latest.account_id,
        sender_name: latest.from_name,
        sender_email: subscription.email,
        ...countsOfSubscription(db, subscription),
        latest_message_id: latest.message_id,
        latest_thread_id: latest.thread_id,
        latest_provider_id: latest.header_id ?? latest.message_id,
        latest_subject: latest.subject,
        latest_snippet: latest.snippet,
        latest_date: displayInstant(latest),
        latest_flags: flagNames(latest.flags),
        latest_size_bytes: latest.size,
        latest_has_attachments: latest.attachment_count > 0,
        unread: !(latest.flags & flagBits.READ),
        unsubscribe: JSON.parse(latest.unsubscribe) as SubscriptionSummary['unsubscribe'],
        asked: lastRequest
          ? { state: lastRequest.state, asked_at: lastRequest.asked_at, error: lastRequest.error }
          : null,
      },
    ];
  });
}
