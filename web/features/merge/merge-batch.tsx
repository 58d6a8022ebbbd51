import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { ListSkeleton } from '../../design/feedback/list-skeleton.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import { describeProgress } from './progress-text.ts';
import styles from './merge-page.module.css';
import { mergeQuery } from './queries.ts';

const t = strings.merge;

/** The state of each row: drafted, skipped with a reason, being sent, sent. */
export function MergeBatch({ batch, onNew }: { batch: string; onNew: () => void }) {
  const { api } = useServices();
  const { data, error, refetch } = useQuery(mergeQuery(api, batch));
  const { runAction, problem } = useAction({ affects: ['drafts'], showsToast: false });
  const [isSure, setSure] = useState(false);

  function run(request: () => Promise<unknown>): void {
    setSure(false);
    void runAction(request, (reason) => reason);
  }

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  const { merge, rows, next_offset } = data;
  const { counts, state } = merge;
  const left = counts.drafted + counts.held_back;
  return (
    <div className={styles['form']}>
      <p role="status">{describeProgress(state, counts)}</p>
      <div className={styles['acts']}>
        {state === 'made' && left > 0 && (
          <Button look="primary" onClick={() => (isSure ? run(() => api.merge.send({ batch })) : setSure(true))}>
            {isSure ? t.reallySend({ count: left }) : t.send({ count: left })}
          </Button>
        )}
        {left + counts.due + counts.waiting > 0 && (
          <Button onClick={() => run(() => api.merge.discard({ batch }))}>{t.discard}</Button>
        )}
        <Button look="quiet" onClick={onNew}>
          {t.another}
        </Button>
      </div>
      {problem !== undefined && (
        <p role="alert" className={styles['bad']}>
          {problem}
        </p>
      )}
      <ul className={styles['rows']} aria-label={t.rows}>
        {rows.map(({ line, to, state: row, send_state, reason }) => (
          <li key={line} className={styles['row']}>
            <span className={styles['hint']}>{t.line({ line })}</span>
            <span className={styles['to']} dir="auto">
              {to}
            </span>
            <span className={styles['state']} data-state={send_state ?? row}>
              {t.states[send_state ?? row]}
              {reason !== null && ` · ${reason}`}
            </span>
          </li>
        ))}
      </ul>
      {next_offset !== null && <p className={styles['hint']}>{t.moreRows({ count: counts.rows - rows.length })}</p>}
    </div>
  );
}
