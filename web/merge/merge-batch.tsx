import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { ErrorPanel, wordsOf } from '../design/panel.tsx';
import type { Subject } from '../live-effects.ts';
import { ListSkeleton } from '../mailbox/list-skeleton.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { standWords } from './stand-words.ts';
import styles from './merge-page.module.css';
import { mergeQuery } from './queries.ts';

const words = strings.merge;

/** What became of each row: drafted, left out and why, on its way, sent. */
export function MergeBatch({ batch, onNew }: { batch: string; onNew: () => void }) {
  const { api } = useParts();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(mergeQuery(api, batch));
  const [trouble, setTrouble] = useState<string>();
  const [isSure, setSure] = useState(false);

  async function tried(act: () => Promise<unknown>): Promise<void> {
    setTrouble(undefined);
    setSure(false);
    try {
      await act();
    } catch (failed) {
      setTrouble(wordsOf(failed));
    } finally {
      await client.invalidateQueries({ queryKey: ['drafts' satisfies Subject] });
    }
  }

  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  const { merge, rows, next_offset } = data;
  const { counts, state } = merge;
  const left = counts.drafted + counts.held_back;
  return (
    <div className={styles['form']}>
      <p role="status">{standWords(state, counts)}</p>
      <div className={styles['acts']}>
        {state === 'made' && left > 0 && (
          <Button look="primary" onClick={() => (isSure ? void tried(() => api.merge.send({ batch })) : setSure(true))}>
            {isSure ? words.reallySend({ count: left }) : words.send({ count: left })}
          </Button>
        )}
        {left + counts.due + counts.waiting > 0 && (
          <Button onClick={() => void tried(() => api.merge.discard({ batch }))}>{words.discard}</Button>
        )}
        <Button look="quiet" onClick={onNew}>
          {words.another}
        </Button>
      </div>
      {trouble !== undefined && (
        <p role="alert" className={styles['bad']}>
          {trouble}
        </p>
      )}
      <ul className={styles['rows']} aria-label={words.rows}>
        {rows.map(({ line, to, state: row, send_state, reason }) => (
          <li key={line} className={styles['row']}>
            <span className={styles['hint']}>{words.line({ line })}</span>
            <span className={styles['to']} dir="auto">
              {to}
            </span>
            <span className={styles['state']} data-state={send_state ?? row}>
              {words.states[send_state ?? row]}
              {reason !== null && ` · ${reason}`}
            </span>
          </li>
        ))}
      </ul>
      {next_offset !== null && <p className={styles['hint']}>{words.moreRows({ count: counts.rows - rows.length })}</p>}
    </div>
  );
}
