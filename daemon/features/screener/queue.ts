import type { Trust } from '../../contract/trust.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { domainOfAddress } from '../../mail/authentication/organizations.ts';
import { explainKind } from '../../mail/classification/explanation.ts';
import { messagesByIds, recipientsOf, type Message } from '../../mail/messages/messages.ts';
import { senderValue } from '../../mail/screener/decision.ts';
import { isPublicDomain } from '../../mail/screener/own-senders.ts';
import { questionAbout } from '../../mail/screener/question.ts';
import { receivedFrom } from '../../mail/screener/received-mail.ts';
import type { UnknownSender } from '../../mail/screener/unknown-senders.ts';
import type { ReadDb } from '../../store/db.ts';
import { firstReceivedAt, mostWrittenTo } from './store.ts';

type QueueContext = {
  account: Account;
  /** The accounts whose correspondents may be disclosed. */
  accounts: readonly Account[];
  trustOf: (message: Message) => Trust | undefined;
};

/** What the user needs to know to decide about unknown senders. */
export function queueEntries(db: ReadDb, context: QueueContext, senders: readonly UnknownSender[]) {
  const messages = new Map(
    messagesByIds(
      db,
      senders.map(({ newest }) => newest.id),
    ).map((message) => [message.id, message]),
  );
  return senders.flatMap((sender) => {
    const message = messages.get(sender.newest.id);
    return message ? [queueEntry(db, context, sender, message)] : [];
  });
}

function queueEntry(
  db: ReadDb,
  { account, accounts, trustOf }: QueueContext,
  { kind, list_id, isAskedAgain }: UnknownSender,
  message: Message,
) {
  const { from_email, from_name } = message;
  const received =
    list_id === null
      ? receivedFrom(db, account.id, { scope: 'sender', value: senderValue(from_email) })
      : receivedFrom(db, account.id, { scope: 'list', value: list_id });
  const domain = domainOfAddress(from_email);
  const { account_id } = account;
  const { to, cc } = recipientsOf(message);
  return {
    display_name: from_name,
    latest_at: message.received_at,
    latest_subject: message.subject,
    message_count: received.length,
    sender_email: from_email,
    account_id,
    latest_message_id: message.message_id,
    latest_thread_id: message.thread_id,
    latest_snippet: message.snippet,
    first_seen_at: firstReceivedAt(db, received) ?? message.received_at,
    domain,
    is_public_domain: isPublicDomain(domain),
    list_id,
    mail_kind: kind?.kind ?? null,
    kind_explanation: kind ? explainKind(kind) : null,
    trust: trustOf(message) ?? null,
    introduced_by: mostWrittenTo(db, accounts, [...to, ...cc]) ?? null,
    asked_again: isAskedAgain,
    question: questionAbout({ account_id, email: from_email, name: from_name }),
  };
}
