import { instantOf } from '../../base/clock.ts';
import type { Call, InputOf, ReaderHandlers, ReplyOf } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { viewerOf } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';
import type { adminRequests } from './contract.ts';
import { categoryOf, eventKinds, describeEvent, type EventFacts } from './event-descriptions.ts';
import { pageOf } from './paging.ts';
import {
  countRecordedEvents,
  recordedEvents,
  recordedEventKinds,
  type EventQuery,
  type RecordedEvent,
} from './store.ts';

type Rows = typeof adminRequests;
type Filter = InputOf<Rows['countEvents']>;
type Entries = Generator<ReplyOf<Rows['events']>['entries'][number], undefined>;

/** The event log as text. `activity` is a connection to the database in which events are recorded. */
export function eventReaders({
  activity,
}: {
  activity: ReadDb;
}): Pick<ReaderHandlers<Rows>, 'events' | 'countEvents' | 'eventCategories'> {
  return {
    events({ limit, offset, ...filter }, call) {
      const query = eventQueryOf(filter, call);
      const entries = filter.search
        ? pageOf(matchingEntries(activity, query, filter.search, call.accounts), { limit, offset })
        : [...entriesOf(recordedEvents(activity, query, { limit, offset }), call.accounts)];
      return { kind: 'EventLogEntries', entries };
    },
    countEvents(filter, call) {
      const query = eventQueryOf(filter, call);
      const count = filter.search
        ? lengthOf(matchingEntries(activity, query, filter.search, call.accounts))
        : countRecordedEvents(activity, query);
      return { kind: 'EventLogCount', count };
    },
    eventCategories(_input, call) {
      const categories = recordedEventKinds(activity, eventQueryOf({}, call)).map(categoryOf);
      return { kind: 'EventCategories', categories: [...new Set(categories)].sort() };
    },
  };
}

function eventQueryOf(
  { level, category, category_prefix = '', since, until }: Filter,
  { caller, accounts }: Pick<Call, 'caller' | 'accounts'>,
): EventQuery {
  const kinds = eventKinds.filter((kind) => {
    const own = categoryOf(kind);
    return (category === undefined || own === category) && own.startsWith(category_prefix);
  });
  return {
    kinds,
    level,
    since: since === undefined ? undefined : instantAt(since),
    until: until === undefined ? undefined : instantAt(until + 1),
    viewer: viewerOf({ caller, accounts }),
  };
}

function instantAt(unixSeconds: number): string {
  return instantOf(new Date(unixSeconds * 1000));
}

/** Texts are not stored, so a text search describes and compares each entry. */
function* matchingEntries(activity: ReadDb, query: EventQuery, search: string, accounts: readonly Account[]): Entries {
  const searched = comparable(search);
  for (const entry of entriesOf(recordedEvents(activity, query), accounts)) {
    const { event, category, summary, details } = entry;
    if ([event, category, summary, details ?? ''].some((text) => comparable(text).includes(searched))) yield entry;
  }
}

/** A text regardless of case and of the kind of its apostrophes. */
const comparable = (text: string): string => text.toLowerCase().replaceAll('’', "'");

function lengthOf(entries: Entries): number {
  let length = 0;
  for (const _entry of entries) length++;
  return length;
}

function* entriesOf(recorded: Iterable<RecordedEvent>, accounts: readonly Account[]): Entries {
  const names = new Map(accounts.map(({ account_id, name }) => [account_id, name]));
  for (const { seq, at, kind, account_id, message_id, facts } of recorded) {
    const parsed = JSON.parse(facts) as EventFacts;
    const description = describeEvent(parsed, accountLabel(names.get(account_id ?? '')));
    const rule_id = 'rule_id' in parsed && typeof parsed.rule_id === 'string' ? parsed.rule_id : null;
    const timestamp = Math.floor(Date.parse(at) / 1000);
    // Events of several accounts, or of the user alone, are recorded under values that are no account id.
    const account = account_id !== null && names.has(account_id) ? account_id : null;
    yield { seq, event: kind, timestamp, ...description, account_id: account, message_id, rule_id };
  }
}

/** Summaries contain no address, and an account name may be an address. */
function accountLabel(name: string | undefined): string {
  return name && !name.includes('@') ? `“${name}”` : 'an account';
}
