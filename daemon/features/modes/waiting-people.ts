import type { Account } from '../../mail/accounts/accounts.ts';
import type { VerdictsOf } from '../../mail/authentication/verdicts.ts';
import { mayNeedUserNow } from '../../mail/classification/promotion.ts';
import type { Conversation } from '../../mail/modes/conversations.ts';
import { counterpartOf, standingOf } from '../../mail/modes/membership.ts';
import type { ReadDb } from '../../store/db.ts';

/**
 * Finds the conversations in which someone waits for the user, the one that waits longest first, each person once. First contacts,
 * unproven senders, mail that was here before the first complete sync, and what is done are left out.
 */
export function waitingPeopleFinder(verdictsOf: VerdictsOf) {
  return (db: ReadDb, accounts: readonly Account[], conversations: readonly Conversation[]): Conversation[] => {
    const asking = conversations.flatMap((conversation) => {
      const { kind, newestReceived, doneIn } = conversation;
      if (!kind?.isNew || !newestReceived || standingOf(conversation) !== 'owed') return [];
      // Of a first contact no source is read.
      if (doneIn.includes('messages') || (kind.sent === 0 && !kind.isAnswer)) return [];
      return { conversation, kind, id: newestReceived.id, sent: kind.sent };
    });
    const verdicts = verdictsOf(db, accounts, asking);
    const waiting = asking.flatMap(({ conversation, kind, id }) => {
      const verdict = verdicts.get(id);
      return verdict !== undefined && mayNeedUserNow(kind, verdict) ? conversation : [];
    });
    const byPerson = Map.groupBy(waiting, (conversation) => counterpartOf(conversation).email.toLowerCase());
    return [...byPerson.values()].map((own) => own.toSorted(byAge)[0] as Conversation).toSorted(byAge);
  };
}

function byAge(one: Conversation, other: Conversation): number {
  return one.newest.received_at.localeCompare(other.newest.received_at);
}
