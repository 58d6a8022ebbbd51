import { instantOf } from '../../base/clock.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { addressKey } from '../../mail/contacts/changes.ts';
import type { Contact } from '../../mail/contacts/contacts.ts';
import { flagBits } from '../../mail/messages/flags.ts';
import { instantAt, localTime } from '../../base/local-time.ts';
import { messagesByIds, displayInstant, type Message } from '../../mail/messages/messages.ts';
import { messagesFrom, messagesTo, type CorrespondenceMessage } from '../../mail/contacts/correspondence.ts';
import type { ReadDb } from '../../store/db.ts';
import { relationshipOf, type RelationshipRequest } from '../../mail/relationships/relationship.ts';
import { questionsFrom } from '../../mail/todos/store.ts';
import { isShown } from '../../mail/todos/todo.ts';
import type { SenderProfile } from './contract.ts';
import { attachmentsOn, contactsOf, countInInbox, ownMessages } from './store.ts';

type ProfileRequest = RelationshipRequest;

const maxRecentMessages = 10;

/** The profile of a person from the stored mail of an account; undefined if there is none. */
export function profileOf(db: ReadDb, { account, email, at, summaries }: ProfileRequest): SenderProfile | undefined {
  const [contact] = contactsOf(db, [account.id], [addressKey(email)]);
  if (!contact) return undefined;
  const received = messagesFrom(db, contact);
  const sent = contact.sent > 0 ? messagesTo(db, contact) : [];
  const both = [...received, ...sent].toSorted((a, b) => a.sort_key - b.sort_key);
  const [first, last] = [both[0], both.at(-1)];
  if (!first || !last) return undefined;
  const ids = received.map(({ id }) => id);
  const attachments = attachmentsOn(db, ids);
  const answers = answersTo(received, ownMessages(db, [...new Set(received.map(({ thread }) => thread))]));
  return {
    account_id: account.account_id,
    email: contact.email,
    display_name: contact.name ?? contact.name_by_owner,
    first_seen_at: instantOfSortKey(first.sort_key),
    last_seen_at: instantOfSortKey(last.sort_key),
    last_inbound_at: newestOf(received),
    last_outbound_at: newestOf(sent),
    total_inbound: received.length,
    total_outbound: sent.length,
    replied_count: answers.filter(({ isAnswered }) => isAnswered).length,
    cadence_days_p50: cadenceOf(received),
    is_list_sender: isListSender(contact),
    list_id: received.findLast(({ list_id }) => list_id !== null)?.list_id ?? null,
    open_thread_count: countInInbox(db, ids),
    attachment_count: attachments.count,
    attachment_bytes: attachments.bytes,
    inbound_storage_bytes: bytesOf(received),
    outbound_storage_bytes: bytesOf(sent),
    response_histogram: histogramOf(answers.flatMap(({ seconds }) => seconds ?? [])),
    weekly_activity: weeksOf({ received, sent }, at.now, at.zone),
    recent_messages: messagesByIds(db, idsOf(both.slice(-maxRecentMessages).toReversed())).map(referenceOf),
    relationship: relationshipOf(db, { account, email, at, summaries, correspondence: { received, sent } }) ?? null,
    unanswered_question: questionOf(db, { account, email: contact.email }, at),
  };
}

/** The oldest question of a person that waits for an answer. */
function questionOf(
  db: ReadDb,
  { account, email }: { account: Account; email: string },
  { now, zone }: ProfileRequest['at'],
): SenderProfile['unanswered_question'] {
  const question = questionsFrom(db, account, email).find((todo) => isShown(todo, { now, zone }));
  if (!question) return null;
  const { message_id, thread_id, subject, received_at } = question;
  const days_waiting = Math.max(0, Math.floor((now.getTime() - Date.parse(received_at)) / (daySeconds * 1000)));
  return { message_id, thread_id, subject, received_at, days_waiting };
}

function isListSender({ mailings, received }: Contact): boolean {
  return mailings * 2 > received;
}

function idsOf(messages: readonly CorrespondenceMessage[]): number[] {
  return messages.map(({ id }) => id);
}

function bytesOf(messages: readonly CorrespondenceMessage[]): number {
  return messages.reduce((sum, { size }) => sum + size, 0);
}

function instantOfSortKey(sort_key: number): string {
  return instantOf(new Date(sort_key * 1000));
}

function newestOf(messages: readonly CorrespondenceMessage[]): string | null {
  const newest = messages.at(-1);
  return newest ? instantOfSortKey(newest.sort_key) : null;
}

function referenceOf(message: Message): SenderProfile['recent_messages'][number] {
  const { message_id, thread_id, subject, snippet, direction, from_email, from_name, attachment_count } = message;
  const date = displayInstant(message);
  const has_attachments = attachment_count > 0;
  return { message_id, thread_id, subject, snippet, date, direction, from_email, from_name, has_attachments };
}

function cadenceOf(messages: readonly CorrespondenceMessage[]): number | null {
  const intervals = messages.slice(1).map(({ sort_key }, index) => sort_key - (messages[index]?.sort_key ?? sort_key));
  const middle = intervals.toSorted((a, b) => a - b)[Math.floor((intervals.length - 1) / 2)];
  return middle === undefined ? null : Math.round((middle / 86_400) * 10) / 10;
}

type Answer = { isAnswered: boolean; seconds?: number };

/**
 * Which messages of a person were answered: the user's next message in the thread answers the newest before it. A message
 * that another program flagged as answered counts too; its response time is unknown.
 */
function answersTo(
  received: readonly CorrespondenceMessage[],
  own: readonly Pick<CorrespondenceMessage, 'thread' | 'sort_key'>[],
): Answer[] {
  const ownOf = Map.groupBy(own, ({ thread }) => thread);
  return [...Map.groupBy(received, ({ thread }) => thread)].flatMap(([thread, messages]) =>
    messages.map(({ sort_key, flags }, index) => {
      const until = messages[index + 1]?.sort_key ?? Infinity;
      const answer = ownOf.get(thread)?.find((each) => each.sort_key > sort_key && each.sort_key < until);
      if (answer) return { isAnswered: true, seconds: answer.sort_key - sort_key };
      return { isAnswered: (flags & flagBits.ANSWERED) !== 0 };
    }),
  );
}

const [hourSeconds, daySeconds] = [3600, 86_400];
/** Upper bounds in seconds; the last bound exceeds any interval that is distinguished. */
const bounds = [
  hourSeconds,
  4 * hourSeconds,
  daySeconds,
  3 * daySeconds,
  7 * daySeconds,
  30 * daySeconds,
  36_500 * daySeconds,
];

function histogramOf(seconds: readonly number[]): SenderProfile['response_histogram'] {
  return bounds.map((upper_bound_seconds, index) => {
    const lower = bounds[index - 1] ?? 0;
    const count = seconds.filter((each) => each <= upper_bound_seconds && (each > lower || lower === 0)).length;
    return { upper_bound_seconds, count };
  });
}

const weeksShown = 12;

function weeksOf(
  { received, sent }: { received: readonly CorrespondenceMessage[]; sent: readonly CorrespondenceMessage[] },
  now: Date,
  zone: string | undefined,
): SenderProfile['weekly_activity'] {
  const today = Math.floor(localTime(now.getTime(), zone) / (daySeconds * 1000));
  // 1 January 1970 was a Thursday.
  const monday = today - ((today + 3) % 7);
  return Array.from({ length: weeksShown }, (_, index) => {
    const [begins, ends] = [index, index + 1].map(
      (week) => (monday + (week + 1 - weeksShown) * 7) * daySeconds * 1000,
    ) as [number, number];
    const [from, to] = [instantAt(begins, zone) / 1000, instantAt(ends, zone) / 1000];
    const countIn = (messages: readonly CorrespondenceMessage[]) =>
      messages.filter(({ sort_key }) => sort_key >= from && sort_key < to).length;
    return {
      week_start: instantOf(new Date(begins)).slice(0, 10),
      inbound_count: countIn(received),
      outbound_count: countIn(sent),
    };
  });
}
