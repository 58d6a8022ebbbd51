import { type ReactNode, useId } from 'react';
import { useOptimisticValue } from '../../design/use-optimistic-value.ts';
import styles from './settings.module.css';

type SwitchLineProps = {
  label: string;
  hint?: string;
  isOn: boolean;
  /** Settles when the value is stored or could not be stored. */
  onChange: (isOn: boolean) => Promise<unknown>;
  /** Dependent controls, shown below. */
  children?: ReactNode;
};

/** A switch with its label, for settings of this type. */
export function SwitchLine({ label: words, hint, isOn, onChange, children }: SwitchLineProps) {
  const id = useId();
  const [shown, choose] = useOptimisticValue(isOn, onChange);
  return (
    <div className={styles['line']}>
      <div>
        <label htmlFor={id} className={styles['name']} dir="auto">
          {words}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className={styles['hint']}>
            {hint}
          </p>
        )}
      </div>
      <div className={styles['control']}>
        <input
          id={id}
          type="checkbox"
          className={styles['switch']}
          checked={shown}
          onChange={({ target }) => void choose(target.checked)}
          {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        />
      </div>
      {children && <div className={styles['below']}>{children}</div>}
    </div>
  );
}
