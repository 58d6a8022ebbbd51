import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import { filingAction, type ListAction, listActionInfo, readAction } from '../../selection/list-action-info.ts';
import { strings } from '../../../i18n/strings.ts';
import { useThreadListData } from '../list/list-context.ts';
import styles from './row-actions.module.css';
import { useListActions } from '../../selection/list-actions-context.ts';

/** The most frequent actions, at the end of a row at the position of its date. The arrow keys reach them from the row. */
export function RowActions({ row }: { row: MessageRow }) {
  const { run } = useListActions();
  const target = { threads: [row] };
  const actions: ListAction[] = [filingAction(useThreadListData().lens), 'snooze', 'trash', readAction(target)];
  return (
    <div className={styles['actions']} role="group" aria-label={strings.selection.row}>
      {actions.map((action) => {
        const { name, title, Icon, opensMenu, slot } = listActionInfo(action);
        return (
          <button
            key={slot}
            type="button"
            className={styles['action']}
            aria-label={name}
            title={title}
            tabIndex={-1}
            {...(opensMenu && { 'aria-haspopup': 'dialog' })}
            onClick={({ currentTarget }) => run(action, target, currentTarget.getBoundingClientRect())}
          >
            <Icon aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}
