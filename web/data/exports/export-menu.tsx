import { Download } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Button } from '../../design/controls/button.tsx';
import { useMainLandmark } from '../../design/use-main-landmark.ts';
import { strings } from '../../i18n/strings.ts';
import styles from '../../design/overlays/menu.module.css';
import { exportFormats, type ExportRequest, useExport } from './use-export.ts';

const t = strings.exports;

/** A button that exports the results of a search in a format that the user chooses. */
export function ExportMenu({ request }: { request: ExportRequest }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button look="quiet">
          <Download />
          {t.export}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className={styles['menu']} align="end" sideOffset={4} collisionPadding={8}>
        <Formats request={request} />
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

/** The same as a submenu. */
export function ExportSubMenu({ request, disabled }: { request: ExportRequest; disabled: boolean }) {
  const mainLandmark = useMainLandmark();
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={styles['choice']} disabled={disabled}>
        <Download />
        {t.export}
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal container={mainLandmark}>
        <DropdownMenu.SubContent className={styles['menu']} sideOffset={4} collisionPadding={8}>
          <Formats request={request} />
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

function Formats({ request }: { request: ExportRequest }) {
  const run = useExport();
  return exportFormats.map((format) => (
    <DropdownMenu.Item key={format} className={styles['choice']} onSelect={() => void run(request, format)}>
      {t.formats[format]}
    </DropdownMenu.Item>
  ));
}
