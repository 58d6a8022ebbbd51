import type { MessageRow } from '../../daemon/contract/fields.ts';
import { type ListAct, lookOf, readAct } from '../selection/act-table.ts';
import { useListActs } from '../selection/list-acts.tsx';
import { strings } from '../strings.ts';
import styles from './row-actions.module.css';

/** What is done most, at the end of a row in the place of its date. The arrows lead there from the row. */
export function RowActions({ row }: { row: MessageRow }) {
  const { run } = useListActs();
  const target = { threads: [row] };
  const acts: ListAct[] = ['archive', 'snooze', 'trash', readAct(target)];
  return (
    <div className={styles['actions']} role="group" aria-label={strings.selection.row}>
      {acts.map((act) => {
        const { name, title, Icon, opensMenu, place } = lookOf(act);
        return (
          <button
            key={place}
            type="button"
            className={styles['action']}
            aria-label={name}
            title={title}
            tabIndex={-1}
            {...(opensMenu && { 'aria-haspopup': 'dialog' })}
            onClick={({ currentTarget }) => run(act, target, currentTarget.getBoundingClientRect())}
          >
            <Icon aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}
