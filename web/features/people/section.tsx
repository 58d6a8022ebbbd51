import { useId, type ReactNode } from 'react';
import styles from './person-page.module.css';

/** A card of the page with a heading, and at its end what belongs to it. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h2 className={styles['heading']} id={id}>
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
