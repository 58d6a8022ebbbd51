import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { parseRecipients, type RecipientEntry } from '../../../data/compose/address-list.ts';
import { useCombobox } from '../../../design/controls/use-combobox.ts';
import { useContacts } from './use-contacts.ts';

type RecipientInputOptions = {
  /** The recipients that are in the field already. */
  entries: readonly RecipientEntry[];
  onAdd: (added: readonly RecipientEntry[]) => void;
  /** Called when the user moves back from the start of the text. */
  onBack: () => void;
};

/**
 * The text field after the chips. It suggests contacts, and its text becomes recipients with Enter, Tab, a comma or blur.
 */
export function useRecipientInput({ entries, onAdd, onBack }: RecipientInputOptions) {
  const [text, setText] = useState('');
  const [isClosed, setIsClosed] = useState(false);
  const contacts = useContacts(text, entries);
  const options = isClosed ? [] : contacts;
  const combobox = useCombobox<RecipientEntry>({
    options,
    keyOf: (option) => option.text,
    startsAtFirst: true,
    onChoose: (option) => add([option]),
    onClose: () => setIsClosed(true),
  });
  const { active } = combobox;
  const isBlank = text.trim() === '';

  function type(next: string): void {
    setText(next);
    combobox.reset();
    setIsClosed(next.trim() === '');
  }

  function add(added: readonly RecipientEntry[]): void {
    onAdd(added);
    type('');
  }

  function addActive(): void {
    if (!isBlank) add(active ? [active] : parseRecipients(text));
  }

  function addAtSeparator(): void {
    add(text.includes('@') || !active ? parseRecipients(text) : [active]);
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const back = selectionStart === 0 && selectionEnd === 0 && entries.length > 0 && onBack;
    const separator = !isInQuotes(text) && addAtSeparator;
    combobox.press(event, {
      Enter: addActive,
      Tab: !isBlank && !event.shiftKey && addActive,
      ',': separator,
      ';': separator,
      Backspace: back,
      ArrowLeft: back,
    });
  }

  function paste(event: ClipboardEvent): void {
    const pasted = event.clipboardData.getData('text/plain');
    if (text !== '' || !/[,;\n@]/.test(pasted)) return;
    event.preventDefault();
    add(parseRecipients(pasted));
  }

  const addRest = () => !isBlank && add(parseRecipients(text));
  return { text, options, combobox, type, press, paste, addRest };
}

/** A comma inside a quoted name does not end the entry. */
function isInQuotes(text: string): boolean {
  return (text.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1;
}
