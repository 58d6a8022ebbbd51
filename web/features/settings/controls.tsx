import { type KeyboardEvent, useRef, useState } from 'react';
import { classes } from '../../design/controls/button.tsx';
import { Select } from '../../design/controls/select.tsx';
import { useOptimisticValue } from '../../design/use-optimistic-value.ts';
import styles from './settings.module.css';

/** The props of every control of a setting. */
export type ControlProps<Value> = {
  id: string;
  name: string;
  value: Value;
  /** The ids of its descriptions. */
  describedBy: string | undefined;
  isBad: boolean;
  /** Settles when the value is stored or could not be stored. */
  onChange: (value: Value) => Promise<unknown>;
  /** Called when the typed value is discarded, which also clears its error. */
  onCancel?: (() => void) | undefined;
};

const described = ({ describedBy, isBad }: Pick<ControlProps<unknown>, 'describedBy' | 'isBad'>) => ({
  ...(describedBy && { 'aria-describedby': describedBy }),
  ...(isBad && { 'aria-invalid': true }),
});

export function FlagControl(props: ControlProps<boolean>) {
  const [shown, choose] = useOptimisticValue(props.value, props.onChange);
  return (
    <input
      id={props.id}
      type="checkbox"
      className={styles['switch']}
      checked={shown}
      onChange={({ target }) => void choose(target.checked)}
      {...described(props)}
    />
  );
}

export type Option = {
  value: string;
  label: string;
  explanation?: string | undefined;
  /** The language of the label, where that is not the language of the page. */
  lang?: string | undefined;
};
type ChoiceProps = ControlProps<string> & { options: readonly Option[] };

export function SelectControl({ options, ...props }: ChoiceProps) {
  const [shown, choose] = useOptimisticValue(props.value, props.onChange);
  return (
    <Select
      id={props.id}
      className={styles['field']}
      value={shown}
      onChange={({ target }) => void choose(target.value)}
      {...described(props)}
    >
      {options.map(({ value, label, lang }) => (
        <option key={value} value={value} {...(lang !== undefined && { lang, dir: 'auto' })}>
          {label}
        </option>
      ))}
    </Select>
  );
}

/** A few visible choices: side by side, or below each other if they have descriptions. */
export function RadioControl({ options, ...props }: ChoiceProps) {
  const [shown, choose] = useOptimisticValue(props.value, props.onChange);
  const isList = options.some(({ explanation }) => explanation !== undefined);
  return (
    <div
      id={props.id}
      role="radiogroup"
      aria-label={props.name}
      className={styles[isList ? 'radios' : 'segments']}
      {...described(props)}
    >
      {options.map(({ value, label: words, explanation }) => (
        <label key={value} className={styles[isList ? 'radio' : 'segment']}>
          <input
            type="radio"
            name={props.id}
            checked={shown === value}
            // A click on the current choice changes nothing.
            onChange={() => void choose(value)}
          />
          <span>
            {words}
            {explanation && <span className={styles['hint']}>{explanation}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}

type TextProps = ControlProps<string> & { placeholder?: string; isNumber?: boolean; isLong?: boolean; rows?: number };

/** The typed value is stored on blur or Enter; Escape restores the previous value. */
export function TextControl({ placeholder, isNumber = false, isLong = false, rows, ...props }: TextProps) {
  const [typed, setTyped] = useState<string>();
  const sent = useRef<string>(undefined);
  async function commit(): Promise<void> {
    // Enter may cause a blur, which also stores the value: store it once.
    if (typed === undefined || typed === sent.current) return;
    if (typed.trim() === props.value.trim()) return setTyped(undefined);
    sent.current = typed;
    // A refused value stays in the field, beside the reason.
    if ((await props.onChange(typed)) !== undefined) return;
    sent.current = undefined;
    setTyped(undefined);
  }
  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && typed !== undefined) {
      event.stopPropagation();
      setTyped(undefined);
      sent.current = undefined;
      props.onCancel?.();
    }
    if (event.key === 'Enter' && rows === undefined) void commit();
  }
  const field = {
    id: props.id,
    value: typed ?? props.value,
    placeholder,
    autoCapitalize: 'none',
    spellCheck: false,
    onBlur: () => void commit(),
    onKeyDown: press,
    ...described(props),
  };
  if (rows !== undefined)
    return (
      <textarea
        {...field}
        rows={rows}
        className={classes(styles['field'], styles['long'])}
        onChange={({ target }) => setTyped(target.value)}
      />
    );
  return (
    <input
      {...field}
      type="text"
      inputMode={isNumber ? 'decimal' : 'text'}
      autoComplete="off"
      className={classes(styles['field'], isNumber && styles['number'], isLong && styles['long'])}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}

type ChoicesProps = ControlProps<readonly string[]> & { options: readonly Option[] };

/** A choice of several values. */
export function ChoicesControl({ options, ...props }: ChoicesProps) {
  const [shown, choose] = useOptimisticValue(props.value, props.onChange);
  const toggled = (value: string) =>
    shown.includes(value) ? shown.filter((each) => each !== value) : [...shown, value];
  return (
    <div
      id={props.id}
      role="group"
      aria-label={props.name}
      className={styles['ticks']}
      {...(props.describedBy && { 'aria-describedby': props.describedBy })}
    >
      {options.map(({ value, label: words }) => (
        <label key={value} className={styles['tick']}>
          <input type="checkbox" checked={shown.includes(value)} onChange={() => void choose(toggled(value))} />
          <span dir="auto">{words}</span>
        </label>
      ))}
    </div>
  );
}
