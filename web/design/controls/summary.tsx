import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './summary.module.css';

/** The line that opens and closes a `details` element. */
export function Summary({ children }: { children: ReactNode }) {
  return (
    <summary className={styles['summary']}>
      <ChevronDown className={styles['arrow']} aria-hidden="true" />
      {children}
    </summary>
  );
}
