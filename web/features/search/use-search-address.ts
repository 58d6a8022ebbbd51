import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { lensLink } from '../../data/lens-links.ts';
import { useServices } from '../../data/services.ts';
import { savedSearchesQuery } from './saved/queries.ts';
import { lensOf } from './saved/saved-search.ts';
import { useSearchInput } from './use-search-input.ts';

/** How long after a key the search follows, in milliseconds: what is typed in one go is asked for once. */
const typingDelayMs = 12;

/** The query that the address says, and the ways to another; `shownQuery` is that of the page. */
export function useSearchAddress(shownQuery: string) {
  // The address is ahead of what the page shows while an answer is on its way.
  const { q, sort, account: shownAccount } = useSearch({ strict: false });
  const query = q ?? shownQuery;
  // Of a mailbox it says whose mail is listed; from there all mail is searched.
  const account = q === undefined ? undefined : shownAccount;
  const { api } = useServices();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { read, note } = useSearchInput();
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function openSearch(nextQuery: string, replace: boolean): void {
    void navigate({ to: '/search', search: { q: nextQuery, sort, account }, replace });
  }

  /** Ends the typing: what was typed last is not searched for any more. */
  function endTyping(): void {
    clearTimeout(timer.current);
    note(null);
  }

  return {
    query,

    /** Searches for what is being typed, once the user pauses. */
    followTyping(typed: string): void {
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        const nextQuery = typed.trim();
        if (nextQuery === query) return;
        const typing = read();
        note(typing && { ...typing, isSearched: true });
        openSearch(nextQuery, typing?.isSearched ?? false);
      }, typingDelayMs);
    },

    search(nextQuery: string): void {
      const wasSearched = read()?.isSearched ?? false;
      endTyping();
      if (nextQuery !== query) openSearch(nextQuery, wasSearched);
    },

    openSaved(name: string): void {
      const search = client.getQueryData(savedSearchesQuery(api).queryKey)?.find((each) => each.name === name);
      if (!search) return;
      endTyping();
      void navigate(lensLink(lensOf(search)));
    },

    /** Leaves the search, if there is one. */
    leave(): void {
      endTyping();
      if (query) void navigate({ to: '/inbox' });
    },
  };
}
