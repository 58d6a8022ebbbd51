import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './form.module.css';

type FieldProps = ComponentProps<'input'> & {
  label: string;
  /** The technical term, for users who know it. */
  term?: string | undefined;
  hint?: string | undefined;
  /** The error; with it the field is marked, and the error is announced. */
  error?: string | undefined;
  children?: ReactNode;
};

/** A field of a form with its label and its hint. */
export function Field({ label, term, hint, error, children, ...input }: FieldProps) {
  const id = useId();
  const notes = [hint && `${id}-hint`, error && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className={styles['line']}>
      <label htmlFor={id} className={styles['label']}>
        {label} {term && <small>{term}</small>}
      </label>
      <div className={styles['input']}>
        <input
          id={id}
          className={styles['field']}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error !== undefined}
          {...(notes !== '' && { 'aria-describedby': notes })}
          {...input}
        />
        {children}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles['soft']}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-fault`} className={styles['fault']}>
          {error}
        </p>
      )}
    </div>
  );
}

type CheckProps = { label: string; checked: boolean; disabled?: boolean; onChange: (checked: boolean) => void };

export function Check({ label, checked, disabled = false, onChange }: CheckProps) {
  return (
    <label className={styles['check']}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}
