import type { RelationshipProfile } from '../../contract/relationship.ts';
import { formatInteger } from '../../base/numbers.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import { ownAddressesOf, type Account } from '../accounts/accounts.ts';
import { byDueDate, commitmentRecord } from '../commitments/record.ts';
import { commitmentsIn } from '../commitments/store.ts';
import { addressKey } from '../contacts/changes.ts';
import type { Contact } from '../contacts/contacts.ts';
import { messagesFrom, messagesTo } from '../contacts/correspondence.ts';
import type { Correspondent } from '../contacts/latest-correspondence.ts';
import { conversationsInThreads, type ConversationOptions } from '../modes/conversations.ts';
import { standingOf, type Standing } from '../modes/membership.ts';
import { driftOf, instantOfSeconds, statisticsOf, type Correspondence } from './statistics.ts';
import { styleOf } from './styles.ts';
import type { RelationshipSummaries } from './summary.ts';

export type RelationshipRequest = {
  account: Account;
  email: string;
  /** When, and how conversations with unknown senders count. */
  at: ConversationOptions;
  summaries: Pick<RelationshipSummaries, 'read'>;
  /** What they sent to each other, if it is known already. */
  correspondence?: Correspondence;
};

/** What a stored correspondence says; undefined with a stranger, to whom the user has never written, and for the user's own addresses. */
export function relationshipOf(
  db: ReadDb,
  { account, email, at, summaries, correspondence: known }: RelationshipRequest,
): RelationshipProfile | undefined {
  const contact = correspondentOf(db, account, email);
  if (!contact) return undefined;
  const correspondence = known ?? correspondenceWith(db, contact);
  const { received, sent } = correspondence;
  if (sent.length === 0) return undefined;
  const open = commitmentsIn(db, [account], { email: contact.email, openAt: at.now })
    .toSorted((one, other) => byDueDate(one, other, at.zone))
    .map((each) => commitmentRecord(each, at))
    .filter(({ status }) => status === 'open');
  return {
    account_id: account.account_id,
    email: contact.email,
    display_name: contact.name ?? contact.name_by_owner,
    statistics: statisticsOf(correspondence, at),
    ...waitingIn(db, correspondence, at),
    open_commitments: open,
    style: styleOf(db, { sent: sent.map(({ id }) => id), received: received.map(({ id }) => id) }),
    drift: driftOf(correspondence, { now: at.now, reason: driftReason }),
    summary: summaries.read(db, contact),
  };
}

/** The contact with an address, to whom the user has written; undefined with a stranger. */
export function correspondentOf(
  db: ReadDb,
  account: Account,
  email: string,
): (Correspondent & Pick<Contact, 'name' | 'name_by_owner'>) | undefined {
  const key = addressKey(email);
  if (ownAddressesOf(db, account.id).has(key)) return undefined;
  return db.get(sql`
    SELECT account, email, name, name_by_owner FROM contacts
    WHERE account = ${account.id} AND email = ${key} AND sent > 0`);
}

/** What the user and a person sent to each other. */
function correspondenceWith(db: ReadDb, correspondent: Correspondent): Correspondence {
  return { received: messagesFrom(db, correspondent), sent: messagesTo(db, correspondent) };
}

/** So many of the latest conversations are looked at. */
const maxConversations = 50;
/** What has waited for longer is not waited for any more. */
const maxWaitMs = 180 * 86_400_000;

/** Conversations that wait for an answer, as the modes see them. */
function waitingIn(
  db: ReadDb,
  { received, sent }: Correspondence,
  at: ConversationOptions,
): Pick<RelationshipProfile, 'you_owe' | 'they_owe'> {
  const since = (at.now.getTime() - maxWaitMs) / 1000;
  const latest = [...received, ...sent]
    .filter(({ sort_key }) => sort_key >= since)
    .toSorted((one, other) => one.sort_key - other.sort_key);
  const latestIn = new Map(latest.map(({ thread, sort_key }) => [thread, sort_key]));
  const threads = [...latestIn]
    .toSorted(([, one], [, other]) => one - other)
    .slice(-maxConversations)
    .map(([thread]) => thread);
  const conversations = conversationsInThreads(db, threads, at);
  const withStanding = (standing: Standing) =>
    conversations
      .filter((conversation) => standingOf(conversation) === standing)
      .map(({ thread, thread_id, subject, newest: { message_id } }) => ({
        thread_id,
        message_id,
        subject,
        since: instantOfSeconds(latestIn.get(thread) ?? 0),
      }));
  return { you_owe: withStanding('owed'), they_owe: withStanding('waiting') };
}

function driftReason({ usual, silent }: { usual: number; silent: number }): string {
  const often = usual === 1 ? 'every day' : `about every ${formatInteger(usual)} days`;
  return `You used to write ${often}, and haven’t for ${formatInteger(silent)} days.`;
}
