import { AppWindow, Ellipsis, Eye, FolderOpen, type LucideIcon, Share, SquareArrowOutUpRight } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import type { AttachmentMeta } from '../../../../daemon/contract/body.ts';
import type { AttachmentUse, DesktopBridge } from '../../../../daemon/contract/desktop.ts';
import { appErrorMessage } from '../../../api/desktop.ts';
import { useAction } from '../../../data/use-action.ts';
import { IconButton } from '../../../design/controls/button.tsx';
import menuStyles from '../../../design/overlays/menu.module.css';
import { useMainLandmark } from '../../../design/use-main-landmark.ts';
import { strings } from '../../../i18n/strings.ts';
import { MenuItem } from '../menu-item.tsx';
import { fileNameOf } from './file-identity.ts';
import { appRef } from './use-file-drag.ts';

const t = strings.attachments;

const icons: Record<AttachmentUse, LucideIcon> = {
  open: SquareArrowOutUpRight,
  open_with: AppWindow,
  quick_look: Eye,
  share: Share,
  show: FolderOpen,
};

/** What the desktop app does with a file, as far as the system can. */
export function AppFileMenu({ attachment, bridge }: { attachment: AttachmentMeta; bridge: DesktopBridge }) {
  const { runAction } = useAction();
  const mainLandmark = useMainLandmark();
  const [isBusy, setIsBusy] = useState(false);
  const name = fileNameOf(attachment);
  const run = async (use: AttachmentUse) => {
    setIsBusy(true);
    await runAction(() => bridge.openAttachment(appRef(attachment), use), t.notUsed({ name }), appErrorMessage);
    setIsBusy(false);
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton name={t.more({ name })} aria-busy={isBusy || undefined}>
          <Ellipsis />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={mainLandmark}>
        <DropdownMenu.Content className={menuStyles['menu']} align="end" sideOffset={4} collisionPadding={8}>
          {bridge.attachmentUses.map((use) => (
            <MenuItem
              key={use}
              icon={icons[use]}
              name={use === 'show' ? t.uses.show[folderKind(bridge)] : t.uses[use]}
              onSelect={() => void run(use)}
            />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Each system has its own name for its file manager. */
function folderKind({ platform }: DesktopBridge): 'finder' | 'explorer' | 'folder' {
  return platform === 'darwin' ? 'finder' : platform === 'win32' ? 'explorer' : 'folder';
}
