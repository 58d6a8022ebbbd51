import type { RefObject } from 'react';
import { recordSearch } from './recent-searches.ts';
import { useResultFocus } from './use-result-focus.ts';
import type { useSearchAddress } from './use-search-address.ts';

type SearchActionsOptions = {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  setText: (text: string) => void;
  address: ReturnType<typeof useSearchAddress>;
  /** Closes the suggestions. */
  closeList: () => void;
};

/** Searching for the text of the box, and leaving the search. */
export function useSearchActions({ input, text, setText, address, closeList }: SearchActionsOptions) {
  const resultFocus = useResultFocus();

  /** Opens the results, which take the focus when they are there. */
  function search(query: string): void {
    recordSearch(query);
    closeList();
    resultFocus.want();
    address.search(query);
  }

  function clear(): void {
    setText('');
    address.leave();
    if (!address.query) input.current?.focus();
  }

  return {
    search,
    clear,

    /** The user continues in the box, so the results of the search before do not take the focus. */
    stay: resultFocus.drop,

    submit(): void {
      const query = address.queryOf(text);
      if (query !== '') search(query);
    },

    /** Escape leaves the search, and an empty box without one. */
    escape(): void {
      closeList();
      if (text === '' && !address.query) input.current?.blur();
      else clear();
    },
  };
}
