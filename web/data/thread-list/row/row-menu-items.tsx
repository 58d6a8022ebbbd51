import type { LucideIcon } from 'lucide-react';
import { ContextMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { useMainLandmark } from '../../../design/use-main-landmark.ts';
import { Chord } from '../../../keyboard/chord.tsx';
import styles from './row-menu.module.css';

type ItemProps = { Icon: LucideIcon; name: string; keys?: string; onSelect: () => void };

/** An item of the menu. */
export function Item({ Icon, name, keys, onSelect }: ItemProps) {
  return (
    <ContextMenu.Item className={styles['choice']} onSelect={onSelect}>
      <Icon aria-hidden="true" />
      <span className={styles['words']} dir="auto">
        {name}
      </span>
      {keys && <Keys>{keys}</Keys>}
    </ContextMenu.Item>
  );
}

/** The key is hidden from screen readers, which would read it as part of the name. */
function Keys({ children }: { children: string }) {
  return (
    <span aria-hidden="true">
      <Chord keys={children} />
    </span>
  );
}

export function MenuSeparator() {
  return <ContextMenu.Separator className={styles['line']} />;
}

type SubmenuProps = { Icon: LucideIcon; name: string; keys: string; children: ReactNode };

/** A submenu. */
export function Submenu({ Icon, name, keys, children }: SubmenuProps) {
  return (
    <ContextMenu.Sub>
      <ContextMenu.SubTrigger className={styles['choice']}>
        <Icon aria-hidden="true" />
        <span className={styles['words']}>{name}</span>
        <Keys>{keys}</Keys>
        <span className={styles['more']} aria-hidden="true" />
      </ContextMenu.SubTrigger>
      <MenuContainer>
        <ContextMenu.SubContent className={styles['menu']} collisionPadding={8} sideOffset={2} alignOffset={-7}>
          {children}
        </ContextMenu.SubContent>
      </MenuContainer>
    </ContextMenu.Sub>
  );
}

/** Menus are mounted in the main landmark, where users who navigate by landmarks find them. */
export function MenuContainer({ children }: { children: ReactNode }) {
  return <ContextMenu.Portal container={useMainLandmark()}>{children}</ContextMenu.Portal>;
}
