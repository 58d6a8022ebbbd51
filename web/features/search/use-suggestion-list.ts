import { useState } from 'react';
import { strings } from '../../i18n/strings.ts';
import { recentSearches, removeSearch } from './recent-searches.ts';
import type { Term } from './term.ts';
import { useSuggestions } from './use-suggestions.ts';

/** The suggestions for a text with the caret in `term`: none while the list is closed. */
export function useSuggestionList(text: string, term: Term) {
  const [isOpen, setIsOpen] = useState(false);
  const [recent, setRecent] = useState<readonly string[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const options = useSuggestions({ text, term, recent, isOpen });
  return {
    isOpen,
    options,
    /** Announces a change of the list. */
    announcement,

    /** Opens it with the current recent searches. */
    open(): void {
      setRecent(recentSearches());
      setIsOpen(true);
    },

    close: () => setIsOpen(false),

    /** Reopens it while the user types, with the recent searches it had. */
    reopen: () => setIsOpen(true),

    removeRecent(query: string): void {
      removeSearch(query);
      setRecent(recentSearches());
      setAnnouncement(strings.search.suggest.forgotten({ query }));
    },
  };
}
