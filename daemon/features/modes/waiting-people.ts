import type { Trust } from '../../contract/trust.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { mayNeedUserNow } from '../../mail/classification/promotion.ts';
import { messagesByIds, type Message } from '../../mail/messages/messages.ts';
import type { Conversation } from '../../mail/modes/conversations.ts';
import { counterpartOf, standingOf } from '../../mail/modes/membership.ts';
import type { ReadDb } from '../../store/db.ts';

type TrustOf = (db: ReadDb, accounts: readonly Account[], message: Message) => Trust | undefined;

/** So many verdicts are kept. */
const maxKept = 2_000;

/**
 * Finds the conversations in which someone waits for the user, the one that waits longest first, each person once. First contacts,
 * unproven senders, and mail that was here before the first complete sync are left out. The verdict on a sender is kept until the
 * user has written to the sender once more, because it takes reading the message.
 */
export function waitingPeopleFinder(trustOf: TrustOf) {
  const verdicts = new Map<string, Trust['verdict'] | undefined>();
  const verdictOf = (db: ReadDb, accounts: readonly Account[], id: number, sent: number) => {
    const key = `${id} ${sent}`;
    if (!verdicts.has(key)) {
      if (verdicts.size >= maxKept) verdicts.clear();
      const [message] = messagesByIds(db, [id]);
      verdicts.set(key, message && trustOf(db, accounts, message)?.verdict);
    }
    return verdicts.get(key);
  };
  return (db: ReadDb, accounts: readonly Account[], conversations: readonly Conversation[]): Conversation[] => {
    const waiting = conversations.filter((conversation) => {
      const { kind, newestReceived } = conversation;
      if (!kind?.isNew || !newestReceived || standingOf(conversation) !== 'owed') return false;
      // Of a first contact no source is read.
      if (kind.sent === 0 && !kind.isAnswer) return false;
      const verdict = verdictOf(db, accounts, newestReceived.id, kind.sent);
      return verdict !== undefined && mayNeedUserNow(kind, verdict);
    });
    const byPerson = Map.groupBy(waiting, (conversation) => counterpartOf(conversation).email.toLowerCase());
    return [...byPerson.values()].map((own) => own.toSorted(byAge)[0] as Conversation).toSorted(byAge);
  };
}

function byAge(one: Conversation, other: Conversation): number {
  return one.newest.received_at.localeCompare(other.newest.received_at);
}
