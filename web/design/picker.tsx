import { Check, Minus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { strings } from '../strings.ts';
import styles from './picker.module.css';

export type Choice = {
  key: string;
  words: string;
  /** At the right, softer: when, or where. */
  detail?: ReactNode;
  /** It is listed, and cannot be done now. */
  isOff?: boolean;
  mark?: ReactNode;
  /** How many names it lies under. */
  depth?: number;
  /** Absent where a choice is not one that can be ticked. */
  ticked?: boolean | 'mixed';
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
  onTick?: (key: string) => void;
  /** What is said under the field: what was understood, or why nothing is listed. */
  note?: string | undefined;
};

/** A field that filters and the choices under it, worked by keyboard without leaving the field. */
export function Picker({ label, placeholder, text, onText, choices, onChoose, onTick, note }: PickerProps) {
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
    const acts: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: active && (() => onChoose(active.key)),
      // In a name that is being typed it is a letter.
      ' ': active && onTick && (text === '' || isMoving) ? () => onTick(active.key) : undefined,
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
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
        aria-multiselectable={Boolean(onTick)}
      >
        {choices.map((choice, place) => (
          <Option
            key={choice.key}
            id={optionId(id, place)}
            choice={choice}
            isActive={choice === active}
            onPoint={() => setActiveKey(choice.key)}
            onChoose={() => onChoose(choice.key)}
            onTick={onTick && (() => onTick(choice.key))}
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

const optionId = (list: string, place: number) => `${list}-${place}`;

type OptionProps = {
  id: string;
  choice: Choice;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
  onTick: (() => void) | undefined;
  onKey: (event: KeyboardEvent) => void;
};

function Option({ id, choice, isActive, onPoint, onChoose, onTick, onKey }: OptionProps) {
  const { words, detail, mark, depth = 0, ticked, isOff } = choice;
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
      {...(ticked !== undefined && { 'aria-checked': ticked })}
      {...(isOff && { 'aria-disabled': true })}
      className={styles['choice']}
      style={{ '--depth': depth }}
      title={words}
      onPointerMove={() => isActive || onPoint()}
      // The field keeps the focus, and with it the keys.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ target }) => (onTick && isBox(target) ? onTick() : onChoose())}
      onKeyDown={onKey}
    >
      {ticked !== undefined && (
        <span className={styles['box']} data-box data-ticked={ticked} title={strings.pick.tick}>
          {ticked === 'mixed' ? <Minus /> : ticked && <Check />}
        </span>
      )}
      {mark}
      <span className={styles['words']} dir="auto">
        {words}
      </span>
      {detail !== undefined && <span className={styles['detail']}>{detail}</span>}
    </div>
  );
}

/** Whether a click was on the box, which ticks without choosing. */
function isBox(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-box]') !== null;
}
