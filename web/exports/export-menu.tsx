import { Download } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Button } from '../design/button.tsx';
import { useMainPart } from '../design/main-part.ts';
import { strings } from '../strings.ts';
import styles from '../threads/message.module.css';
import { exportFormats, type ExportWish, useExport } from './exporting.ts';

const words = strings.exports;

/** A button that exports what a search finds, in the format one chooses. */
export function ExportMenu({ wish }: { wish: ExportWish }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button look="quiet">
          <Download />
          {words.export}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className={styles['menu']} align="end" sideOffset={4} collisionPadding={8}>
        <Formats wish={wish} />
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

/** The same inside another menu. */
export function ExportSubMenu({ wish, disabled }: { wish: ExportWish; disabled: boolean }) {
  const mainPart = useMainPart();
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={styles['choice']} disabled={disabled}>
        <Download />
        {words.export}
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal container={mainPart}>
        <DropdownMenu.SubContent className={styles['menu']} sideOffset={4} collisionPadding={8}>
          <Formats wish={wish} />
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

function Formats({ wish }: { wish: ExportWish }) {
  const run = useExport();
  return exportFormats.map((format) => (
    <DropdownMenu.Item key={format} className={styles['choice']} onSelect={() => void run(wish, format)}>
      {words.formats[format]}
    </DropdownMenu.Item>
  ));
}
