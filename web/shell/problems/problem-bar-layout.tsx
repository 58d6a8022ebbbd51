import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { strings } from '../../i18n/strings.ts';
import styles from './problem-bar.module.css';

type ProblemBarLayoutProps = {
  tone: 'bad' | 'quiet';
  /** The one button that helps, and the one that puts it away. */
  actions: ReactNode;
  children: ReactNode;
};

/** A line above the mail: what is wrong, and what helps. Who was in it when it goes is in the mail. */
export function ProblemBarLayout({ tone, actions, children }: ProblemBarLayoutProps) {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const shown = bar.current;
    return () => {
      if (shown?.contains(document.activeElement)) document.querySelector<HTMLElement>('main')?.focus();
    };
  }, []);
  return (
    <section ref={bar} className={styles['bar']} data-tone={tone} aria-label={strings.trouble.label}>
      <p className={styles['words']}>{children}</p>
      <div className={styles['acts']}>{actions}</div>
    </section>
  );
}
