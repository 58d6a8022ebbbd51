import { type KeyboardEvent, useId, useState } from 'react';

type ComboboxOptions<Option> = {
  /** The listed options; empty if the list is closed. */
  options: readonly Option[];
  keyOf: (option: Option) => string;
  /** Whether the first option is active by default. Otherwise no option is, and the arrow keys also pass the text itself. */
  startsAtFirst: boolean;
  /** Enter, or a click on `target`. */
  onChoose: (option: Option, target?: EventTarget) => void;
  /** An arrow key while nothing is listed. */
  onOpen?: () => void;
  /** Escape while options are listed. Without it the surrounding component handles Escape. */
  onClose?: () => void;
};

/** Handlers by key; a key without a handler keeps its default. */
type KeyHandlers = Record<string, (() => void) | false | undefined>;

/**
 * A text field with a list of options, after the combobox pattern of WAI-ARIA. The focus stays in the field, and
 * `aria-activedescendant` names the active option. The caller calls `reset` when the text changes.
 */
export function useCombobox<Option>(combobox: ComboboxOptions<Option>) {
  const { options, keyOf, startsAtFirst, onChoose, onOpen, onClose } = combobox;
  const id = useId();
  const [activeKey, setActiveKey] = useState<string>();
  const [hasMoved, setHasMoved] = useState(false);
  const chosen = options.findIndex((option) => keyOf(option) === activeKey);
  const activeAt = chosen < 0 && startsAtFirst ? 0 : chosen;
  const active = options[activeAt];
  const optionId = (at: number) => `${id}-${at}`;

  function activate(option: Option | undefined): void {
    setActiveKey(option && keyOf(option));
  }

  function move(step: 1 | -1): void {
    setHasMoved(true);
    // If no option needs to be active, the text itself is the position before the first option.
    const placesBefore = startsAtFirst ? 0 : 1;
    const places = placesBefore + options.length;
    activate(options[((placesBefore + activeAt + step + places) % places) - placesBefore]);
  }

  function reset(): void {
    setActiveKey(undefined);
    setHasMoved(false);
  }

  /** Handles a key of the field. The handlers in `further` run before those of the list. */
  function press(event: KeyboardEvent, further: KeyHandlers = {}): void {
    // An input method uses Enter and the arrow keys itself.
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const isListed = options.length > 0;
    const handlers: KeyHandlers = {
      ArrowDown: isListed ? () => move(1) : onOpen,
      ArrowUp: isListed ? () => move(-1) : onOpen,
      Enter: active && (() => onChoose(active)),
      Escape: isListed && onClose,
    };
    const handler = further[event.key] || handlers[event.key];
    if (!handler) return;
    event.preventDefault();
    if (event.key === 'Escape') event.stopPropagation();
    handler();
  }

  return {
    active,
    /** Whether the user moved with the arrow keys since the text last changed. */
    hasMoved,
    press,
    reset,
    fieldProps: {
      role: 'combobox',
      // A list that cannot be closed is open even while it is empty.
      'aria-expanded': !onClose || options.length > 0,
      'aria-controls': `${id}-list`,
      'aria-autocomplete': 'list',
      'aria-activedescendant': active && optionId(activeAt),
      autoComplete: 'off',
      autoCapitalize: 'off',
      spellCheck: false,
      dir: 'auto',
    } as const,
    listProps: { id: `${id}-list`, role: 'listbox', tabIndex: -1 } as const,
    optionProps: (option: Option, at: number) =>
      ({
        id: optionId(at),
        role: 'option',
        tabIndex: -1,
        'aria-selected': option === active,
        onPointerMove: () => option === active || activate(option),
        // The field keeps the focus and the text that is being typed.
        onMouseDown: (event: Pick<Event, 'preventDefault'>) => event.preventDefault(),
        onClick: ({ target }: { target: EventTarget }) => onChoose(option, target),
      }) as const,
  };
}

export type Combobox<Option> = ReturnType<typeof useCombobox<Option>>;
