import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { lensLink } from '../../data/lens-links.ts';
import { useServices } from '../../data/services.ts';
import { savedSearchesQuery } from './saved/queries.ts';
import { lensOf } from './saved/saved-search.ts';
import { joinParts, useQueryParts } from './query-parts.ts';
import { hasSearched, useSearchInput } from './use-search-input.ts';

/** Milliseconds between a key press and the search, so that quick typing sends one request. */
const typingDelayMs = 12;

/** Where the user began the last search, as an index in the browser's history. */
let startIndex = NaN;

/** The query of the address, and the functions that change it; `shownQuery` is the query of the page. */
export function useSearchAddress(shownQuery: string) {
  // The address changes before the page, while an answer is loading.
  const { q, sort, account: shownAccount } = useSearch({ strict: false });
  const query = q ?? shownQuery;
  const parts = useQueryParts({ query, sort, account: shownAccount });
  // On a mailbox page `account` selects whose mail is listed; a search from there covers all accounts.
  const account = q === undefined ? undefined : shownAccount;
  const { api } = useServices();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { history } = useRouter();
  const { read, note } = useSearchInput();
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function openSearch(nextQuery: string, replace: boolean): void {
    if (!query) startIndex = history.location.state.__TSR_index;
    void navigate({ to: '/search', search: { q: nextQuery, sort, account }, replace });
  }

  /** Ends the typing: a pending search is cancelled. */
  function endTyping(): void {
    clearTimeout(timer.current);
    note(null);
  }

  return {
    query,
    ...parts,

    /** The query of a text with the filters. */
    queryOf: (text: string): string => joinParts({ words: text, filters: read()?.filters ?? parts.filters }),

    /** Searches for the typed text when the user pauses. */
    followTyping(typed: string): void {
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        const typing = read();
        const nextQuery = joinParts({ words: typed, filters: typing?.filters ?? parts.filters });
        if (nextQuery === query) return;
        note(typing && { ...typing, searched: [...typing.searched, nextQuery] });
        openSearch(nextQuery, hasSearched(typing));
      }, typingDelayMs);
    },

    search(nextQuery: string): void {
      const wasSearched = hasSearched(read());
      endTyping();
      if (nextQuery !== query) openSearch(nextQuery, wasSearched);
    },

    openSaved(name: string): void {
      const search = client.getQueryData(savedSearchesQuery(api).queryKey)?.find((each) => each.name === name);
      if (!search) return;
      endTyping();
      void navigate(lensLink(lensOf(search)));
    },

    /** Leaves the search, if there is one, to the page where it began. */
    leave(): void {
      endTyping();
      if (!query) return;
      const steps = startIndex - history.location.state.__TSR_index;
      if (steps < 0) history.go(steps);
      else void navigate({ to: '/inbox' });
    },
  };
}
