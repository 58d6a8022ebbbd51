import { X } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { Button, IconButton } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import { type ListAction, listActionInfo, starAction } from './list-action-info.ts';
import styles from './selection-bar.module.css';
import { useSelection } from './selection-context.tsx';
import { useListActions } from './list-actions-context.ts';

const t = strings.selection;

/** The bar over the head of a list with a selection: the number of selected conversations and the actions. */
export function SelectionBar({ listTitle }: { listTitle: string }) {
  const { isEmpty, isWhole, count, unread, more, clear, selectWhole, target } = useSelection();
  if (isEmpty) return null;
  // If the whole list is selected, unread mail may be beyond the loaded rows.
  const reading = unread > 0 ? 'read' : 'unread';
  const actions: ListAction[] = ['archive', 'trash', 'spam', 'snooze', 'label', 'move', reading, starAction(target)];
  return (
    <div className={styles['bar']}>
      <div className={styles['said']}>
        <IconButton name={t.clear} className={styles['clear']} onClick={clear}>
          <X />
        </IconButton>
        <p className={styles['summary']}>
          {isWhole ? t.whole({ count, unread, place: listTitle }) : t.summary({ count, unread })}
        </p>
        {more !== undefined && (
          <Button look="quiet" className={styles['all']} onClick={selectWhole}>
            {t.selectAll({ total: more })}
            <span className="visually-hidden"> {t.inPlace({ place: listTitle })}</span>
          </Button>
        )}
      </div>
      <Toolbar.Root className={styles['acts']} aria-label={t.label}>
        {actions.map((action) => (
          <BarAction key={listActionInfo(action).slot} action={action} />
        ))}
      </Toolbar.Root>
    </div>
  );
}

function BarAction({ action }: { action: ListAction }) {
  const { target } = useSelection();
  const { run } = useListActions();
  const { name, title, Icon, opensMenu } = listActionInfo(action);
  return (
    <Toolbar.Button asChild>
      <IconButton
        name={name}
        title={title}
        {...(opensMenu && { 'aria-haspopup': 'dialog' })}
        onClick={({ currentTarget }) => run(action, target, currentTarget.getBoundingClientRect())}
      >
        <Icon />
      </IconButton>
    </Toolbar.Button>
  );
}

/** Announces the size of the selection after changes. The live region must exist before its text, or it is not announced. */
export function SelectionAnnouncer({ listTitle }: { listTitle: string }) {
  const { isEmpty, isWhole, count, unread } = useSelection();
  const announcement = isWhole ? t.whole({ count, unread, place: listTitle }) : t.said({ count, unread });
  return (
    <p className="visually-hidden" role="status">
      {isEmpty ? '' : announcement}
    </p>
  );
}
