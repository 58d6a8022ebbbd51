import type { ReactNode } from 'react';
import { Refusal, Unreachable } from '../../api/session.ts';
import { strings } from '../../i18n/strings.ts';
import { Button } from '../controls/button.tsx';
import { Illustration, type IllustrationName } from '../graphics/illustration.tsx';
import styles from './empty-state.module.css';

type EmptyStateProps = { illustration: IllustrationName; title: string; hint?: string; children?: ReactNode };

/** The content of an empty list: one sentence, one hint, and an action. */
export function EmptyState({ illustration, title, hint, children }: EmptyStateProps) {
  return (
    <div className={styles['panel']}>
      <Illustration name={illustration} />
      <p className={styles['title']}>{title}</p>
      {hint && <p className={styles['hint']}>{hint}</p>}
      {children && <div className={styles['act']}>{children}</div>}
    </div>
  );
}

/** A failure in words, with a button to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className={styles['alert']}>
      <EmptyState illustration="broken" title={strings.errors.title} hint={errorText(error)}>
        <Button onClick={onRetry}>{strings.errors.retry}</Button>
      </EmptyState>
    </div>
  );
}

/** The text of an error for the user. */
export function errorText(error: unknown): string {
  if (error instanceof Unreachable) return strings.errors.unreachable;
  if (error instanceof Refusal) return error.message;
  return strings.errors.unexpected;
}
