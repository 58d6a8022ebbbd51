import type { LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Chord } from '../../keyboard/chord.tsx';
import styles from '../../design/overlays/menu.module.css';

type MenuItemProps = { icon: LucideIcon; name: string; keys?: string; onSelect: () => void };

/** A menu item with its key, if it has one. */
export function MenuItem({ icon: Icon, name, keys, onSelect }: MenuItemProps) {
  return (
    <DropdownMenu.Item className={styles['choice']} onSelect={onSelect}>
      <Icon />
      <span className={styles['choiceName']}>{name}</span>
      {keys !== undefined && (
        <span className={styles['choiceKeys']} aria-hidden="true">
          <Chord keys={keys} />
        </span>
      )}
    </DropdownMenu.Item>
  );
}

export function MenuRule() {
  return <DropdownMenu.Separator className={styles['rule']} />;
}
