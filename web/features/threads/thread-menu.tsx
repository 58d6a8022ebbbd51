import {
  AlarmClock,
  Bell,
  BellOff,
  Ellipsis,
  FolderInput,
  Mail,
  MailOpen,
  MessageSquareReply,
  OctagonAlert,
  Printer,
  Star,
  Tag,
  TextSearch,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { IconButton } from '../../design/controls/button.tsx';
import { useMainLandmark } from '../../design/use-main-landmark.ts';
import { ExportSubMenu } from '../../data/exports/export-menu.tsx';
import { runCommand } from '../../keyboard/command-registry.ts';
import { keyFor } from '../../keyboard/use-keys.ts';
import { strings } from '../../i18n/strings.ts';
import { MenuItem, MenuRule } from './menu-item.tsx';
import styles from '../../design/overlays/menu.module.css';
import type { ThreadActionContext } from './use-thread-actions.ts';

const t = strings.acting.acts;

/** All actions on the open conversation with their keys, including those without a button. */
export function ThreadMenu(actionContext: ThreadActionContext) {
  const { mailActions, row, removeFromList, openMenu } = actionContext;
  const { reply_later: isReplyLater = false } = row ?? {};
  const mainLandmark = useMainLandmark();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton name={t.more} disabled={!row}>
          <Ellipsis />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={mainLandmark}>
        <DropdownMenu.Content className={styles['menu']} align="end" sideOffset={4} collisionPadding={8}>
          <MenuItem
            icon={MessageSquareReply}
            name={isReplyLater ? t.noReplyLater : t.replyLater}
            onSelect={() => row && void mailActions.replyLater(row.id, !isReplyLater)}
          />
          <MenuItem
            icon={AlarmClock}
            name={t.snooze}
            keys={keyFor('snooze', 'thread_view')}
            onSelect={() => openMenu('snooze')}
          />
          <MenuItem
            icon={Tag}
            name={t.label}
            keys={keyFor('label', 'thread_view')}
            onSelect={() => openMenu('label')}
          />
          <MenuItem
            icon={FolderInput}
            name={t.move}
            keys={keyFor('move', 'thread_view')}
            onSelect={() => openMenu('move')}
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
          <MenuItem
            icon={Printer}
            name={strings.reader.print}
            keys={keyFor('print', 'thread_view')}
            onSelect={() => runCommand('print')}
          />
          <ExportSubMenu request={{ thread_ids: row ? [row.thread_id] : [] }} disabled={!row} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
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
        onSelect={() => removeFromList({ do: 'mute', muted: !isMuted }, (chosen) => mailActions.mute(chosen, !isMuted))}
      />
      <MenuItem icon={MailOpen} name={t.read} keys={keyFor('markRead', 'thread_view')} onSelect={() => read(true)} />
      <MenuItem icon={Mail} name={t.unread} keys={keyFor('markUnread', 'thread_view')} onSelect={() => read(false)} />
    </>
  );
}
