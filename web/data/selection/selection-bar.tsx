import { Ellipsis, Minus } from 'lucide-react';
import { DropdownMenu, Toolbar } from 'radix-ui';
import { useRef } from 'react';
import { Chord } from '../../keyboard/chord.tsx';
import menu from '../../design/overlays/menu.module.css';
import { useMainLandmark } from '../../design/use-main-landmark.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import { filingAction, type ListAction, listActionInfo, starAction } from './list-action-info.ts';
import styles from './selection-bar.module.css';
import { useSelection } from './selection-context.tsx';
import { useListActions } from './list-actions-context.ts';
import { useThreadListData } from '../thread-list/list/list-context.ts';

const t = strings.selection;

/**
 * The bar over the head of a list with a selection: the number of selected conversations and the actions. In a narrow list
 * the actions are icons.
 */
export function SelectionBar({ listTitle }: { listTitle: string }) {
  const { isWhole, count, unread, more, clear, selectWhole, target } = useSelection();
  const filing = filingAction(useThreadListData().lens);
  // If the whole list is selected, unread mail may be beyond the loaded rows.
  const reading = unread > 0 ? 'read' : 'unread';
  return (
    <div className={styles['bar']}>
      <button type="button" className={styles['box']} aria-label={t.clear} title={t.clear} onClick={clear}>
        <Minus aria-hidden="true" />
      </button>
      <p className={styles['summary']}>
        <span className={styles['number']} aria-hidden="true">
          {formatNumber(count)}
        </span>
        <span className={styles['words']}>{isWhole ? t.whole({ count, place: listTitle }) : t.summary({ count })}</span>
      </p>
      <Toolbar.Root className={styles['acts']} aria-label={t.label}>
        {([filing, 'snooze', 'label', 'trash', reading] as const).map((action) => (
          <BarAction key={listActionInfo(action).slot} action={action} />
        ))}
        <MoreActions actions={['move', 'spam', starAction(target)]} />
      </Toolbar.Root>
      {more !== undefined && (
        <button type="button" className={styles['all']} onClick={selectWhole}>
          {t.selectAll({ total: more })}
          <span className="visually-hidden"> {t.inPlace({ place: listTitle })}</span>
        </button>
      )}
      <button type="button" className={styles['none']} onClick={clear}>
        {t.deselectAll} <Chord keys="Escape" />
      </button>
    </div>
  );
}

function BarAction({ action }: { action: ListAction }) {
  const { target } = useSelection();
  const { run } = useListActions();
  const { name, title, Icon, opensMenu } = listActionInfo(action);
  return (
    <Toolbar.Button
      className={styles['action']}
      title={title}
      {...(opensMenu && { 'aria-haspopup': 'dialog' })}
      onClick={({ currentTarget }) => run(action, target, currentTarget.getBoundingClientRect())}
    >
      <Icon aria-hidden="true" />
      <span className={styles['word']}>{name}</span>
    </Toolbar.Button>
  );
}

function MoreActions({ actions }: { actions: readonly ListAction[] }) {
  const { target } = useSelection();
  const { run } = useListActions();
  const trigger = useRef<HTMLButtonElement>(null);
  // A popover that opens before the menu is gone would lose the focus to it.
  const afterwards = useRef<() => void>(undefined);
  const mainLandmark = useMainLandmark();
  return (
    <DropdownMenu.Root modal={false}>
      <Toolbar.Button asChild>
        <DropdownMenu.Trigger ref={trigger} className={styles['action']} title={t.more}>
          <Ellipsis aria-hidden="true" />
          <span className={styles['word']}>{t.more}</span>
        </DropdownMenu.Trigger>
      </Toolbar.Button>
      <DropdownMenu.Portal container={mainLandmark}>
        <DropdownMenu.Content
          className={menu['menu']}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={() => {
            afterwards.current?.();
            afterwards.current = undefined;
          }}
        >
          {actions.map((action) => {
            const { name, Icon, opensMenu, slot } = listActionInfo(action);
            const anchor = () => trigger.current?.getBoundingClientRect() ?? new DOMRect();
            return (
              <DropdownMenu.Item
                key={slot}
                className={menu['choice']}
                onSelect={() => (afterwards.current = () => run(action, target, anchor()))}
              >
                <Icon aria-hidden="true" />
                {opensMenu ? t.further({ name }) : name}
              </DropdownMenu.Item>
            );
          })}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
