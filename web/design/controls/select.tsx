import type { ComponentProps } from 'react';
import { classes } from './button.tsx';
import styles from './select.module.css';

/** A choice from a list that the system shows. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return <select {...props} className={classes(styles['select'], className)} />;
}
