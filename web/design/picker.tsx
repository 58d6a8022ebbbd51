import { Check, Minus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { strings } from '../i18n/strings.ts';
import styles from './picker.module.css';

export type Choice = {
  key: string;
  label: string;
  /** At the right, softer: when, or where. */
  detail?: ReactNode;
  /** It is listed, and cannot be done now. */
  isDisabled?: boolean;
  icon?: ReactNode;
  /** How many names it lies under. */
  depth?: number;
  /** Absent where a choice is not one that can be ticked. */
  checked?: boolean | 'mixed';
};

type PickerProps = {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  choices: readonly Choice[];
  /** Enter or a click. */
  onChoose: (key: string) => void;
  /** Space, where choices can be ticked: it stays open. */
  onToggle?: (key: string) => void;
  /** What is said under the field: what was understood, or why nothing is listed. */
  note?: string | undefined;
};

/** A field that filters and the choices under it, worked by keyboard without leaving the field. */
export function Picker({ label, placeholder, text, onText, choices, onChoose, onToggle, note }: PickerProps) {
  const id = useId();
  const [activeKey, setActiveKey] = useState<string>();
  const [isMoving, setIsMoving] = useState(false);
  const at = Math.max(
    0,
    choices.findIndex(({ key }) => key === activeKey),
  );
  const active = choices[at];

  function move(step: number): void {
    setIsMoving(true);
    setActiveKey(choices[(at + step + choices.length) % choices.length]?.key);
  }

  function press(event: KeyboardEvent): void {
    // A word being composed from several keys takes Enter and the arrows for itself.
    if (event.nativeEvent.isComposing) return;
    const keyHandlers: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: active && (() => onChoose(active.key)),
      // In a name that is being typed it is a letter.
      ' ': active && onToggle && (text === '' || isMoving) ? () => onToggle(active.key) : undefined,
    };
    const keyHandler = keyHandlers[event.key];
    if (!keyHandler) return;
    event.preventDefault();
    keyHandler();
  }

  return (
    <>
      <input
        className={styles['field']}
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(id, at)}
        placeholder={placeholder}
        value={text}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setIsMoving(false);
          setActiveKey(undefined);
          onText(target.value);
        }}
        onKeyDown={press}
      />
      <div
        className={styles['choices']}
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        aria-multiselectable={Boolean(onToggle)}
      >
        {choices.map((choice, index) => (
          <Option
            key={choice.key}
            id={optionId(id, index)}
            choice={choice}
            isActive={choice === active}
            onPoint={() => setActiveKey(choice.key)}
            onChoose={() => onChoose(choice.key)}
            onToggle={onToggle && (() => onToggle(choice.key))}
            onKey={press}
          />
        ))}
      </div>
      <p className={styles['note']} role="status">
        {note}
      </p>
    </>
  );
}

const optionId = (list: string, index: number) => `${list}-${index}`;

type OptionProps = {
  id: string;
  choice: Choice;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
  onToggle: (() => void) | undefined;
  onKey: (event: KeyboardEvent) => void;
};

function Option({ id, choice, isActive, onPoint, onChoose, onToggle, onKey }: OptionProps) {
  const { label, detail, icon, depth = 0, checked, isDisabled } = choice;
  const row = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // What is active from the beginning is in sight of who opened it.
    if (isActive && !isFirst.current) row.current?.scrollIntoView({ block: 'nearest' });
    isFirst.current = false;
  }, [isActive]);
  return (
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      {...(checked !== undefined && { 'aria-checked': checked })}
      {...(isDisabled && { 'aria-disabled': true })}
      className={styles['choice']}
      style={{ '--depth': depth }}
      title={label}
      onPointerMove={() => isActive || onPoint()}
      // The field keeps the focus, and with it the keys.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ target }) => (onToggle && isCheckbox(target) ? onToggle() : onChoose())}
      onKeyDown={onKey}
    >
      {checked !== undefined && (
        <span className={styles['box']} data-box data-ticked={checked} title={strings.pick.tick}>
          {checked === 'mixed' ? <Minus /> : checked && <Check />}
        </span>
      )}
      {icon}
      <span className={styles['words']} dir="auto">
        {label}
      </span>
      {detail !== undefined && <span className={styles['detail']}>{detail}</span>}
    </div>
  );
}

/** Whether a click was on the box, which ticks without choosing. */
function isCheckbox(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-box]') !== null;
}
