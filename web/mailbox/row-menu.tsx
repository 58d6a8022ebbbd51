import { ListChecks } from 'lucide-react';
import { ContextMenu } from 'radix-ui';
import { useRef } from 'react';
import type { MessageRow } from '../../daemon/contract/fields.ts';
import { type ListAct, lookOf, readAct, starAct } from '../selection/act-table.ts';
import { useListActs } from '../selection/list-acts.tsx';
import { useSelection } from '../selection/selection-context.tsx';
import { keyOf } from '../shell/keys.ts';
import { strings } from '../strings.ts';
import { LabelChoices, SnoozeChoices } from './menu-choices.tsx';
import { Item, Line, MenuPlace } from './menu-parts.tsx';
import styles from './row-menu.module.css';

const words = strings.selection;

type RowMenuProps = {
  row: MessageRow;
  /** Where the row is on the screen; what opens from the menu opens there. */
  anchor: DOMRect;
  /** Called when the menu has closed, for the focus to go back to the list. */
  onClosed: () => void;
};

/** All that can be done with a row, or with the selection it belongs to. */
export function RowMenu({ row, anchor, onClosed }: RowMenuProps) {
  const { targetOf, has, toggle } = useSelection();
  const { run } = useListActs();
  const target = targetOf(row);
  // A sheet that opened before the menu is gone would lose the focus to it.
  const afterwards = useRef<() => void>(undefined);
  const openAfterwards = (each: ListAct) => (afterwards.current = () => run(each, target, anchor));
  const act = (each: ListAct) => (
    <ActItem act={each} onSelect={() => (lookOf(each).opensMenu ? openAfterwards(each) : run(each, target, anchor))} />
  );
  return (
    <MenuPlace>
      <ContextMenu.Content
        className={styles['menu']}
        aria-label={words.menu}
        collisionPadding={8}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onClosed();
          afterwards.current?.();
          afterwards.current = undefined;
        }}
      >
        {act('archive')}
        {act('trash')}
        {act('spam')}
        <Line />
        {hasRoomBeside() ? (
          <>
            <SnoozeChoices target={target} onOther={() => openAfterwards('snooze')} />
            <LabelChoices target={target} onOther={() => openAfterwards('label')} />
          </>
        ) : (
          <>
            {act('snooze')}
            {act('label')}
          </>
        )}
        {act('move')}
        <Line />
        {act(readAct(target))}
        {act(starAct(target))}
        <Line />
        <Item
          Icon={ListChecks}
          name={has(row) ? words.deselect : words.select}
          keys={keyOf('select')}
          onSelect={() => toggle(row)}
        />
      </ContextMenu.Content>
    </MenuPlace>
  );
}

/** On a narrow screen no second menu fits beside the first. */
function hasRoomBeside(): boolean {
  return matchMedia('(min-width: 760px)').matches;
}

function ActItem({ act, onSelect }: { act: ListAct; onSelect: () => void }) {
  const { name, key, Icon, opensMenu } = lookOf(act);
  return <Item Icon={Icon} name={opensMenu ? words.further({ name }) : name} keys={key} onSelect={onSelect} />;
}
