import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import { listActionInfo } from './list-action-info.ts';
import { useListActions } from './list-actions-context.ts';
import { useSelection } from './selection-context.tsx';
import styles from './selection-summary.module.css';

/** The reader while conversations are selected and none is open: their number and the most frequent actions. */
export function SelectionSummary({ listTitle }: { listTitle: string }) {
  const { isWhole, count, target } = useSelection();
  const { run } = useListActions();
  const t = strings.selection;
  return (
    <div className={styles['panel']}>
      <h2 className={styles['title']}>{isWhole ? t.whole({ count, place: listTitle }) : t.summary({ count })}</h2>
      <div className={styles['actions']}>
        {(['archive', 'snooze', 'label', 'trash'] as const).map((action) => {
          const { name, Icon, opensMenu } = listActionInfo(action);
          return (
            <Button
              key={action}
              {...(opensMenu && { 'aria-haspopup': 'dialog' })}
              onClick={({ currentTarget }) => run(action, target, currentTarget.getBoundingClientRect())}
            >
              <Icon aria-hidden="true" />
              {name}
            </Button>
          );
        })}
      </div>
    </div>
  );
}
