import type { ComponentProps } from 'react';
import styles from './button.module.css';

type ButtonProps = ComponentProps<'button'> & {
  look?: 'primary' | 'plain' | 'quiet';
  /** The action of the button is running: the button keeps the focus and ignores clicks. */
  isBusy?: boolean;
};

/** A button with text. A page has at most one primary button. */
export function Button({ look = 'plain', isBusy = false, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(isBusy && { 'aria-busy': true, 'aria-disabled': true, onClick: (event) => event.preventDefault() })}
      className={classes(styles['button'], styles[look], className)}
    />
  );
}

/** A button with only an icon; its name is announced to screen readers and shown on hover. */
export function IconButton({ name, className, ...rest }: ComponentProps<'button'> & { name: string }) {
  return (
    <button type="button" aria-label={name} title={name} {...rest} className={classes(styles['icon'], className)} />
  );
}

export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
