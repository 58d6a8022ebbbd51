import {
  BellRing,
  ChevronsDownUp,
  Ellipsis,
  FileText,
  LayoutTemplate,
  Mail,
  MessageSquareReply,
  ScrollText,
  Star,
  Trash2,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState } from 'react';
import type { MessageRow } from '../../daemon/contract/fields.ts';
import { IconButton } from '../design/button.tsx';
import { useActs } from '../mutations/acts.ts';
import { RemindMenu } from '../reminders/remind-menu.tsx';
import { strings } from '../strings.ts';
import { MenuItem, MenuRule } from './menu-item.tsx';
import styles from './message.module.css';
import { useAnswers } from './reply-buttons.tsx';

const words = strings.reader;
const acting = strings.acting.acts;

type MessageMenuProps = {
  message: MessageRow;
  /** The messages of the conversation from this one on. */
  onwards: readonly MessageRow[];
  /** Written by the owner, who may wait for an answer. */
  isOwn: boolean;
  /** The way of showing the message that is not in use; absent where there is only one. */
  otherFormat: 'text' | 'html' | undefined;
  onFormat: (format: 'text' | 'html') => void;
  onHeaders: () => void;
  onFold: (() => void) | undefined;
};

/** What can be done with one message of a conversation, and what else can be seen of it. */
export function MessageMenu(props: MessageMenuProps) {
  const { message, onwards, isOwn } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [remindsAt, setRemindsAt] = useState<DOMRect>();
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton name={words.more} ref={button}>
            <Ellipsis />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className={styles['menu']} align="end" sideOffset={4} collisionPadding={8}>
            <MessageActs
              message={message}
              onwards={onwards}
              onRemind={isOwn ? () => setRemindsAt(button.current?.getBoundingClientRect()) : undefined}
            />
            <MenuRule />
            <MessageViews {...props} />
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {remindsAt && (
        <RemindMenu
          messageId={message.id}
          trigger={null}
          open
          anchor={remindsAt}
          onOpenChange={() => setRemindsAt(undefined)}
        />
      )}
    </>
  );
}

type MessageActsProps = Pick<MessageMenuProps, 'message' | 'onwards'> & { onRemind: (() => void) | undefined };

function MessageActs({ message, onwards, onRemind }: MessageActsProps) {
  const acts = useActs();
  const { id, starred, reply_later: isKept = false } = message;
  const answers = useAnswers(id);
  return (
    <>
      {answers.map(({ act, Icon, name, run }) => (
        <MenuItem key={act} icon={Icon} name={name} onSelect={run} />
      ))}
      <MenuRule />
      <MenuItem
        icon={Star}
        name={starred ? acting.unstar : acting.star}
        onSelect={() => void acts.star({ messages: [message] }, !starred)}
      />
      <MenuItem icon={Mail} name={acting.unreadFrom} onSelect={() => void acts.read({ messages: onwards }, false)} />
      {onRemind ? (
        <MenuItem icon={BellRing} name={acting.remind} onSelect={onRemind} />
      ) : (
        <MenuItem
          icon={MessageSquareReply}
          name={isKept ? acting.noReplyLater : acting.replyLater}
          onSelect={() => void acts.replyLater(id, !isKept)}
        />
      )}
      <MenuItem icon={Trash2} name={acting.trashMessage} onSelect={() => void acts.trash({ messages: [message] })} />
    </>
  );
}

function MessageViews({ otherFormat, onFormat, onHeaders, onFold }: MessageMenuProps) {
  return (
    <>
      {otherFormat && (
        <MenuItem
          icon={otherFormat === 'html' ? LayoutTemplate : FileText}
          name={otherFormat === 'html' ? words.showFormatted : words.showText}
          onSelect={() => onFormat(otherFormat)}
        />
      )}
      <MenuItem icon={ScrollText} name={words.showHeaders} onSelect={onHeaders} />
      {onFold && <MenuItem icon={ChevronsDownUp} name={words.fold} onSelect={onFold} />}
    </>
  );
}
