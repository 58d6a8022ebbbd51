import { instantOf } from '../../base/clock.ts';
import type { ReaderDeps } from '../../feature.ts';
import type { ReaderHandlers } from '../../handler-types.ts';
import { accountAmong, type Account } from '../../mail/accounts/accounts.ts';
import type { Contact } from '../../mail/contacts/contacts.ts';
import type { RelationshipSummaries } from '../../mail/relationships/summary.ts';
import type { ReadDb } from '../../store/db.ts';
import type { peopleRequests, SenderSummary } from './contract.ts';
import { profileOf } from './profile.ts';
import { contactsOf, suggestContacts, countUnread, subjectAt } from './store.ts';

type PeopleDeps = Pick<ReaderDeps, 'clock' | 'zone' | 'settings'> & { summaries: Pick<RelationshipSummaries, 'read'> };

export function peopleReaders({ clock, zone, settings, summaries }: PeopleDeps): ReaderHandlers<typeof peopleRequests> {
  return {
    sender({ account_id, email }, { db, accounts }) {
      const account = accountAmong(accounts, account_id);
      const at = { now: clock.now(), zone, isAsking: settings().isScreening };
      return { kind: 'SenderProfile', profile: profileOf(db, { account, email, at, summaries }) ?? null };
    },
    autocomplete({ q, limit }, { db, accounts }) {
      const ids = accounts.map(({ id }) => id);
      const emails = suggestContacts(db, ids, q, limit);
      const known = Map.groupBy(contactsOf(db, ids, emails), ({ email }) => email);
      return { contacts: emails.flatMap((email) => summaryOf(db, accounts, known.get(email) ?? []) ?? []) };
    },
  };
}

/** One person with the contacts of several accounts. */
function summaryOf(db: ReadDb, accounts: readonly Account[], known: readonly Contact[]): SenderSummary | undefined {
  const [newest] = known.toSorted((a, b) => latestOf(b) - latestOf(a));
  const account = accounts.find(({ id }) => id === newest?.account);
  if (!newest || !account) return undefined;
  const { email } = newest;
  const ids = known.map((each) => each.account);
  const named = [newest, ...known];
  return {
    account_id: account.account_id,
    sender_email: email,
    email,
    display_name:
      named.find(({ name }) => name)?.name ?? named.find(({ name_by_owner }) => name_by_owner)?.name_by_owner ?? null,
    message_count: known.reduce((sum, { received }) => sum + received, 0),
    unread_count: countUnread(db, ids, email),
    latest_subject: subjectAt(db, latestOf(newest)),
    latest_at: instantOf(new Date(latestOf(newest) * 1000)),
  };
}

function latestOf({ last_received, last_sent }: Contact): number {
  return Math.max(last_received, last_sent);
}
