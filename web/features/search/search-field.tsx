import type { KeyboardEvent } from 'react';
import field from '../../design/controls/search-field.module.css';
import { strings } from '../../i18n/strings.ts';
import type { useSearchBox } from './use-search-box.ts';
import { useSearchInput } from './use-search-input.ts';

type SearchFieldProps = {
  box: ReturnType<typeof useSearchBox>;
  /** The id of the element that explains the keys. */
  helpId: string;
};

/** The text field of the search box. Tab accepts the active suggestion, else the first; Delete removes a recent search. */
export function SearchField({ box, helpId }: SearchFieldProps) {
  const { input, text, list, combobox, type, apply } = box;
  const { active } = combobox;
  const { read, note } = useSearchInput();

  function press(event: KeyboardEvent): void {
    box.stay();
    const first =
      text.trim() === '' ? undefined : list.options.find(({ kind }) => kind !== 'recent' && kind !== 'saved');
    const suggestion = active ?? first;
    combobox.press(event, {
      Tab: !event.shiftKey && suggestion && (() => apply(suggestion)),
      Delete: active?.kind === 'recent' && (() => box.removeRecent(active.query)),
      Escape: list.options.length === 0 && box.escape,
      ArrowDown: box.focusResults,
    });
  }

  function handleBlur(): void {
    const typing = read();
    if (typing) note({ ...typing, hasFocus: false });
    list.close();
  }

  return (
    <input
      {...combobox.fieldProps}
      ref={input}
      type="search"
      className={field['input']}
      aria-label={strings.search.label}
      aria-describedby={helpId}
      placeholder={strings.search.placeholder}
      value={text}
      enterKeyHint="search"
      onChange={({ target, nativeEvent }) =>
        type(target.value, target.selectionStart ?? target.value.length, (nativeEvent as InputEvent).isComposing)
      }
      onCompositionEnd={({ currentTarget }) => type(currentTarget.value, currentTarget.selectionStart ?? 0)}
      onSelect={({ currentTarget }) => box.setCaret(currentTarget.selectionStart ?? 0)}
      onFocus={list.open}
      onClick={() => {
        box.stay();
        if (!list.isOpen) list.open();
      }}
      onBlur={handleBlur}
      onKeyDown={press}
    />
  );
}
