import { useEffect, useRef, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import { Field } from '../../design/controls/form-field.tsx';

const t = strings.accounts.form;

type PasswordFieldProps = {
  label: string;
  value: string;
  /** Whether a password is stored; it is kept if the field stays empty. */
  isStored: boolean;
  hint?: string | undefined;
  error?: string | undefined;
  takesFocus?: boolean;
  /** In a dialog: it has the focus when that opens. */
  isFirst?: boolean;
  onChange: (value: string) => void;
};

/** A password field that can show its text. A wrong password is selected, so that the user can type another. */
export function PasswordField({
  label,
  value,
  isStored,
  hint,
  error,
  takesFocus,
  isFirst,
  onChange,
}: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    if (error === undefined) return;
    input.current?.focus();
    input.current?.select();
  }, [error]);
  return (
    <Field
      label={label}
      type={isShown ? 'text' : 'password'}
      autoComplete="off"
      required={!isStored}
      placeholder={isStored ? t.stored : ''}
      hint={hint}
      error={error}
      value={value}
      ref={input}
      {...(isFirst && { 'data-first': true })}
      onChange={({ target }) => onChange(target.value)}
    >
      <Button look="quiet" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? t.hide : t.show}
      </Button>
    </Field>
  );
}
