import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { timeId } from '../../base/ids.ts';
import type { Handlers, ReplyOf } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { parseQuery } from '../../mail/query/parse.ts';
import {
  countSavedSearches,
  deleteSearch,
  insertSearch,
  isNameTaken,
  lastPosition,
  savedSearches,
  searchNamed,
  updateSearch,
  type SavedSearch,
} from '../../mail/searches/saved-searches.ts';
import type { ReadDb } from '../../store/db.ts';
import type { savedSearchesRequests } from './contract.ts';

type SavedSearchesDeps = {
  clock: Clock;
  /** Called after the transaction is committed. */
  onSavedSearchesChanged: () => void;
};

type Requests = typeof savedSearchesRequests;
type SavedSearchRecord = ReplyOf<Requests['update']>;

const maxSearches = 200;

export function savedSearchesHandlers({ clock, onSavedSearchesChanged }: SavedSearchesDeps): Handlers<Requests> {
  const notifyChanged = () => queueMicrotask(onSavedSearchesChanged);
  return {
    list: (_input, { db, accounts }) => ({
      kind: 'SavedSearches',
      searches: savedSearches(db, accounts).map(savedSearchRecord),
    }),
    create({ name, query, mode, search_mode, sort, icon, position, account_id }, { db, accounts }) {
      const now = clock.now();
      requireQuery(query);
      const account = accountNamed(accounts, account_id)?.id ?? null;
      const search = { search_id: timeId(now), account, name, query, sort, icon, created_at: instantOf(now) };
      db.transaction(() => {
        if (isNameTaken(db, name)) throw nameTaken(name);
        if (countSavedSearches(db) >= maxSearches) throw tooMany();
        const shownPosition = position ?? lastPosition(db);
        insertSearch(db, { ...search, search_mode: mode ?? search_mode ?? 'lexical', position: shownPosition });
      });
      notifyChanged();
      return { ok: true, search: savedSearchRecord(requireSearch(db, accounts, name)) };
    },
    update({ name, new_name, query, search_mode, mode, sort, icon, position, account_id }, { db, accounts }) {
      if (query !== undefined) requireQuery(query);
      const before = requireSearch(db, accounts, name);
      if (new_name !== undefined && isNameTaken(db, new_name, before)) throw nameTaken(new_name);
      const account = accountNamed(accounts, account_id)?.id ?? null;
      updateSearch(db, {
        ...before,
        account: account_id === undefined ? before.account : account,
        name: new_name ?? before.name,
        query: query ?? before.query,
        search_mode: search_mode ?? mode ?? before.search_mode,
        sort: sort ?? before.sort,
        icon: icon === undefined ? before.icon : icon,
        position: position ?? before.position,
      });
      notifyChanged();
      return savedSearchRecord(requireSearch(db, accounts, new_name ?? name));
    },
    remove({ name }, { db, accounts }) {
      deleteSearch(db, requireSearch(db, accounts, name));
      notifyChanged();
      return { ok: true };
    },
  };
}

/** Throws Failure `search_not_found`. */
export function requireSearch(db: ReadDb, accounts: readonly Account[], name: string): SavedSearch {
  const search = searchNamed(db, accounts, name);
  if (search) return search;
  throw new Failure('missing', 'search_not_found', `There is no saved search named ${name} here.`);
}

/** Refuses an invalid or empty query. */
function requireQuery(query: string): void {
  if (parseQuery(query)) return;
  throw new Failure('invalid', 'bad_query', 'The search is empty.', { position: 0, length: query.length });
}

/** Undefined for all accounts. */
function accountNamed(accounts: readonly Account[], account_id: string | null | undefined): Account | undefined {
  if (account_id === null || account_id === undefined) return undefined;
  const account = accounts.find((each) => each.account_id === account_id.toLowerCase());
  if (account) return account;
  throw new Failure('missing', 'not_found', 'There is no such account here, or this caller may not see it.');
}

function nameTaken(name: string): Failure {
  const sentence = `There’s already a saved search named ${name}. Choose another name.`;
  return new Failure('conflict', 'name_taken', sentence);
}

function tooMany(): Failure {
  const sentence = `There are ${maxSearches} saved searches, which is the maximum. Delete one you don’t need.`;
  return new Failure('limited', 'too_many_searches', sentence);
}

function savedSearchRecord({
  search_id,
  account_id,
  name,
  query,
  search_mode,
  sort,
  icon,
  position,
  created_at,
}: SavedSearch): SavedSearchRecord {
  return { id: search_id, account_id, name, query, search_mode, sort, icon, position, created_at };
}
