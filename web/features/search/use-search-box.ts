import { useRef } from 'react';
import { useCombobox } from '../../design/controls/use-combobox.ts';
import type { Suggestion } from './suggestions.ts';
import { focusFirstResult } from './use-result-focus.ts';
import { useSearchActions } from './use-search-actions.ts';
import { termAt, withTerm } from './term.ts';
import { useSearchAddress } from './use-search-address.ts';
import { useSearchText } from './use-search-text.ts';
import { useSuggestionList } from './use-suggestion-list.ts';

/** The text in the search box, its suggestions, and the actions on both. */
export function useSearchBox(shownQuery: string) {
  const input = useRef<HTMLInputElement>(null);
  const address = useSearchAddress(shownQuery);
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

  function closeList(): void {
    list.close();
    combobox.reset();
  }

  function type(typed: string, at: number, isComposing = false): void {
    write(typed, at);
    combobox.reset();
    list.reopen();
    if (!isComposing) address.followTyping(typed);
  }

  const actions = useSearchActions({ input, text, setText, address, closeList });

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
      return actions.search(option.query);
    }
    if (option.kind !== 'saved') return writeTerm(option.write);
    address.openSaved(option.name);
    list.close();
    input.current?.blur();
  }

  function removeRecent(query: string): void {
    list.removeRecent(query);
    combobox.reset();
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
    apply,
    removeRecent,
    ...actions,
    focusResults: canFocusResults && focusFirstResult,
  };
}
