import { Check, Minus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { strings } from '../../i18n/strings.ts';
import styles from './picker.module.css';
import { type Combobox, useCombobox } from './use-combobox.ts';

export type Choice = {
  key: string;
  label: string;
  /** At the end of the line in a muted colour: a time or a place. */
  detail?: ReactNode;
  /** The choice is listed, and cannot be used now. */
  isDisabled?: boolean;
  icon?: ReactNode;
  /** The depth of a nested choice. */
  depth?: number;
  /** Absent if the choice cannot be ticked. */
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
  /** Space, if choices can be ticked: the picker stays open. */
  onToggle?: (key: string) => void;
  /** Choices are still being loaded: Enter then chooses the first one that comes. */
  isLoading?: boolean;
  /** The text below the field: what was understood, or why nothing is listed. */
  note?: string | undefined;
};

/** A field that filters the choices below it. The keyboard works without leaving the field. */
export function Picker({
  label,
  placeholder,
  text,
  onText,
  choices,
  onChoose,
  onToggle,
  isLoading = false,
  note,
}: PickerProps) {
  const { active, hasMoved, press, reset, fieldProps, listProps, optionProps } = useCombobox({
    options: choices,
    keyOf: ({ key }) => key,
    startsAtFirst: true,
    onChoose: ({ key }, target) => (onToggle && isCheckbox(target) ? onToggle(key) : onChoose(key)),
  });
  const enter = usePendingEnter({ active, isLoading, onChoose });
  // While the user types a name, Space is a character.
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
          enter.forget();
          onText(target.value);
        }}
        onKeyDown={(event) => press(event, { ' ': toggle, Enter: enter.remember })}
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

type PendingEnterOptions = Pick<PickerProps, 'onChoose'> & { active: Choice | undefined; isLoading: boolean };

/** An Enter that the user presses while the choices are loading takes effect when they are there. */
function usePendingEnter({ active, isLoading, onChoose }: PendingEnterOptions) {
  const isPending = useRef(false);
  useEffect(() => {
    if (!isPending.current || (!active && isLoading)) return;
    isPending.current = false;
    if (active) onChoose(active.key);
  });
  return {
    remember: !active && isLoading && (() => void (isPending.current = true)),
    forget: () => void (isPending.current = false),
  };
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
    // The option that is active at the start is visible already.
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

/** Whether a click was on the checkbox, which ticks without choosing. */
function isCheckbox(target: EventTarget | undefined): boolean {
  return target instanceof Element && target.closest('[data-box]') !== null;
}
