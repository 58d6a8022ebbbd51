import type { ReactNode } from 'react';
import { Refusal, Unreachable } from '../session.ts';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';
import { Drawing, type Scene } from './drawing.tsx';
import styles from './panel.module.css';

type PanelProps = { scene: Scene; title: string; hint?: string; children?: ReactNode };

/** What stands where there is nothing to list: one true sentence, one hint, and what helps. */
export function Panel({ scene, title, hint, children }: PanelProps) {
  return (
    <div className={styles['panel']}>
      <Drawing scene={scene} />
      <p className={styles['title']}>{title}</p>
      {hint && <p className={styles['hint']}>{hint}</p>}
      {children && <div className={styles['act']}>{children}</div>}
    </div>
  );
}

/** A failure in words, with the button that tries again. */
export function ErrorPanel({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className={styles['alert']}>
      <Panel scene="broken" title={strings.errors.title} hint={wordsOf(error)}>
        <Button onClick={onRetry}>{strings.errors.retry}</Button>
      </Panel>
    </div>
  );
}

/** What a person can be told about an error. */
export function wordsOf(error: unknown): string {
  if (error instanceof Unreachable) return strings.errors.unreachable;
  if (error instanceof Refusal) return error.message;
  return strings.errors.unexpected;
}
