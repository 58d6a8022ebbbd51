import {
  AlarmClock,
  Ellipsis,
  FolderInput,
  Mail,
  MailOpen,
  MessageSquareReply,
  OctagonAlert,
  Printer,
  Star,
  Tag,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { IconButton } from '../design/button.tsx';
import { useMainPart } from '../design/main-part.ts';
import { printPage } from '../desktop.ts';
import { ExportSubMenu } from '../exports/export-menu.tsx';
import { keyOf, useKeys } from '../shell/keys.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';
import { MenuItem, MenuRule } from './menu-item.tsx';
import styles from './message.module.css';
import type { ThreadActing } from './use-thread-acts.ts';

const words = strings.acting.acts;

/** What can be done to the conversation that is open, by name and with its keys: also what has no room as a button. */
export function ThreadMenu({ acts, row, target, away, openMenu }: ThreadActing) {
  const { starred: isStarred = false, reply_later: isKept = false } = row ?? {};
  const tried = useTrying();
  const mainPart = useMainPart();
  useKeys(row ? { print: () => void tried(printPage, strings.reader.notPrinted) } : {});
  const read = (isRead: boolean) => target && void acts.read(target, isRead);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton name={words.more} disabled={!row}>
          <Ellipsis />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={mainPart}>
        <DropdownMenu.Content className={styles['menu']} align="end" sideOffset={4} collisionPadding={8}>
          <MenuItem
            icon={MessageSquareReply}
            name={isKept ? words.noReplyLater : words.replyLater}
            onSelect={() => row && void acts.replyLater(row.id, !isKept)}
          />
          <MenuItem
            icon={AlarmClock}
            name={words.snooze}
            keys={keyOf('snooze', 'thread_view')}
            onSelect={() => openMenu('snooze')}
          />
          <MenuItem
            icon={Tag}
            name={words.label}
            keys={keyOf('label', 'thread_view')}
            onSelect={() => openMenu('label')}
          />
          <MenuItem
            icon={FolderInput}
            name={words.move}
            keys={keyOf('move', 'thread_view')}
            onSelect={() => openMenu('move')}
          />
          <MenuRule />
          <MenuItem
            icon={Star}
            name={isStarred ? words.unstar : words.star}
            keys={keyOf('star', 'thread_view')}
            onSelect={() => target && void acts.star(target, !isStarred)}
          />
          <MenuItem
            icon={MailOpen}
            name={words.read}
            keys={keyOf('markRead', 'thread_view')}
            onSelect={() => read(true)}
          />
          <MenuItem
            icon={Mail}
            name={words.unread}
            keys={keyOf('markUnread', 'thread_view')}
            onSelect={() => read(false)}
          />
          <MenuRule />
          <MenuItem
            icon={OctagonAlert}
            name={words.spam}
            keys={keyOf('spam', 'thread_view')}
            onSelect={() => away({ do: 'spam' }, acts.spam)}
          />
          <MenuRule />
          <MenuItem
            icon={Printer}
            name={strings.reader.print}
            onSelect={() => void tried(printPage, strings.reader.notPrinted)}
          />
          <ExportSubMenu wish={{ thread_ids: row ? [row.thread_id] : [] }} disabled={!row} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
