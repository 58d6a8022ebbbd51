import { useRef } from 'react';
import { useCombobox } from '../../design/controls/use-combobox.ts';
import { recordSearch } from './recent-searches.ts';
import type { Suggestion } from './suggestions.ts';
import { focusFirstResult, useResultFocus } from './use-result-focus.ts';
import { termAt, withTerm } from './term.ts';
import { useSearchAddress } from './use-search-address.ts';
import { useSearchText } from './use-search-text.ts';
import { useSuggestionList } from './use-suggestion-list.ts';

/** The text in the search box, its suggestions, and the actions on both. */
export function useSearchBox(shownQuery: string) {
  const input = useRef<HTMLInputElement>(null);
  const address = useSearchAddress(shownQuery);
  const resultFocus = useResultFocus();
  const { text, caret, setText, setCaret, write } = useSearchText(address, input, (taken) => {
    list.open();
    if (address.queryOf(taken) !== address.query) address.followTyping(taken);
  });
  const term = termAt(text, caret);
  const list = useSuggestionList(text, term);
  const combobox = useCombobox<Suggestion>({
    options: list.options,
    keyOf: ({ key }) => key,
    startsAtFirst: false,
    onChoose: apply,
    onOpen: list.open,
    onClose: list.close,
  });

  function leave(): void {
    list.close();
    input.current?.blur();
  }

  function type(typed: string, at: number, isComposing = false): void {
    write(typed, at);
    combobox.reset();
    list.reopen();
    if (!isComposing) address.followTyping(typed);
  }

  /** Opens the results, which take the focus when they are there. */
  function search(query: string): void {
    recordSearch(query);
    combobox.reset();
    resultFocus.want();
    address.search(query);
    list.close();
  }

  function submit(): void {
    const query = address.queryOf(text);
    if (query !== '') search(query);
  }

  function writeTerm(value: string): void {
    const next = withTerm(text, term, value);
    type(next.text, next.caret);
    input.current?.focus();
    // The field has the text only after rendering, so the caret is set then.
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret));
  }

  function apply(option: Suggestion): void {
    if (option.kind === 'recent') {
      setText(option.query);
      return search(option.query);
    }
    if (option.kind !== 'saved') return writeTerm(option.write);
    address.openSaved(option.name);
    leave();
  }

  function removeRecent(query: string): void {
    list.removeRecent(query);
    combobox.reset();
  }

  function clear(): void {
    setText('');
    address.leave();
    if (!address.query) input.current?.focus();
  }

  /** Escape leaves the search, and an empty box without one. */
  function escape(): void {
    list.close();
    if (text === '' && !address.query) input.current?.blur();
    else clear();
  }

  /** The first result takes the focus, if results are shown. */
  const canFocusResults = list.options.length === 0 && address.query !== '';

  return {
    input,
    text,
    setCaret,
    list,
    combobox,
    type,
    submit,
    apply,
    removeRecent,
    clear,
    escape,
    focusResults: canFocusResults && focusFirstResult,
  };
}
