import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { strings } from '../../i18n/strings.ts';
import styles from './problem-bar.module.css';

type ProblemBarLayoutProps = {
  tone: 'bad' | 'quiet';
  /** The buttons of the bar: the remedy and the dismissal. */
  actions: ReactNode;
  /** The name of the bar as a landmark. */
  label?: string;
  children: ReactNode;
};

/**
 * A bar above the mail with a problem and its remedy. If it disappears with the focus, the main landmark takes the focus.
 */
export function ProblemBarLayout({ tone, actions, label = strings.trouble.label, children }: ProblemBarLayoutProps) {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const shown = bar.current;
    return () => {
      if (shown?.contains(document.activeElement)) document.querySelector<HTMLElement>('main')?.focus();
    };
  }, []);
  return (
    <section ref={bar} className={styles['bar']} data-tone={tone} aria-label={label}>
      <p className={styles['words']}>{children}</p>
      <div className={styles['acts']}>{actions}</div>
    </section>
  );
}
