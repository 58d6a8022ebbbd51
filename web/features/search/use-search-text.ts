import { type RefObject, useLayoutEffect, useState } from 'react';
import { useSearchInput } from './use-search-input.ts';

/**
 * The text of the search box and the position of its caret. Another query replaces the text. If the user was typing in the
 * box of the previous page, `onTakeOver` is called once with that text.
 */
export function useSearchText(
  query: string,
  input: RefObject<HTMLInputElement | null>,
  onTakeOver: (text: string) => void,
) {
  const { read, note } = useSearchInput();
  const [text, setText] = useState(query);
  const [caret, setCaret] = useState(query.length);
  const [textFor, setTextFor] = useState(query);
  if (query !== textFor) {
    setTextFor(query);
    if (read()?.text.trim() !== query) setText(query);
  }
  // The results page replaces the page on which the user types: its box continues with the same text and caret.
  useLayoutEffect(() => {
    const typing = read();
    if (!typing?.hasFocus || !input.current) return;
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
    note({ text: typed, caret: at, hasFocus: true, isSearched: read()?.isSearched ?? false });
  }

  return { text, caret, setText, setCaret, write };
}
