import { type RefObject, useLayoutEffect, useState } from 'react';
import type { QueryParts } from './query-parts.ts';
import { hasSearched, typedQuery, useSearchInput } from './use-search-input.ts';

/**
 * The text of the search box, which is the words of the query, and the position of its caret. Another query replaces the
 * text, unless the user is typing and the query is of an earlier moment of that. If the user was typing in the box of the
 * previous page, `onTakeOver` is called once with that text.
 */
export function useSearchText(
  { query, words, filters }: QueryParts & { query: string },
  input: RefObject<HTMLInputElement | null>,
  onTakeOver: (text: string) => void,
) {
  const { read, note } = useSearchInput();
  const [text, setText] = useState(words);
  const [caret, setCaret] = useState(words.length);
  const [shown, setShown] = useState({ query, words });
  if (shown.query !== query || shown.words !== words) {
    setShown({ query, words });
    const typing = read();
    const isTyped =
      typing !== null && (shown.query === query || typedQuery(typing) === query || typing.searched.includes(query));
    if (!isTyped) setText(words);
  }
  // The results page replaces the page on which the user types: its box continues with the same text and caret.
  useLayoutEffect(() => {
    const typing = read();
    if (!typing?.hasFocus || !input.current) return;
    // The user went back from the results.
    if (hasSearched(typing) && !typing.searched.includes(query)) return note(null);
    setText(typing.text);
    setCaret(typing.caret);
    input.current.value = typing.text;
    input.current.focus({ preventScroll: true });
    input.current.setSelectionRange(typing.caret, typing.caret);
    onTakeOver(typing.text);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it takes over
  }, []);

  /** Stores the typed text; the box of the next page continues with it. */
  function write(typed: string, at: number): void {
    setText(typed);
    setCaret(at);
    note({
      text: typed,
      caret: at,
      hasFocus: true,
      searched: read()?.searched ?? [],
      filters: read()?.filters ?? filters,
    });
  }

  return { text, caret, setText, setCaret, write };
}
