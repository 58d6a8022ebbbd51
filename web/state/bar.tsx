import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { strings } from '../strings.ts';
import styles from './trouble-bar.module.css';

type BarProps = {
  tone: 'bad' | 'quiet';
  /** The one button that helps, and the one that puts it away. */
  act: ReactNode;
  children: ReactNode;
};

/** A line above the mail: what is wrong, and what helps. Who was in it when it goes is in the mail. */
export function Bar({ tone, act, children }: BarProps) {
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
      <div className={styles['acts']}>{act}</div>
    </section>
  );
}
