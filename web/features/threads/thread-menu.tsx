import {
  Bell,
  BellOff,
  CircleHelp,
  Ellipsis,
  FolderInput,
  Mail,
  MailOpen,
  MessageSquareReply,
  OctagonAlert,
  Printer,
  Star,
  TextSearch,
  X,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { useAfterMenu } from '../../design/overlays/use-after-menu.ts';
import { useMainLandmark } from '../../design/use-main-landmark.ts';
import { ExportSubMenu } from '../../data/exports/export-menu.tsx';
import { runCommand } from '../../keyboard/command-registry.ts';
import { keyFor } from '../../keyboard/use-keys.ts';
import { strings } from '../../i18n/strings.ts';
import { WhyDialog } from './lazy-components.ts';
import { MenuItem, MenuRule } from './menu-item.tsx';
import { ToolbarButton } from './toolbar-button.tsx';
import styles from '../../design/overlays/menu.module.css';
import type { ThreadActionContext } from './use-thread-actions.ts';

const t = strings.acting.acts;

type ThreadMenuProps = ThreadActionContext & { onClose: () => void };

/** The actions on the open conversation without a button of their own, with their keys. */
export function ThreadMenu({ onClose, ...actionContext }: ThreadMenuProps) {
  const { mailActions, row, removeFromList, openMenu } = actionContext;
  const { reply_later: isReplyLater = false } = row ?? {};
  const mainLandmark = useMainLandmark();
  const [isWhyOpen, setWhyOpen] = useState(false);
  const { afterMenu, onCloseAutoFocus } = useAfterMenu();
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <ToolbarButton name={t.more} word={strings.acting.words.more} disabled={!row}>
            <Ellipsis />
          </ToolbarButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal container={mainLandmark}>
          <DropdownMenu.Content
            className={styles['menu']}
            align="end"
            sideOffset={4}
            collisionPadding={8}
            onCloseAutoFocus={onCloseAutoFocus}
          >
            <MenuItem
              icon={MessageSquareReply}
              name={isReplyLater ? t.noReplyLater : t.replyLater}
              onSelect={() => row && void mailActions.replyLater(row.id, !isReplyLater)}
            />
            <MenuItem
              icon={FolderInput}
              name={t.move}
              keys={keyFor('move', 'thread_view')}
              onSelect={() => afterMenu(() => openMenu('move'))}
            />
            <MenuRule />
            <MarkItems {...actionContext} />
            <MenuRule />
            <MenuItem
              icon={OctagonAlert}
              name={t.spam}
              keys={keyFor('spam', 'thread_view')}
              onSelect={() => removeFromList({ do: 'spam' }, mailActions.spam)}
            />
            <MenuRule />
            <MenuItem
              icon={TextSearch}
              name={strings.keys.find}
              keys={keyFor('find', 'thread_view')}
              onSelect={() => runCommand('find')}
            />
            <MenuItem icon={CircleHelp} name={strings.modes.why} onSelect={() => afterMenu(() => setWhyOpen(true))} />
            <MenuItem
              icon={Printer}
              name={strings.reader.print}
              keys={keyFor('print', 'thread_view')}
              onSelect={() => runCommand('print')}
            />
            <ExportSubMenu request={{ thread_ids: row ? [row.thread_id] : [] }} disabled={!row} />
            <MenuRule />
            <MenuItem icon={X} name={strings.reader.close} keys={keyFor('close', 'thread_view')} onSelect={onClose} />
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {isWhyOpen && row && <WhyDialog threadId={row.thread_id} onClose={() => setWhyOpen(false)} />}
    </>
  );
}

/** Actions that mark the conversation. */
function MarkItems({ mailActions, row, target, removeFromList }: ThreadActionContext) {
  const { starred: isStarred = false, muted: isMuted = false } = row ?? {};
  const read = (isRead: boolean) => target && void mailActions.read(target, isRead);
  return (
    <>
      <MenuItem
        icon={Star}
        name={isStarred ? t.unstar : t.star}
        keys={keyFor('star', 'thread_view')}
        onSelect={() => target && void mailActions.star(target, !isStarred)}
      />
      <MenuItem
        icon={isMuted ? Bell : BellOff}
        name={isMuted ? t.unmute : t.mute}
        keys={keyFor('mute', 'thread_view')}
        onSelect={() =>
          removeFromList({ do: 'mute', muted: !isMuted }, (chosen, onUndone) =>
            mailActions.mute(chosen, !isMuted, onUndone),
          )
        }
      />
      <MenuItem icon={MailOpen} name={t.read} keys={keyFor('markRead', 'thread_view')} onSelect={() => read(true)} />
      <MenuItem icon={Mail} name={t.unread} keys={keyFor('markUnread', 'thread_view')} onSelect={() => read(false)} />
    </>
  );
}
