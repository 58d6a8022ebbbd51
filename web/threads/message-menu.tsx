import {
  BellRing,
  Check,
  ChevronsDownUp,
  Ellipsis,
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
import { useMainPart } from '../design/main-part.ts';
import { useActs } from '../mutations/acts.ts';
import { RemindMenu } from '../reminders/remind-menu.tsx';
import { Chord } from '../shell/chord.tsx';
import { keyOf } from '../shell/keys.ts';
import { strings } from '../strings.ts';
import { MenuItem, MenuRule } from './menu-item.tsx';
import styles from './message.module.css';
import { useAnswers } from './reply-buttons.tsx';
import { nextView, type View } from './views.ts';

const words = strings.reader;
const acting = strings.acting.acts;

type MessageMenuProps = {
  message: MessageRow;
  /** The messages of the conversation from this one on. */
  onwards: readonly MessageRow[];
  /** Written by the owner, who may wait for an answer. */
  isOwn: boolean;
  /** The ways the message can be shown, and the one it is; absent while its text is not here. */
  views: { shown: View; all: readonly View[] } | undefined;
  onView: (view: View) => void;
  onHeaders: () => void;
  onFold: (() => void) | undefined;
};

/** What can be done with one message of a conversation, and what else can be seen of it. */
export function MessageMenu(props: MessageMenuProps) {
  const { message, onwards, isOwn } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [remindsAt, setRemindsAt] = useState<DOMRect>();
  const mainPart = useMainPart();
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton name={words.more} ref={button}>
            <Ellipsis />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal container={mainPart}>
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

function MessageViews({ views, onView, onHeaders, onFold }: MessageMenuProps) {
  return (
    <>
      {views && (
        <DropdownMenu.RadioGroup value={views.shown} aria-label={strings.views.label}>
          {views.all.map((view) => (
            <DropdownMenu.RadioItem key={view} value={view} className={styles['choice']} onSelect={() => onView(view)}>
              <Check className={styles['chosen']} data-chosen={view === views.shown || undefined} />
              <span className={styles['choiceName']}>{strings.views.names[view]}</span>
              {view === nextView(views.all, views.shown) && (
                <span className={styles['choiceKeys']} aria-hidden="true">
                  <Chord keys={keyOf('nextView')} />
                </span>
              )}
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      )}
      <MenuItem icon={ScrollText} name={words.showHeaders} onSelect={onHeaders} />
      {onFold && <MenuItem icon={ChevronsDownUp} name={words.fold} onSelect={onFold} />}
    </>
  );
}
