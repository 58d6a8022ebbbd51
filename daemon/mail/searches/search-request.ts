import type { RowGroup } from '../../contract/fields.ts';
import type { Account } from '../accounts/accounts.ts';
import type { SavedSearch } from './saved-searches.ts';

/** A request for a page of hits. */
export type SearchRequest = {
  q: string;
  account_id: string | undefined;
  mode: SavedSearch['search_mode'];
  sort: string;
  scope: 'threads' | 'messages';
  limit: number;
  offset: number;
  cursor?: string | undefined;
  exact: boolean;
  matching: 'exact';
  explain: boolean;
};

export type SearchPage<Explain = unknown> = {
  groups: RowGroup[];
  total: number;
  has_more: boolean;
  next_offset: number | null;
  next_cursor: string | null;
  explain: Explain | null;
};

/** Searches outside the thread that answers requests. Throws Failure `bad_query`, `bad_cursor`. */
export type SearchMail<Caller> = (
  request: SearchRequest,
  call: { caller: Caller; accounts: readonly Account[] },
) => Promise<SearchPage>;

const sortNames = { DateDesc: 'newest', DateAsc: 'oldest', Relevance: 'relevant' } as const;

/** The request of a saved search, which finds what its counts say. */
export function savedSearchRequest({ query, account_id, search_mode, sort }: SavedSearch) {
  return {
    q: query,
    matching: 'exact' as const,
    account_id: account_id ?? undefined,
    mode: search_mode,
    sort: sortNames[sort],
  };
}
