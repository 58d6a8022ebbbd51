import { Menu } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../design/controls/button.tsx';
import { strings } from '../i18n/strings.ts';
import { runCommand } from '../keyboard/command-registry.ts';
import styles from './drawer.module.css';
import { Sidebar } from './sidebar/sidebar.tsx';

/** The sidebar of a narrow window: a button that opens it over the page. */
export function Drawer() {
  return (
    <DrawerWith
      trigger={
        <IconButton name={strings.sidebar.open} className={styles['button']}>
          <Menu />
        </IconButton>
      }
    />
  );
}

/** The same, opened by another button. */
export function DrawerWith({ trigger }: { trigger: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger asChild>{trigger}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={styles['veil']} />
        <Dialog.Content className={styles['drawer']} aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">{strings.sidebar.label}</Dialog.Title>
          <Sidebar onGo={() => setIsOpen(false)}>
            <CommandsButton onGo={() => setIsOpen(false)} />
          </Sidebar>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Opens the palette by touch. */
function CommandsButton({ onGo }: { onGo: () => void }) {
  function open(): void {
    onGo();
    runCommand('palette');
  }
  return (
    <button type="button" className={styles['commands']} onClick={open}>
      {strings.palette.open}
    </button>
  );
}
