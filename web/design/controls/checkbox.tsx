import type { ReactNode } from 'react';
import styles from './checkbox.module.css';
import { useOptimisticValue } from '../use-optimistic-value.ts';

type CheckboxProps = {
  label: string;
  hint?: ReactNode;
  isOn: boolean;
  /** Settles when the value is stored or could not be stored. */
  onChange: (isOn: boolean) => Promise<unknown>;
};

/** A checkbox with its label. */
export function Checkbox({ label: words, hint, isOn, onChange }: CheckboxProps) {
  const [shown, choose] = useOptimisticValue(isOn, onChange);
  return (
    <label className={styles['tick']}>
      <input type="checkbox" checked={shown} onChange={({ target }) => void choose(target.checked)} />
      <span>
        <span dir="auto">{words}</span>
        {hint !== undefined && <span className={styles['hint']}>{hint}</span>}
      </span>
    </label>
  );
}
