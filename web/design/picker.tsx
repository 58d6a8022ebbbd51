import { Check, Minus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { strings } from '../i18n/strings.ts';
import styles from './picker.module.css';
import { type Combobox, useCombobox } from './use-combobox.ts';

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
  const { active, hasMoved, press, reset, fieldProps, listProps, optionProps } = useCombobox({
    options: choices,
    keyOf: ({ key }) => key,
    startsAtFirst: true,
    onChoose: ({ key }, target) => (onToggle && isCheckbox(target) ? onToggle(key) : onChoose(key)),
  });
  // In a name that is being typed, Space is a letter.
  const toggle = active && onToggle && (text === '' || hasMoved) ? () => onToggle(active.key) : undefined;
  return (
    <>
      <input
        {...fieldProps}
        className={styles['field']}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => {
          reset();
          onText(target.value);
        }}
        onKeyDown={(event) => press(event, { ' ': toggle })}
      />
      <div {...listProps} className={styles['choices']} aria-label={label} aria-multiselectable={Boolean(onToggle)}>
        {choices.map((choice, index) => (
          <Option key={choice.key} choice={choice} isActive={choice === active} option={optionProps(choice, index)} />
        ))}
      </div>
      <p className={styles['note']} role="status">
        {note}
      </p>
    </>
  );
}

type OptionProps = {
  choice: Choice;
  isActive: boolean;
  option: ReturnType<Combobox<Choice>['optionProps']>;
};

function Option({ choice, isActive, option }: OptionProps) {
  const { label, detail, icon, depth = 0, checked, isDisabled } = choice;
  const row = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // The option that is active from the beginning is in sight already.
    if (isActive && !isFirst.current) row.current?.scrollIntoView({ block: 'nearest' });
    isFirst.current = false;
  }, [isActive]);
  return (
    <div
      {...option}
      ref={row}
      {...(checked !== undefined && { 'aria-checked': checked })}
      {...(isDisabled && { 'aria-disabled': true })}
      className={styles['choice']}
      style={{ '--depth': depth }}
      title={label}
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
function isCheckbox(target: EventTarget | undefined): boolean {
  return target instanceof Element && target.closest('[data-box]') !== null;
}
