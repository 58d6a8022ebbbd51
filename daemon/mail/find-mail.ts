import type { RowGroup } from '../contract/fields.ts';
import type { Account } from './accounts.ts';
import type { SavedSearch } from './saved-searches.ts';

/** A page of what a query finds, as the request that searches is asked for it. */
export type FindWish = {
  q: string;
  account_id: string | undefined;
  mode: SavedSearch['search_mode'];
  sort: string;
  scope: 'threads' | 'messages';
  limit: number;
  offset: number;
  cursor?: string | undefined;
  exact: boolean;
  explain: boolean;
};

export type FoundPage<Explain = unknown> = {
  groups: RowGroup[];
  total: number;
  has_more: boolean;
  next_offset: number | null;
  next_cursor: string | null;
  explain: Explain | null;
};

/** Searches away from the thread that answers requests. Throws Failure `bad_query`, `bad_cursor`. */
export type FindMail<Caller> = (
  wish: FindWish,
  call: { caller: Caller; accounts: readonly Account[] },
) => Promise<FoundPage>;

const orders = { DateDesc: 'newest', DateAsc: 'oldest', Relevance: 'relevant' } as const;

/** What a saved search asks. */
export function wishOf({ query, account_id, search_mode, sort }: SavedSearch) {
  return { q: query, account_id: account_id ?? undefined, mode: search_mode, sort: orders[sort] };
}
