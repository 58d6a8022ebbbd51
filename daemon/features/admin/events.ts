import { instantOf } from '../../base/clock.ts';
import type { Call, InputOf, Readers, ReplyOf } from '../../handling.ts';
import type { Account } from '../../mail/accounts.ts';
import { isPerson } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';
import type { adminRequests } from './contract.ts';
import { categoryOf, eventKinds, wordsOf, type Facts } from './event-words.ts';
import { pageOf } from './paging.ts';
import { countRecorded, recordedEvents, recordedKinds, type EventWish, type RecordedEvent } from './store.ts';

type Rows = typeof adminRequests;
type Filter = InputOf<Rows['countEvents']>;
type Entries = Generator<ReplyOf<Rows['events']>['entries'][number], undefined>;

/** The event log in words. `activity` is a connection to the database the events are recorded in. */
export function eventReaders({
  activity,
}: {
  activity: ReadDb;
}): Pick<Readers<Rows>, 'events' | 'countEvents' | 'eventCategories'> {
  return {
    events({ limit, offset, ...filter }, call) {
      const wish = wishOf(filter, call);
      const entries = filter.search
        ? pageOf(matching(activity, wish, filter.search, call.accounts), { limit, offset })
        : [...entriesOf(recordedEvents(activity, wish, { limit, offset }), call.accounts)];
      return { kind: 'EventLogEntries', entries };
    },
    countEvents(filter, call) {
      const wish = wishOf(filter, call);
      const count = filter.search
        ? lengthOf(matching(activity, wish, filter.search, call.accounts))
        : countRecorded(activity, wish);
      return { kind: 'EventLogCount', count };
    },
    eventCategories(_input, call) {
      const categories = recordedKinds(activity, wishOf({}, call)).map(categoryOf);
      return { kind: 'EventCategories', categories: [...new Set(categories)].sort() };
    },
  };
}

function wishOf(
  { level, category, category_prefix = '', since, until }: Filter,
  { caller, accounts }: Pick<Call, 'caller' | 'accounts'>,
): EventWish {
  const kinds = eventKinds.filter((kind) => {
    const own = categoryOf(kind);
    return (category === undefined || own === category) && own.startsWith(category_prefix);
  });
  return {
    kinds,
    level,
    since: since === undefined ? undefined : instantAt(since),
    until: until === undefined ? undefined : instantAt(until + 1),
    accounts: isPerson(caller) ? undefined : accounts.map(({ account_id }) => account_id),
  };
}

function instantAt(unixSeconds: number): string {
  return instantOf(new Date(unixSeconds * 1000));
}

/** Words are not stored, so those that are looked for are looked for in entry after entry. */
function* matching(activity: ReadDb, wish: EventWish, search: string, accounts: readonly Account[]): Entries {
  const wanted = search.toLowerCase();
  for (const entry of entriesOf(recordedEvents(activity, wish), accounts)) {
    const { event, category, summary, details } = entry;
    if ([event, category, summary, details ?? ''].some((text) => text.toLowerCase().includes(wanted))) yield entry;
  }
}

function lengthOf(entries: Entries): number {
  let length = 0;
  for (const _entry of entries) length++;
  return length;
}

function* entriesOf(recorded: Iterable<RecordedEvent>, accounts: readonly Account[]): Entries {
  const names = new Map(accounts.map(({ account_id, name }) => [account_id, name]));
  for (const { seq, at, kind, account_id, message_id, facts } of recorded) {
    const words = wordsOf(JSON.parse(facts) as Facts, accountWords(names.get(account_id ?? '')));
    const timestamp = Math.floor(Date.parse(at) / 1000);
    // What concerns several accounts, or the owner alone, is recorded under words that are no account's id.
    const account = account_id !== null && names.has(account_id) ? account_id : null;
    yield { seq, event: kind, timestamp, ...words, account_id: account, message_id, rule_id: null };
  }
}

/** Summaries name no address, and some people call an account by its address. */
function accountWords(name: string | undefined): string {
  return name && !name.includes('@') ? `“${name}”` : 'an account';
}
