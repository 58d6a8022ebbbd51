import { classes } from '../../design/controls/button.tsx';
import { initials } from '../threads/recipients.ts';
import styles from './screener-page.module.css';

/** The initials of a sender that is not known yet. */
export function SenderMark({ name, isLarge = false }: { name: string; isLarge?: boolean }) {
  return (
    <span className={classes(styles['mark'], isLarge && styles['large'])} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
