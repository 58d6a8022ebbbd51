import { X } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { Button, IconButton } from '../../design/button.tsx';
import { strings } from '../../i18n/strings.ts';
import { type ListAction, listActionInfo, starAction } from './list-action-info.ts';
import styles from './selection-bar.module.css';
import { useSelection } from './selection-context.tsx';
import { useListActions } from './list-actions-context.ts';

const t = strings.selection;

/** Over the head of a list while something is selected: what that is, in words, and what can be done with it. */
export function SelectionBar({ listTitle }: { listTitle: string }) {
  const { isEmpty, isWhole, count, unread, more, clear, selectWhole, target } = useSelection();
  if (isEmpty) return null;
  // Of all that a list holds, what is unread may lie beyond what is loaded.
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

/** Says aloud how much is selected whenever that changes. It is there before it has something to say, or it is not heard. */
export function SelectionAnnouncer({ listTitle }: { listTitle: string }) {
  const { isEmpty, isWhole, count, unread } = useSelection();
  const announcement = isWhole ? t.whole({ count, unread, place: listTitle }) : t.said({ count, unread });
  return (
    <p className="visually-hidden" role="status">
      {isEmpty ? '' : announcement}
    </p>
  );
}
