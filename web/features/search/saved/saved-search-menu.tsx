import { ArrowDown, ArrowUp, type LucideIcon, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { ContextMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { useMainLandmark } from '../../../design/use-main-landmark.ts';
import styles from '../../../data/labels/label-context-menu.module.css';
import { strings } from '../../../i18n/strings.ts';
import { useSavedSearchEdits } from './use-saved-search-edits.ts';
import type { SavedSearch } from './queries.ts';
import { isPinned, positionsAfterMove } from './saved-search.ts';

const t = strings.savedSearches;

type SavedSearchMenuProps = {
  search: SavedSearch;
  searches: readonly SavedSearch[];
  onChange: () => void;
  children: ReactNode;
};

/** The context menu of a saved search, opened by a right click, the menu key or a long press. */
export function SavedSearchMenu({ search, searches, onChange, children }: SavedSearchMenuProps) {
  const edits = useSavedSearchEdits();
  const mainLandmark = useMainLandmark();
  const pinned = isPinned(search);
  const step = (by: -1 | 1) => ({
    disabled: positionsAfterMove(searches, search.name, by).length === 0,
    onSelect: () => void edits.move(searches, search, by),
  });
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal container={mainLandmark}>
        <ContextMenu.Content className={styles['menu']} collisionPadding={8} aria-label={search.name}>
          <Item icon={Pencil} name={t.changeMore} onSelect={onChange} />
          <Item
            icon={pinned ? PinOff : Pin}
            name={pinned ? t.unpin : t.pin}
            onSelect={() => void edits.pin(searches, search, !pinned)}
          />
          <Item icon={ArrowUp} name={t.up} {...step(-1)} />
          <Item icon={ArrowDown} name={t.down} {...step(1)} />
          <ContextMenu.Separator className={styles['rule']} />
          <Item icon={Trash2} name={t.remove} onSelect={() => void edits.remove(search)} />
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

type ItemProps = { icon: LucideIcon; name: string; disabled?: boolean; onSelect: () => void };

function Item({ icon: Icon, name, disabled = false, onSelect }: ItemProps) {
  return (
    <ContextMenu.Item className={styles['choice']} disabled={disabled} onSelect={onSelect}>
      <Icon />
      {name}
    </ContextMenu.Item>
  );
}
