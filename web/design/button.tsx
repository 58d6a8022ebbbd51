import type { ComponentProps } from 'react';
import styles from './button.module.css';

type ButtonProps = ComponentProps<'button'> & {
  look?: 'primary' | 'plain' | 'quiet';
  /** What it was pressed for is being done: it keeps the focus, and another press does nothing. */
  isBusy?: boolean;
};

/** A button with words. One primary at the most on a page. */
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

/** A button with an icon alone; its name is said to those who cannot see it and shown on hover. */
export function IconButton({ name, className, ...rest }: ComponentProps<'button'> & { name: string }) {
  return (
    <button type="button" aria-label={name} title={name} {...rest} className={classes(styles['icon'], className)} />
  );
}

export function classes(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
