import { Forward, ListChecks, Reply } from 'lucide-react';
import { ContextMenu } from 'radix-ui';
import { useRef } from 'react';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import {
  filingAction,
  hasOneSender,
  type ListAction,
  listActionInfo,
  muteAction,
  readAction,
  starAction,
} from '../../selection/list-action-info.ts';
import { useSelection } from '../../selection/selection-context.tsx';
import { keyFor } from '../../../keyboard/use-keys.ts';
import { strings } from '../../../i18n/strings.ts';
import { LabelChoices, SnoozeChoices } from './row-submenus.tsx';
import { Item, MenuSeparator, MenuContainer } from './row-menu-items.tsx';
import styles from './row-menu.module.css';
import { useReplyFromList } from '../list/use-reply-from-list.ts';
import { useThreadListData } from '../list/list-context.ts';
import { useListActions } from '../../selection/list-actions-context.ts';

const t = strings.selection;
const { acts } = strings.compose;

type RowMenuProps = {
  row: MessageRow;
  /** The position of the row on screen, where popovers of the menu open. */
  anchor: DOMRect;
  /** Called when the menu has closed, to return the focus to the list. */
  onClosed: () => void;
};

/** All actions on a row, or on the selection that contains it. */
export function RowMenu({ row, anchor, onClosed }: RowMenuProps) {
  const { targetOf, has, toggle } = useSelection();
  const { run } = useListActions();
  const target = targetOf(row);
  const filing = filingAction(useThreadListData().lens);
  // A popover that opens before the menu is gone would lose the focus to it.
  const afterwards = useRef<() => void>(undefined);
  const openAfterwards = (each: ListAction) => (afterwards.current = () => run(each, target, anchor));
  const reply = useReplyFromList();
  const replyAfterwards = (kind: 'reply' | 'forward') => () => void (afterwards.current = () => reply(row, kind));
  const action = (each: ListAction) => (
    <ActionItem
      action={each}
      onSelect={() => (listActionInfo(each).opensMenu ? openAfterwards(each) : run(each, target, anchor))}
    />
  );
  return (
    <MenuContainer>
      <ContextMenu.Content
        className={styles['menu']}
        aria-label={t.menu}
        collisionPadding={8}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onClosed();
          afterwards.current?.();
          afterwards.current = undefined;
        }}
      >
        <Item Icon={Reply} name={acts.reply} keys={keyFor('reply')} onSelect={replyAfterwards('reply')} />
        <Item Icon={Forward} name={acts.forward} keys={keyFor('forward')} onSelect={replyAfterwards('forward')} />
        <MenuSeparator />
        {filing === 'done' && action('done')}
        {action('archive')}
        {action('trash')}
        {action('spam')}
        <MenuSeparator />
        {hasRoomBeside() ? (
          <>
            <SnoozeChoices target={target} onOther={() => openAfterwards('snooze')} />
            <LabelChoices target={target} onOther={() => openAfterwards('label')} />
          </>
        ) : (
          <>
            {action('snooze')}
            {action('label')}
          </>
        )}
        {action('move')}
        <MenuSeparator />
        {action(readAction(target))}
        {action(starAction(target))}
        {action(muteAction(target))}
        {hasOneSender(target) && action('block')}
        <MenuSeparator />
        <Item
          Icon={ListChecks}
          name={has(row) ? t.deselect : t.select}
          keys={keyFor('select')}
          onSelect={() => toggle(row)}
        />
      </ContextMenu.Content>
    </MenuContainer>
  );
}

/** On a narrow screen a submenu has no room beside the menu. */
function hasRoomBeside(): boolean {
  return matchMedia('(min-width: 760px)').matches;
}

function ActionItem({ action, onSelect }: { action: ListAction; onSelect: () => void }) {
  const { name, key, Icon, opensMenu } = listActionInfo(action);
  return <Item Icon={Icon} name={opensMenu ? t.further({ name }) : name} keys={key} onSelect={onSelect} />;
}
